package org.schurmpc.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;

/**
 * A key and its certificate in files, made by the JDK's keytool.
 *
 * @param certificate the file's path
 * @param key the file's path
 * @param fingerprint the certificate's
 */
record Pem(String certificate, String key, String fingerprint) {
  private static final long LIMIT_SECONDS = 120;
  private static final String PASSWORD = "changeit";

  static Pem make(Path folder, String name) throws Exception {
    Path store = folder.resolve(name + ".p12");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process process =
        new ProcessBuilder(
                (keytool
                        + " -genkeypair -keyalg EC -groupname secp256r1 -validity 2 -storetype PKCS12"
                        + " -alias a -dname CN=%s -keystore %s -storepass %s")
                    .formatted(name, store, PASSWORD)
                    .split(" "))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(name + ".txt").toFile())
            .start();
    assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "keytool does not end");
    assertEquals(0, process.exitValue(), Files.readString(folder.resolve(name + ".txt")));
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    byte[] certificate = keys.getCertificate("a").getEncoded();
    return new Pem(
        write(folder.resolve(name + ".pem"), "CERTIFICATE", certificate),
        write(
            folder.resolve(name + ".key"),
            "PRIVATE KEY",
            keys.getKey("a", PASSWORD.toCharArray()).getEncoded()),
        HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate)));
  }

  private static String write(Path file, String type, byte[] der) throws Exception {
    Base64.Encoder lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
    String text = "-----BEGIN %s-----%n%s%n-----END %s-----%n";
    Files.writeString(file, text.formatted(type, lines.encodeToString(der), type));
    return file.toString();
  }
}

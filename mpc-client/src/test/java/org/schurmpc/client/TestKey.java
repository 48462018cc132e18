package org.schurmpc.client;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PKCS8Generator;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8EncryptorBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfoBuilder;

/** A key and its self-signed certificate, in files of the form that keygen makes. */
record TestKey(PrivateKey key, X509Certificate certificate) {
  static TestKey make(String name, Duration validity) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    KeyPair pair = generator.generateKeyPair();
    X500Name subject = new X500Name("CN=" + name);
    Instant now = Instant.now();
    JcaX509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            subject,
            BigInteger.valueOf(now.toEpochMilli()),
            Date.from(now.minus(Duration.ofHours(1))),
            Date.from(now.plus(validity)),
            subject,
            pair.getPublic());
    var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate());
    return new TestKey(
        pair.getPrivate(), new JcaX509CertificateConverter().getCertificate(builder.build(signer)));
  }

  static TestKey make(String name) throws Exception {
    return make(name, Duration.ofDays(1));
  }

  Fingerprint fingerprint() {
    return Fingerprint.of(certificate);
  }

  private static String pem(String type, byte[] der) {
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
        .formatted(type, Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der));
  }

  /** Writes both files, the key for its owner alone. */
  void write(Path folder, String name, char[] passphrase) throws Exception {
    byte[] der = key.getEncoded();
    String text = pem("PRIVATE KEY", der);
    if (passphrase.length > 0) {
      var encryptor =
          new JceOpenSSLPKCS8EncryptorBuilder(PKCS8Generator.AES_256_CBC)
              .setProvider(new BouncyCastleProvider())
              .setPRF(PKCS8Generator.PRF_HMACSHA256)
              .setIterationCount(1000)
              .setPassword(passphrase)
              .build();
      text =
          pem(
              "ENCRYPTED PRIVATE KEY",
              new PKCS8EncryptedPrivateKeyInfoBuilder(der).build(encryptor).getEncoded());
    }
    writeSecret(folder.resolve(name + ".key"), text);
    Files.writeString(folder.resolve(name + ".crt"), pem("CERTIFICATE", certificate.getEncoded()));
  }

  static void writeSecret(Path file, String text) throws IOException {
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, text);
  }
}

package org.schurmpc.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.PBEParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The client's private key and certificate, from PEM files as {@code keygen} makes them: PKCS #8,
 * encrypted by PBES2 with PBKDF2 and AES in CBC mode or not encrypted, and X.509.
 */
final class ClientKey {
  private static final long MOST_BYTES = 1 << 16;
  private static final int MOST_ITERATIONS = 10_000_000;
  private static final Pattern KEY =
      Pattern.compile(
          "-----BEGIN (ENCRYPTED |)PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END \\1PRIVATE KEY-----");
  private static final Pattern METHOD = Pattern.compile("PBEWith(HmacSHA\\d+)AndAES_(\\d+)");

  private final PrivateKey key;
  private final X509Certificate certificate;

  private ClientKey(PrivateKey key, X509Certificate certificate) {
    this.key = key;
    this.certificate = certificate;
  }

  /** Returns a key and its certificate that were read elsewhere. */
  static ClientKey of(PrivateKey key, X509Certificate certificate) {
    return new ClientKey(key, certificate);
  }

  /**
   * Reads both files.
   *
   * @param passphrase of the key; empty if the key is not encrypted. The caller wipes it.
   * @throws BadConfig if a file cannot be used, the two do not belong together, the passphrase is
   *     wrong, or the certificate is not valid now
   */
  static ClientKey read(Path keyFile, Path certificateFile, char[] passphrase) throws BadConfig {
    X509Certificate certificate = certificate(certificateFile);
    try {
      certificate.checkValidity();
    } catch (CertificateException e) {
      throw new BadConfig(
          "%s is valid from %s to %s, not now"
              .formatted(
                  certificateFile,
                  certificate.getNotBefore().toInstant(),
                  certificate.getNotAfter().toInstant()),
          e);
    }
    isEncrypted(keyFile); // a certificate in its place is named first
    requireOwnerOnly(keyFile);
    PrivateKey key = key(keyFile, certificate.getPublicKey().getAlgorithm(), passphrase);
    if (!isPair(certificate, key)) {
      throw new BadConfig(keyFile + " is not the key of the certificate " + certificateFile);
    }
    return new ClientKey(key, certificate);
  }

  private static X509Certificate certificate(Path file) throws BadConfig {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(bytes(file)));
    } catch (CertificateException e) {
      throw new BadConfig(file + " is no X.509 certificate in PEM", e);
    }
  }

  /** Returns whether a key is encrypted. */
  static boolean isEncrypted(Path keyFile) throws BadConfig {
    return !pem(keyFile).group(1).isEmpty();
  }

  private static Matcher pem(Path file) throws BadConfig {
    Matcher pem = KEY.matcher(new String(bytes(file), StandardCharsets.US_ASCII));
    if (!pem.find()) {
      throw new BadConfig(file + " is no PKCS #8 private key in PEM");
    }
    return pem;
  }

  private static PrivateKey key(Path file, String algorithm, char[] passphrase) throws BadConfig {
    Matcher pem = pem(file);
    boolean encrypted = !pem.group(1).isEmpty();
    if (encrypted && passphrase.length == 0) {
      throw new BadConfig(file + " is encrypted: its passphrase is needed");
    }
    try {
      byte[] der = Base64.getMimeDecoder().decode(pem.group(2));
      byte[] plain = encrypted ? decrypt(der, passphrase) : der;
      PrivateKey key =
          KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(plain));
      Arrays.fill(plain, (byte) 0);
      return key;
    } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
      throw new BadConfig(
          file
              + (encrypted
                  ? " does not open with this passphrase, or is encrypted by other means than"
                      + " PBKDF2 and AES in CBC mode"
                  : " is no private key of the certificate's algorithm, " + algorithm),
          e);
    }
  }

  private static byte[] decrypt(byte[] der, char[] passphrase)
      throws IOException, GeneralSecurityException {
    EncryptedPrivateKeyInfo info = new EncryptedPrivateKeyInfo(der);
    AlgorithmParameters parameters = info.getAlgParameters();
    Matcher method = METHOD.matcher(String.valueOf(parameters));
    PBEParameterSpec derivation =
        parameters == null ? null : parameters.getParameterSpec(PBEParameterSpec.class);
    if (!method.matches()
        || derivation == null
        || derivation.getIterationCount() > MOST_ITERATIONS) {
      throw new GeneralSecurityException("not PBES2 with PBKDF2 and AES");
    }
    PBEKeySpec secret =
        new PBEKeySpec(
            passphrase,
            derivation.getSalt(),
            derivation.getIterationCount(),
            Integer.parseInt(method.group(2)));
    byte[] key =
        SecretKeyFactory.getInstance("PBKDF2With" + method.group(1))
            .generateSecret(secret)
            .getEncoded();
    secret.clearPassword();
    try {
      Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
      cipher.init(
          Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), derivation.getParameterSpec());
      return cipher.doFinal(info.getEncryptedData());
    } finally {
      Arrays.fill(key, (byte) 0);
    }
  }

  /** Returns whether a signature of the key verifies; keys that cannot be tried are left to TLS. */
  private static boolean isPair(X509Certificate certificate, PrivateKey key) {
    String algorithm = key.getAlgorithm();
    String scheme = algorithm.equals("EC") ? "SHA256withECDSA" : "SHA256with" + algorithm;
    byte[] text = "this key and this certificate".getBytes(StandardCharsets.US_ASCII);
    try {
      Signature signature = Signature.getInstance(scheme);
      signature.initSign(key);
      signature.update(text);
      byte[] signed = signature.sign();
      signature.initVerify(certificate.getPublicKey());
      signature.update(text);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return !algorithm.equals("EC");
    }
  }

  private static void requireOwnerOnly(Path file) throws BadConfig {
    try {
      if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        return;
      }
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
      if (permissions.contains(PosixFilePermission.GROUP_READ)
          || permissions.contains(PosixFilePermission.OTHERS_READ)) {
        throw new BadConfig(
            "%1$s can be read by others than its owner: chmod 600 %1$s".formatted(file));
      }
    } catch (IOException | UnsupportedOperationException e) {
      return; // who reads the file says what is wrong
    }
  }

  private static byte[] bytes(Path file) throws BadConfig {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new BadConfig(file + " is too long for a key or certificate");
      }
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new BadConfig(file + " does not exist", e);
    } catch (IOException e) {
      throw new BadConfig("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  PrivateKey key() {
    return key;
  }

  X509Certificate certificate() {
    return certificate;
  }

  Fingerprint fingerprint() {
    return Fingerprint.of(certificate);
  }
}

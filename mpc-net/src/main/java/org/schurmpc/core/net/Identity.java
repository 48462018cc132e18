package org.schurmpc.core.net;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.X509ExtendedKeyManager;
import org.schurmpc.core.abort.BadFile;

/**
 * Holds a private key and its certificate, with which a party identifies itself to peers over TLS.
 */
public final class Identity {
  private static final long MAX_BYTES = 1 << 16;
  private static final Pattern KEY =
      Pattern.compile(
          "-----BEGIN (ENCRYPTED |)PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END \\1PRIVATE KEY-----");

  /** The passphrase of keys that are not encrypted. */
  private static final char[] NONE = {};

  private final X509Certificate certificate;
  private final PrivateKey key;

  Identity(X509Certificate certificate, PrivateKey key) {
    this.certificate = certificate;
    this.key = key;
  }

  /**
   * Reads both from PEM files.
   *
   * @param key PKCS #8, not encrypted, of the certificate's algorithm
   * @param certificate X.509; the first certificate of the file is used
   * @throws BadFile if a file cannot be read or has other content, the two do not belong together,
   *     the key is encrypted, or the certificate has expired
   */
  public static Identity read(Path key, Path certificate) throws BadFile {
    return read(key, certificate, NONE);
  }

  /**
   * Reads both from PEM files.
   *
   * @param key PKCS #8, encrypted by PBES2 with PBKDF2 and AES-128 or AES-256 or not encrypted, of
   *     the certificate's algorithm
   * @param certificate X.509; the first certificate of the file is used
   * @param passphrase of the key, if the key {@link #isEncrypted}; the caller wipes it
   * @throws BadFile if a file cannot be read or has other content, the two do not belong together,
   *     the passphrase is wrong, or the certificate has expired
   */
  public static Identity read(Path key, Path certificate, char[] passphrase) throws BadFile {
    X509Certificate shown = readCertificate(certificate);
    try {
      shown.checkValidity();
    } catch (CertificateException e) {
      throw new BadFile(
          "%s is valid from %s to %s, not now: make a new one and tell your peers its fingerprint"
              .formatted(
                  certificate, shown.getNotBefore().toInstant(), shown.getNotAfter().toInstant()),
          e);
    }
    PrivateKey secret = readKey(key, shown.getPublicKey().getAlgorithm(), passphrase);
    if (!isPair(shown.getPublicKey(), secret)) {
      throw new BadFile(key + " is not the key of the certificate " + certificate);
    }
    return new Identity(shown, secret);
  }

  /**
   * Returns whether a signature with the private key verifies under the public key. Keys that
   * cannot be tried are left to TLS.
   */
  private static boolean isPair(PublicKey open, PrivateKey secret) {
    String scheme =
        switch (open.getAlgorithm()) {
          case "EC" -> "SHA256withECDSA";
          case "RSA" -> "SHA256withRSA";
          default -> open.getAlgorithm();
        };
    byte[] text = "this key and this certificate".getBytes(StandardCharsets.US_ASCII);
    byte[] signed;
    Signature signature;
    try {
      signature = Signature.getInstance(scheme);
      signature.initSign(secret);
      signature.update(text);
      signed = signature.sign();
    } catch (GeneralSecurityException e) {
      return true;
    }
    try {
      signature.initVerify(open);
      signature.update(text);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /**
   * Reads a certificate from a PEM file, even if the certificate is not valid now.
   *
   * @throws BadFile if the file cannot be read or has other content
   */
  public static X509Certificate readCertificate(Path file) throws BadFile {
    byte[] content = readBytes(file);
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(content));
    } catch (CertificateException e) {
      boolean swapped = KEY.matcher(new String(content, StandardCharsets.US_ASCII)).find();
      throw new BadFile(
          file
              + (swapped
                  ? " is a private key and no certificate: are the two swapped?"
                  : " is no X.509 certificate in PEM"),
          e);
    }
  }

  /**
   * Returns whether a passphrase is needed for reading a key.
   *
   * @throws BadFile if the file cannot be read or is not a private key
   */
  public static boolean isEncrypted(Path key) throws BadFile {
    return isEncrypted(pem(key));
  }

  private static boolean isEncrypted(Matcher pem) {
    return !pem.group(1).isEmpty();
  }

  private static Matcher pem(Path key) throws BadFile {
    String text = new String(readBytes(key), StandardCharsets.US_ASCII);
    Matcher pem = KEY.matcher(text);
    if (!pem.find()) {
      throw new BadFile(
          key
              + (text.contains("-----BEGIN CERTIFICATE-----")
                  ? " is a certificate and no private key: are the two swapped?"
                  : " is no PKCS #8 private key in PEM"));
    }
    return pem;
  }

  private static PrivateKey readKey(Path file, String algorithm, char[] passphrase) throws BadFile {
    Matcher pem = pem(file);
    try {
      byte[] der = Base64.getMimeDecoder().decode(pem.group(2));
      PKCS8EncodedKeySpec encoded =
          isEncrypted(pem) ? decrypt(file, der, passphrase) : new PKCS8EncodedKeySpec(der);
      return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      // One wrong passphrase in 256 leaves a padding that looks right, and then no key.
      String encrypted = isEncrypted(pem) ? "does not open with this passphrase, or " : "";
      throw new BadFile(
          "%s %sis no private key of the certificate's algorithm, %s"
              .formatted(file, encrypted, algorithm),
          e);
    }
  }

  private static PKCS8EncodedKeySpec decrypt(Path file, byte[] der, char[] passphrase)
      throws BadFile {
    if (passphrase.length == 0) {
      throw new BadFile(file + " is encrypted: its passphrase is needed");
    }
    try {
      return EncryptedKey.decrypt(der, passphrase);
    } catch (NoSuchAlgorithmException e) {
      throw new BadFile(
          file
              + " is encrypted by other means than PBKDF2 and AES-128 or AES-256 in CBC mode:"
              + " encrypt it again with openssl pkcs8 -topk8 -v2 aes-256-cbc",
          e);
    } catch (GeneralSecurityException e) {
      throw new BadFile(file + " does not open with this passphrase", e);
    }
  }

  private static byte[] readBytes(Path file) throws BadFile {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new BadFile(file + " is too long for a key or certificate");
      }
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new BadFile(file + " does not exist", e);
    } catch (IOException e) {
      throw new BadFile("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /** Returns the fingerprint by which peers identify this party. */
  public Fingerprint fingerprint() {
    return Fingerprint.of(certificate);
  }

  /** Returns the certificate. */
  public X509Certificate certificate() {
    return certificate;
  }

  /**
   * Returns a key manager that presents this identity over TLS, for servers and clients that are
   * not part of a {@link Network}.
   */
  public X509ExtendedKeyManager keyManager() {
    return new OwnKey(this);
  }

  PrivateKey key() {
    return key;
  }

  /** Returns the fingerprint only, because the key is secret. */
  @Override
  public String toString() {
    return "Identity[" + fingerprint() + "]";
  }
}

package org.schurmpc.core.net;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import org.schurmpc.core.abort.Refused;

/**
 * Identifies a peer by the SHA-256 of its certificate's DER encoding. The text form is {@code
 * SHA256:} and 64 hex digits, optionally separated by colons.
 */
public final class Fingerprint {
  private static final String PREFIX = "SHA256:";
  private static final int BYTES = 32;

  private final byte[] digest;
  private final int hash;

  private Fingerprint(byte[] digest) {
    this.digest = digest;
    this.hash = Arrays.hashCode(digest);
  }

  /** Returns the fingerprint of a certificate. */
  public static Fingerprint of(X509Certificate certificate) {
    try {
      byte[] encoded = certificate.getEncoded();
      return new Fingerprint(MessageDigest.getInstance("SHA-256").digest(encoded));
    } catch (CertificateEncodingException | NoSuchAlgorithmException e) {
      throw new IllegalStateException("a certificate without encoding, or no SHA-256", e);
    }
  }

  /**
   * Returns the fingerprint with a digest.
   *
   * @param digest 32 bytes; copied
   */
  public static Fingerprint of(byte[] digest) {
    if (digest.length != BYTES) {
      throw new IllegalArgumentException("a fingerprint has " + BYTES + " bytes");
    }
    return new Fingerprint(digest.clone());
  }

  /**
   * Parses the format of {@link #toString}, in upper or lower case, and the output of {@code
   * openssl x509 -fingerprint -sha256} after the equals sign.
   *
   * @throws Refused if the text is not a fingerprint
   */
  public static Fingerprint parse(String text) throws Refused {
    String upper = text.strip().toUpperCase(Locale.ROOT);
    String hex = upper.startsWith(PREFIX) ? upper.substring(PREFIX.length()) : upper;
    String digits = hex.replace(":", "");
    if (!digits.matches("[0-9A-F]{" + 2 * BYTES + "}")) {
      throw new Refused(
          "'%s' is no fingerprint: SHA256: and %d hex digits".formatted(text, 2 * BYTES));
    }
    return new Fingerprint(HexFormat.of().parseHex(digits));
  }

  /** Returns a copy of the digest, 32 bytes. */
  public byte[] bytes() {
    return digest.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Fingerprint that && MessageDigest.isEqual(digest, that.digest);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return PREFIX + HexFormat.of().formatHex(digest);
  }
}

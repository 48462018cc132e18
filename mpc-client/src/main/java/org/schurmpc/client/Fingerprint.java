package org.schurmpc.client;

import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Identifies a certificate by the SHA-256 of its DER encoding.
 *
 * @param hex 64 hex digits in lower case
 */
public record Fingerprint(String hex) {
  /** Length in bytes. */
  public static final int BYTES = 32;

  private static final String PREFIX = "SHA256:";

  /** Creates a fingerprint of 64 hex digits in lower case. */
  public Fingerprint {
    if (!hex.matches("[0-9a-f]{" + 2 * BYTES + "}")) {
      throw new IllegalArgumentException("a fingerprint has 64 hex digits in lower case");
    }
  }

  /** Returns the fingerprint of a certificate. */
  public static Fingerprint of(X509Certificate certificate) {
    try {
      return of(FieldHash.sha256(certificate.getEncoded()));
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("a certificate without encoding", e);
    }
  }

  /** Returns the fingerprint with the given 32 bytes. */
  public static Fingerprint of(byte[] bytes) {
    return new Fingerprint(HexFormat.of().formatHex(bytes));
  }

  /**
   * Parses 64 hex digits, with or without {@code SHA256:} before them and colons between them.
   *
   * @throws BadConfig if the text is no fingerprint
   */
  public static Fingerprint parse(String text) throws BadConfig {
    String upper = text.strip().toUpperCase(Locale.ROOT);
    String digits =
        (upper.startsWith(PREFIX) ? upper.substring(PREFIX.length()) : upper).replace(":", "");
    if (!digits.matches("[0-9A-F]{" + 2 * BYTES + "}")) {
      throw new BadConfig(
          "'%s' is no fingerprint: SHA256: and %d hex digits".formatted(text, 2 * BYTES));
    }
    return new Fingerprint(digits.toLowerCase(Locale.ROOT));
  }

  /** Returns the 32 bytes. */
  public byte[] bytes() {
    return HexFormat.of().parseHex(hex);
  }

  /** Returns the form that {@code keygen} prints. */
  @Override
  public String toString() {
    return PREFIX + hex;
  }
}

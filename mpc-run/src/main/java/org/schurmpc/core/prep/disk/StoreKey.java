package org.schurmpc.core.prep.disk;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.schurmpc.core.abort.Refused;

/**
 * Holds the key under which stores are encrypted on disk: AES-256-GCM, with a separate key for each
 * batch, derived by HMAC-SHA256 from the batch's random salt. Headers and journals are
 * authenticated under another key of the batch.
 */
public final class StoreKey {
  /** Length of a key in bytes. */
  public static final int BYTES = 32;

  private final byte[] key;

  private StoreKey(byte[] key) {
    this.key = key;
  }

  /**
   * Parses a key: 64 hex digits, with optional whitespace around them.
   *
   * @param where the source of the text, for messages; never the text itself
   * @throws Refused if the text is not a key
   */
  public static StoreKey parse(String text, String where) throws Refused {
    String digits = text.strip();
    if (!digits.matches("[0-9a-fA-F]{" + 2 * BYTES + "}")) {
      throw new Refused(
          where + " holds no key of a store: 64 hex digits, as from 'openssl rand -hex 32'");
    }
    return new StoreKey(HexFormat.of().parseHex(digits));
  }

  /**
   * Derives a key for a purpose.
   *
   * @param salt the salt of the batch, public
   */
  byte[] derive(String purpose, byte[] salt) {
    return derive(key, purpose, salt);
  }

  /**
   * Derives a key for a purpose from a key.
   *
   * @param about public context of the derived key
   */
  static byte[] derive(byte[] key, String purpose, byte[] about) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update(purpose.getBytes(StandardCharsets.UTF_8));
      mac.update((byte) 0);
      mac.update(about);
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no HMAC-SHA256", e);
    }
  }

  /** Returns the value in a header that detects a wrong key. */
  String check(byte[] salt) {
    return HexFormat.of().formatHex(derive("schur-mpc store check", salt), 0, 8);
  }
}

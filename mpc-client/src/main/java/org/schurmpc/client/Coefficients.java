package org.schurmpc.client;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.function.LongSupplier;
import javax.crypto.Cipher;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Draws the words of which the coefficients of a delivery's combinations are made: the keystream of
 * AES-128 in counter mode under the first 16 bytes of a hash of the tossed seed and the delivery's
 * number, eight bytes a word, the least significant first. Coefficients are independent of each
 * other; powers of one would be easier to forge.
 */
final class Coefficients implements LongSupplier {
  private static final int KEY_BYTES = 16;
  private static final byte[] ZEROS = new byte[4096];

  private final Cipher cipher;
  private final byte[] block = new byte[ZEROS.length];
  private final ByteBuffer words = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);

  /**
   * Begins the words of a delivery.
   *
   * @param seed 32 bytes, tossed by all parties
   */
  Coefficients(byte[] seed, long number) {
    byte[] key = new FieldHash("delivery coefficients").add(seed).add(number).digest();
    try {
      cipher = Cipher.getInstance("AES/CTR/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(Arrays.copyOf(key, KEY_BYTES), "AES"),
          new IvParameterSpec(new byte[KEY_BYTES]));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no AES in counter mode", e);
    }
    words.position(words.limit());
  }

  @Override
  public long getAsLong() {
    if (!words.hasRemaining()) {
      try {
        cipher.update(ZEROS, 0, ZEROS.length, block, 0);
      } catch (ShortBufferException e) {
        throw new IllegalStateException(e);
      }
      words.clear();
    }
    return words.getLong();
  }
}

package org.schurmpc.bench.job;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.schurmpc.core.bits.BitMatrix;

/** AES-128 of the Java platform, under a layout of blocks. */
final class AesReference implements Reference {
  private static final int BLOCK_BYTES = AesConvention.BLOCK_BITS / 8;

  private final AesConvention convention;

  AesReference(AesConvention convention) {
    this.convention = convention;
  }

  @Override
  public BitMatrix expected(BitMatrix inputs) {
    BitMatrix result = new BitMatrix(AesConvention.BLOCK_BITS, inputs.columns());
    try {
      Cipher aes = Cipher.getInstance("AES/ECB/NoPadding");
      for (int lane = 0; lane < inputs.columns(); lane++) {
        byte[] key = block(inputs, convention.keyWire(), lane);
        aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
        put(aes.doFinal(block(inputs, convention.plaintextWire(), lane)), result, lane);
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no AES", e);
    }
    return result;
  }

  private byte[] block(BitMatrix bits, int firstWire, int lane) {
    byte[] block = new byte[BLOCK_BYTES];
    for (int i = 0; i < BLOCK_BYTES; i++) {
      for (int bit = 0; bit < 8; bit++) {
        if (bits.get(firstWire + convention.order().wire(i, bit), lane)) {
          block[i] |= (byte) (1 << bit);
        }
      }
    }
    return block;
  }

  private void put(byte[] block, BitMatrix bits, int lane) {
    for (int i = 0; i < BLOCK_BYTES; i++) {
      for (int bit = 0; bit < 8; bit++) {
        bits.set(convention.order().wire(i, bit), lane, (block[i] >> bit & 1) != 0);
      }
    }
  }

  @Override
  public String description() {
    return "AES of the Java platform";
  }
}

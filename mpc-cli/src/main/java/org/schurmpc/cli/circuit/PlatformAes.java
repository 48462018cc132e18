package org.schurmpc.cli.circuit;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.schurmpc.core.bits.BitMatrix;

/**
 * Encrypts with AES-128 of the Java platform, for values in the layout of a convention. Expanded
 * keys must be valid expansions.
 *
 * @param convention the layout of inputs and outputs
 */
record PlatformAes(AesConvention convention) {
  /**
   * Encrypts the plaintext of every lane.
   *
   * @param inputs a row for each input wire, a column for each lane
   * @return a row for each output wire, a column for each lane
   */
  BitMatrix encrypt(BitMatrix inputs) {
    BitMatrix result = new BitMatrix(AesConvention.BLOCK_BITS, inputs.columns());
    try {
      Cipher aes = Cipher.getInstance("AES/ECB/NoPadding");
      for (int lane = 0; lane < inputs.columns(); lane++) {
        aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(convention.key(inputs, lane), "AES"));
        put(aes.doFinal(convention.plaintext(inputs, lane)), result, lane);
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no AES", e);
    }
    return result;
  }

  private void put(byte[] block, BitMatrix bits, int lane) {
    for (int i = 0; i < block.length; i++) {
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        int wire = convention.order().wire(i, bit, block.length);
        bits.set(wire, lane, (block[i] >> bit & 1) != 0);
      }
    }
  }
}

package org.schurmpc.core.circuit.opt;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.io.BristolFashion;

/**
 * A stream of labels of 128 bits, two longs each, that look random and depend on nothing but a
 * circuit. Sums of labels stand for sums of what they label: that two different ones are equal, or
 * that some of 32 of them are dependent, is as unlikely as one in 2^80 in circuits of any size,
 * also of such as are made for it, since another circuit has other labels.
 */
final class Labels {
  private static final int BATCH = 1 << 16;

  private final Cipher cipher;
  private ByteBuffer ready = ByteBuffer.allocate(0);

  Labels(Circuit circuit) {
    byte[] key = Arrays.copyOf(BristolFashion.digest(circuit), 16);
    try {
      cipher = Cipher.getInstance("AES/CTR/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[16]));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has AES", e);
    }
  }

  /** The next half of a label. */
  long next() {
    if (!ready.hasRemaining()) {
      ready = ByteBuffer.wrap(cipher.update(new byte[BATCH]));
    }
    return ready.getLong();
  }
}

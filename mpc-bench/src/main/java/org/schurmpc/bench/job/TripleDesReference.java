package org.schurmpc.bench.job;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.Values;
import org.schurmpc.core.crypto.Prg;

/**
 * Encrypts with triple DES of the Java platform: a key of 192 bits, three keys of DES with their
 * parity bits, and then a block of 64 bits, each as the circuits of the library lay them out.
 */
record TripleDesReference(Circuit circuit) implements Reference {
  private static final int KEY_BITS = 192;
  private static final int BLOCK_BITS = 64;
  private static final int PROBES = 64;

  /** Returns whether a circuit encrypts with triple DES, after evaluating it on random inputs. */
  static boolean fits(Circuit circuit) {
    if (!Arrays.equals(circuit.inputSizes(), new int[] {KEY_BITS, BLOCK_BITS})
        || !Arrays.equals(circuit.outputSizes(), new int[] {BLOCK_BITS})) {
      return false;
    }
    BitMatrix inputs = new BitMatrix(circuit.inputWires(), PROBES);
    new Prg(new byte[Prg.SEED_BYTES]).nextLongs(inputs.words(), 0, inputs.words().length);
    BitMatrix expected = new TripleDesReference(circuit).expected(inputs);
    return expected.equals(PlainEvaluation.evaluate(circuit, inputs));
  }

  @Override
  public BitMatrix expected(BitMatrix inputs) {
    Values in = Values.inputs(circuit, inputs.columns());
    System.arraycopy(inputs.words(), 0, in.bits().words(), 0, inputs.words().length);
    Values out = Values.outputs(circuit, new BitMatrix(BLOCK_BITS, inputs.columns()));
    try {
      Cipher cipher = Cipher.getInstance("DESede/ECB/NoPadding");
      for (int lane = 0; lane < inputs.columns(); lane++) {
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(in.get(0, lane), "DESede"));
        out.set(0, lane, cipher.doFinal(in.get(1, lane)));
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no triple DES", e);
    }
    return out.bits();
  }

  @Override
  public String description() {
    return "triple DES of the Java platform";
  }
}

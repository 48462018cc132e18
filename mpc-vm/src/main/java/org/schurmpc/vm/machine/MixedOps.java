package org.schurmpc.vm.machine;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.field.Field;
import org.schurmpc.vm.code.Op;

/** The instructions over the first field and bits. */
final class MixedOps {
  private final SecretBackend numbers;
  private final Field field;
  private final Areas registers;
  private final int bits;

  /**
   * Creates the instructions.
   *
   * @param bits the number of the field of bits
   */
  MixedOps(SecretBackend[] secrets, Areas registers, int bits) {
    this.numbers = secrets[0];
    this.field = numbers.field();
    this.registers = registers;
    this.bits = bits;
  }

  void execute(Op op, int[] code, int at) throws MpcException {
    int n = code[at + 1];
    int to = code[at + 2];
    Bank secret = registers.secret[0];
    switch (op) {
      case EDABIT ->
          numbers.masks(Op.mask(code, at), secret, to, 0, registers.secret[bits], code[at + 3], n);
      case EDALOW ->
          numbers.masks(Op.mask(code, at), secret, to, code[at + 3], registers.secret[bits], 0, n);
      case EDABOTH ->
          numbers.masks(
              Op.mask(code, at), secret, to, code[at + 3], registers.secret[bits], code[at + 4], n);
      case DABIT -> numbers.daBits(secret, to, registers.secret[bits], code[at + 3], n);
      case CTOB -> toBits(to, code[at + 3], n, code[at + 4], code[at + 5]);
      default -> toNumbers(to, code[at + 3], n);
    }
  }

  private void toBits(int to, int from, int n, int first, int count) {
    int limbs = field.limbs();
    long[] words = new long[Rows.BLOCK * limbs];
    long[] target = registers.clear[bits];
    for (int done = 0; done < n; done += Rows.BLOCK) {
      int now = Math.min(Rows.BLOCK, n - done);
      field.toNumbers(registers.clear[0], (from + done) * limbs, words, 0, now);
      for (int k = 0; k < count; k++) {
        int word = (first + k) / Long.SIZE;
        int at = to + k * n + done;
        for (int i = 0; i < now; i++) {
          target[at + i] = words[i * limbs + word] >>> (first + k) & 1;
        }
      }
    }
  }

  private void toNumbers(int to, int from, int n) {
    int limbs = field.limbs();
    long[] one = field.element(1);
    long[] target = registers.clear[0];
    Arrays.fill(target, to * limbs, (to + n) * limbs, 0);
    for (int i = 0; i < n; i++) {
      long mask = -registers.clear[bits][from + i];
      for (int limb = 0; limb < limbs; limb++) {
        target[(to + i) * limbs + limb] = one[limb] & mask;
      }
    }
  }
}

package org.schurmpc.vm.machine.plain;

import java.util.Arrays;
import org.schurmpc.core.field.Field;
import org.schurmpc.vm.machine.Bank;

/** Elements in the clear. */
final class PlainBank implements Bank {
  final long[] values;
  private final int limbs;

  PlainBank(Field field, int count) {
    this.limbs = field.limbs();
    this.values = new long[Math.multiplyExact(count, limbs)];
  }

  static long[] values(Bank bank) {
    return ((PlainBank) bank).values;
  }

  @Override
  public int count() {
    return values.length / limbs;
  }

  @Override
  public void copy(int to, Bank from, int fromElement, int n) {
    System.arraycopy(values(from), fromElement * limbs, values, to * limbs, n * limbs);
  }

  @Override
  public void clear(int at, int n) {
    Arrays.fill(values, at * limbs, (at + n) * limbs, 0);
  }

  @Override
  public void wipe() {
    Arrays.fill(values, 0);
  }
}

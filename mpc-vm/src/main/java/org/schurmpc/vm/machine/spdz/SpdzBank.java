package org.schurmpc.vm.machine.spdz;

import java.util.Arrays;
import org.schurmpc.core.field.Field;
import org.schurmpc.spdz.share.Shares;
import org.schurmpc.vm.machine.Bank;

/** One party's shares of elements. */
final class SpdzBank implements Bank {
  private final Shares shares;

  SpdzBank(Field field, int count) {
    this.shares = new Shares(field, count);
  }

  /** Returns the shares of a bank, not a copy. */
  static Shares shares(Bank bank) {
    return ((SpdzBank) bank).shares;
  }

  @Override
  public int count() {
    return shares.count();
  }

  @Override
  public void copy(int to, Bank from, int fromElement, int n) {
    shares.copy(to, shares(from), fromElement, n);
  }

  @Override
  public void clear(int at, int n) {
    Arrays.fill(shares.values(), shares.at(at), shares.at(at + n), 0);
    Arrays.fill(shares.macs(), shares.at(at), shares.at(at + n), 0);
  }

  @Override
  public void wipe() {
    shares.wipe();
  }
}

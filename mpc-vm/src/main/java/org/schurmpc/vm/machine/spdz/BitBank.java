package org.schurmpc.vm.machine.spdz;

import org.schurmpc.spdz.bits.BitShares;
import org.schurmpc.vm.machine.Bank;

/** One party's shares of bits in TinyOT. */
final class BitBank implements Bank {
  private final BitShares shares;

  BitBank(BitShares shares) {
    this.shares = shares;
  }

  /** Returns the shares of a bank, not a copy. */
  static BitShares shares(Bank bank) {
    return ((BitBank) bank).shares;
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
  public void transpose(int to, Bank from, int fromElement, int rows, int columns) {
    shares.transpose(to, shares(from), fromElement, rows, columns);
  }

  @Override
  public void clear(int at, int n) {
    shares.clear(at, n);
  }

  @Override
  public void wipe() {
    shares.wipe();
  }
}

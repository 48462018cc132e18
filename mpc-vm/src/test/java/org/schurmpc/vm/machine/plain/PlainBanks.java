package org.schurmpc.vm.machine.plain;

import org.schurmpc.vm.machine.Bank;

/** Shows tests what is in banks in the clear. */
public final class PlainBanks {
  private PlainBanks() {}

  /** Returns the elements of a bank; what is written is in the bank. */
  public static long[] elements(Bank bank) {
    return PlainBank.values(bank);
  }
}

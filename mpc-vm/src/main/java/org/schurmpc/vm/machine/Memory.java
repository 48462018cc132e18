package org.schurmpc.vm.machine;

import java.util.Arrays;
import org.schurmpc.vm.code.MemoryLayout;
import org.schurmpc.vm.code.Program;

/**
 * The memory of a program, zero at first. All workers share it without locks: the tapes of a step
 * access no cell that another one of them writes.
 */
final class Memory {
  final Bank[] secret;
  final long[][] clear;
  final long[] ints;

  Memory(Program program, Secrets[] backends) {
    MemoryLayout layout = program.memory();
    secret = new Bank[backends.length];
    clear = new long[backends.length][];
    for (int f = 0; f < backends.length; f++) {
      secret[f] = backends[f].bank(layout.secret()[f]);
      clear[f] = new long[layout.clear()[f] * backends[f].field().limbs()];
    }
    ints = new long[layout.ints()];
  }

  void wipe() {
    for (int f = 0; f < secret.length; f++) {
      secret[f].wipe();
      Arrays.fill(clear[f], 0);
    }
    Arrays.fill(ints, 0);
  }
}

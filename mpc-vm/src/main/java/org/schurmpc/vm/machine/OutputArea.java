package org.schurmpc.vm.machine;

import java.util.Arrays;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.verify.VerifiedProgram;

/**
 * Where tapes put outputs: one area of secret and one of clear values for each field, zero at
 * first. Released after the last tape. Workers share it without locks, since no two tapes of a step
 * use one port.
 */
final class OutputArea {
  final Bank[] secret;
  final long[][] clear;

  /** The place of each port's first value in its area, in elements. */
  final int[] at;

  OutputArea(VerifiedProgram verified, Secrets[] backends) {
    Program program = verified.program();
    int[] secrets = new int[backends.length];
    int[] clears = new int[backends.length];
    at = new int[program.outputs().size()];
    for (int i = 0; i < at.length; i++) {
      Port port = program.outputs().get(i);
      int[] sizes = verified.clearOutput(i) ? clears : secrets;
      at[i] = sizes[port.field()];
      sizes[port.field()] += port.count();
    }
    secret = new Bank[backends.length];
    clear = new long[backends.length][];
    for (int f = 0; f < backends.length; f++) {
      secret[f] = backends[f].bank(secrets[f]);
      clear[f] = new long[clears[f] * backends[f].field().limbs()];
    }
  }

  void wipe() {
    for (int f = 0; f < secret.length; f++) {
      secret[f].wipe();
      Arrays.fill(clear[f], 0);
    }
  }
}

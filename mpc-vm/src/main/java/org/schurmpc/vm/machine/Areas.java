package org.schurmpc.vm.machine;

import java.util.Arrays;
import java.util.List;
import org.schurmpc.vm.code.MemoryLayout;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.Tape;
import org.schurmpc.vm.verify.VerifiedProgram;

/**
 * Secret and clear elements of each field, and integers, all zero at first: registers, memory or
 * the area of outputs.
 */
final class Areas {
  final Bank[] secret;
  final long[][] clear;
  final long[] ints;

  /**
   * Creates areas.
   *
   * @param secrets number of secret elements by field
   * @param clears number of clear elements by field
   */
  Areas(SecretBackend[] backends, int[] secrets, int[] clears, int ints) {
    secret = new Bank[backends.length];
    clear = new long[backends.length][];
    for (int f = 0; f < backends.length; f++) {
      secret[f] = backends[f].bank(secrets[f]);
      clear[f] = new long[clears[f] * backends[f].field().limbs()];
    }
    this.ints = new long[ints];
  }

  /**
   * Creates the memory of a program. All workers share it without locks: the tapes of a step access
   * no cell that another one of them writes.
   */
  static Areas memory(Program program, SecretBackend[] backends) {
    MemoryLayout layout = program.memory();
    return new Areas(backends, layout.secret(), layout.clear(), layout.ints());
  }

  void wipe() {
    for (int f = 0; f < secret.length; f++) {
      secret[f].wipe();
      Arrays.fill(clear[f], 0);
    }
    Arrays.fill(ints, 0);
  }

  /** Creates the registers of one worker, enough for every tape of the program. */
  static Areas registers(Program program, SecretBackend[] backends) {
    int[] secrets = new int[backends.length];
    int[] clears = new int[backends.length];
    int ints = 0;
    for (Tape tape : program.tapes()) {
      for (int f = 0; f < backends.length; f++) {
        secrets[f] = Math.max(secrets[f], tape.sRegisters()[f]);
        clears[f] = Math.max(clears[f], tape.cRegisters()[f]);
      }
      ints = Math.max(ints, tape.iRegisters());
    }
    return new Areas(backends, secrets, clears, ints);
  }

  /** Sets the registers of a tape to zero, as they are at the start of each run. */
  void begin(Program program, Tape tape) {
    for (int f = 0; f < secret.length; f++) {
      int limbs = program.fields().get(f).field().limbs();
      secret[f].clear(0, tape.sRegisters()[f]);
      Arrays.fill(clear[f], 0, tape.cRegisters()[f] * limbs, 0);
    }
    Arrays.fill(ints, 0, tape.iRegisters(), 0);
  }

  /**
   * Where tapes put outputs: one area of secret and one of clear values for each field. Released
   * after the last tape. Workers share it without locks, since no two tapes of a step use one port.
   */
  static final class Outputs {
    final Areas areas;

    /** The place of each port's first value in its area, in elements. */
    final int[] at;

    Outputs(VerifiedProgram verified, SecretBackend[] backends) {
      List<Port> ports = verified.program().outputs();
      int[] secrets = new int[backends.length];
      int[] clears = new int[backends.length];
      at = new int[ports.size()];
      for (int i = 0; i < at.length; i++) {
        Port port = ports.get(i);
        int[] sizes = verified.clearOutput(i) ? clears : secrets;
        at[i] = sizes[port.field()];
        sizes[port.field()] += port.count();
      }
      areas = new Areas(backends, secrets, clears, 0);
    }
  }
}

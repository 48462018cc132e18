package org.schurmpc.vm.machine;

import java.util.Arrays;
import org.schurmpc.core.field.Field;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.Tape;

/**
 * The registers of one worker: secret and clear elements of each field, and integers. Large enough
 * for every tape of the program; zero at the start of each run of a tape.
 */
final class Registers {
  final Bank[] secret;
  final long[][] clear;
  final long[] ints;

  Registers(Program program, Secrets[] backends) {
    int fields = program.fields().size();
    secret = new Bank[fields];
    clear = new long[fields][];
    for (int f = 0; f < fields; f++) {
      int most = 0;
      int mostClear = 0;
      for (Tape tape : program.tapes()) {
        most = Math.max(most, tape.sRegisters()[f]);
        mostClear = Math.max(mostClear, tape.cRegisters()[f]);
      }
      secret[f] = backends[f].bank(most);
      clear[f] = new long[mostClear * backends[f].field().limbs()];
    }
    ints = new long[program.tapes().stream().mapToInt(Tape::iRegisters).max().orElse(0)];
  }

  /** Sets the registers of a tape to zero. */
  void begin(Program program, Tape tape) {
    for (int f = 0; f < secret.length; f++) {
      Field field = program.fields().get(f).field();
      secret[f].clear(0, tape.sRegisters()[f]);
      Arrays.fill(clear[f], 0, tape.cRegisters()[f] * field.limbs(), 0);
    }
    Arrays.fill(ints, 0, tape.iRegisters(), 0);
  }

  void wipe() {
    for (int f = 0; f < secret.length; f++) {
      secret[f].wipe();
      Arrays.fill(clear[f], 0);
    }
    Arrays.fill(ints, 0);
  }
}

package org.schurmpc.vm.compile;

import java.util.Arrays;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.Operation.Role;
import org.schurmpc.vm.ir.TapeIr;
import org.schurmpc.vm.ir.TapeValues;

/**
 * Gives values registers by a scan over the order in which they run. A value has its registers from
 * the instruction that assigns it to its last user. If it comes from outside of a loop that uses
 * it, it has them to the end of the loop; sources and targets of openings have them to the
 * stopopen.
 */
final class RegisterScan {
  private static final int NONE = -1;

  private final TapeIr tape;
  private final TapeValues values;
  private final Sequence sequence;
  private final int[] starts;
  private final int[] ends;
  private final int[] registers;

  // Chains of the values whose registers are given back behind each position.
  private final int[] expiring;
  private final int[] nextExpiring;

  // The loops around a position: where they begin and end.
  private final int[] loopEnds;
  private int[] loops = new int[16];
  private int depth;

  private RegisterFile[] secrets;
  private RegisterFile[] clear;
  private RegisterFile ints = new RegisterFile();

  /** Cells that routines use, which have their registers all the time. */
  private final boolean[] shared;

  private RegisterScan(TapeIr tape, Sequence sequence, int fields) {
    this.tape = tape;
    this.values = tape.values();
    this.sequence = sequence;
    starts = filled(values.size());
    ends = filled(values.size());
    registers = filled(values.size());
    nextExpiring = filled(values.size());
    expiring = filled(sequence.size());
    loopEnds = new int[sequence.size()];
    shared = new boolean[values.size()];
    secrets = files(fields);
    clear = files(fields);
  }

  private static int[] filled(int size) {
    int[] filled = new int[size];
    Arrays.fill(filled, NONE);
    return filled;
  }

  private static RegisterFile[] files(int fields) {
    RegisterFile[] files = new RegisterFile[fields];
    Arrays.setAll(files, field -> new RegisterFile());
    return files;
  }

  /** Finds registers for the values of a tape. */
  static RegisterScan scan(TapeIr tape, Sequence sequence, int fields) {
    RegisterScan scan = new RegisterScan(tape, sequence, fields);
    scan.findLoops();
    scan.findShared();
    scan.findEnds();
    scan.chain();
    scan.allocate();
    return scan;
  }

  /** Returns the register of a value's first element. */
  int of(int value) {
    return registers[values.root(value)] + values.offset(value);
  }

  int secrets(int field) {
    return secrets[field].size();
  }

  int clear(int field) {
    return clear[field].size();
  }

  int ints() {
    return ints.size();
  }

  private boolean is(int at, Operation one, Operation other) {
    if (!sequence.isInstruction(at)) {
      return false;
    }
    Operation operation = tape.operation(sequence.instruction(at));
    return operation == one || operation == other;
  }

  private void push(int at) {
    if (depth == loops.length) {
      loops = Arrays.copyOf(loops, 2 * depth);
    }
    loops[depth++] = at;
  }

  private void findLoops() {
    for (int at = 0; at < sequence.size(); at++) {
      if (is(at, Operation.LOOP, Operation.WHILE)) {
        push(at);
      } else if (is(at, Operation.END_LOOP, Operation.END_WHILE)) {
        loopEnds[loops[--depth]] = at;
      }
    }
  }

  private void findShared() {
    boolean routine = false;
    for (int i = 0; i < tape.size(); i++) {
      Operation operation = tape.operation(i);
      routine = operation == Operation.ROUTINE || (routine && operation != Operation.END_ROUTINE);
      if (routine && operation.role() == Role.READ) {
        shared[values.root(tape.source(i, 0))] = true;
      } else if (routine && operation.role() == Role.WRITE) {
        shared[tape.target(i)] = true;
      }
    }
  }

  private void findEnds() {
    for (int at = 0; at < sequence.size(); at++) {
      if (sequence.isInstruction(at)) {
        int i = sequence.instruction(at);
        sources(i, at);
        target(i, at, at);
        if (is(at, Operation.LOOP, Operation.WHILE)) {
          push(at);
        } else if (is(at, Operation.END_LOOP, Operation.END_WHILE)) {
          depth--;
        }
      } else if (sequence.isStart(at)) {
        int stop = stop(at);
        for (int m = sequence.from(sequence.group(at)); m < sequence.to(sequence.group(at)); m++) {
          sources(sequence.memberAt(m), stop);
          target(sequence.memberAt(m), at, stop);
        }
      }
    }
  }

  /** Returns the position up to which a group needs its registers. */
  private int stop(int start) {
    int group = sequence.group(start);
    boolean input = tape.operation(sequence.memberAt(sequence.from(group))).role() == Role.INPUT;
    int stop = start;
    while (!input && !sequence.isStop(stop, group)) {
      stop++;
    }
    return stop;
  }

  private void sources(int i, int until) {
    for (int k = 0; k < tape.sources(i); k++) {
      int source = tape.source(i, k);
      if (source >= 0) {
        use(values.root(source), until);
      }
    }
  }

  private void target(int i, int at, int until) {
    target(tape.target(i), i, at, until);
    target(tape.bitTarget(i), i, at, until);
  }

  private void target(int target, int i, int at, int until) {
    if (target == TapeIr.NO) {
      return;
    }
    // Only cells are assigned often.
    if (starts[target] == NONE) {
      starts[target] = at;
    }
    boolean counter = tape.operation(i) == Operation.LOOP;
    use(target, counter ? loopEnds[at] : until);
  }

  private void use(int root, int until) {
    if (shared[root]) {
      return;
    }
    int end = until;
    for (int loop = depth - 1; loop >= 0 && loops[loop] > starts[root]; loop--) {
      end = Math.max(end, loopEnds[loops[loop]]);
    }
    ends[root] = Math.max(ends[root], end);
  }

  private void chain() {
    for (int value = 0; value < ends.length; value++) {
      if (ends[value] != NONE) {
        nextExpiring[value] = expiring[ends[value]];
        expiring[ends[value]] = value;
      }
    }
  }

  private void allocate() {
    for (int value = 0; value < shared.length; value++) {
      if (shared[value]) {
        registers[value] = file(value).take(values.count(value));
      }
    }
    RegisterFile[] mainSecrets = secrets;
    RegisterFile[] mainClear = clear;
    RegisterFile mainInts = ints;
    for (int at = 0; at < sequence.size(); at++) {
      if (sequence.isInstruction(at)) {
        int i = sequence.instruction(at);
        if (tape.operation(i) == Operation.ROUTINE) {
          secrets = within(mainSecrets);
          clear = within(mainClear);
          ints = mainInts.within();
        } else if (tape.operation(i) == Operation.END_ROUTINE) {
          behind(mainSecrets, secrets);
          behind(mainClear, clear);
          mainInts.behind(ints);
          secrets = mainSecrets;
          clear = mainClear;
          ints = mainInts;
        }
        boolean inPlace = tape.count(i) == 1 && tape.operation(i).role() == Role.PURE;
        if (inPlace) {
          expire(at, tape.target(i));
        }
        assign(tape.target(i), at);
        assign(tape.bitTarget(i), at);
        if (!inPlace || ends[tape.target(i)] == at) {
          expire(at, NONE);
        }
      } else {
        if (sequence.isStart(at)) {
          int group = sequence.group(at);
          for (int m = sequence.from(group); m < sequence.to(group); m++) {
            assign(tape.target(sequence.memberAt(m)), at);
          }
        }
        expire(at, NONE);
      }
    }
  }

  private static RegisterFile[] within(RegisterFile[] files) {
    return Arrays.stream(files).map(RegisterFile::within).toArray(RegisterFile[]::new);
  }

  private static void behind(RegisterFile[] files, RegisterFile[] routine) {
    for (int f = 0; f < files.length; f++) {
      files[f].behind(routine[f]);
    }
  }

  private RegisterFile file(int value) {
    int field = values.field(value);
    return switch (values.kind(value)) {
      case 's' -> secrets[field];
      case 'c' -> clear[field];
      default -> ints;
    };
  }

  private void assign(int target, int at) {
    if (target != TapeIr.NO && starts[target] == at && !shared[target]) {
      registers[target] = file(target).take(values.count(target));
    }
  }

  /** Gives back the registers of all values that end at a position, except for one. */
  private void expire(int at, int except) {
    int kept = NONE;
    for (int value = expiring[at]; value != NONE; value = nextExpiring[value]) {
      if (value == except) {
        kept = value;
      } else {
        file(value).giveBack(registers[value], values.count(value));
      }
    }
    expiring[at] = kept;
    if (kept != NONE) {
      nextExpiring[kept] = NONE;
    }
  }
}

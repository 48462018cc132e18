package org.schurmpc.vm.compile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.ValueType;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.ProgramIr;
import org.schurmpc.vm.ir.TapeIr;

/**
 * Counts the items that a tape consumes: all branches, loops by their turns; loops whose turns are
 * not known once, since an unbounded tape declares what is prepared at once.
 */
final class Demands {
  private static final int MAIN = -1;

  private final ProgramIr program;
  private final TapeIr tape;
  private final Counts none;

  /** By routine, how often it is called: the caller, -1 for the tape itself, and the turns. */
  private final Map<Integer, List<Call>> calls = new HashMap<>();

  /** What a run of each routine consumes without its calls, by field. */
  private final Map<Integer, Counts[]> own = new HashMap<>();

  private final Map<Integer, Long> runs = new HashMap<>();
  private Counts[] totals;
  private long turns = 1;

  private record Call(int caller, long turns) {}

  private Demands(ProgramIr program, TapeIr tape) {
    this.program = program;
    this.tape = tape;
    this.none = Counts.none(program.parties());
  }

  private Counts[] none() {
    Counts[] all = new Counts[program.fields().size()];
    Arrays.fill(all, none);
    return all;
  }

  /**
   * Returns the demand by field.
   *
   * @throws ArithmeticException if a number exceeds 63 bits
   */
  static Counts[] of(ProgramIr program, TapeIr tape) {
    Demands demands = new Demands(program, tape);
    demands.count();
    Counts[] all = demands.none();
    demands.runs.put(MAIN, 1L);
    for (Map.Entry<Integer, Counts[]> each : demands.own.entrySet()) {
      for (int f = 0; f < all.length; f++) {
        all[f] = all[f].plus(each.getValue()[f].times(demands.runs(each.getKey())));
      }
    }
    return all;
  }

  private void count() {
    long[] around = new long[16];
    int depth = 0;
    int routine = MAIN;
    totals = own.computeIfAbsent(routine, number -> none());
    for (int i = 0; i < tape.size(); i++) {
      switch (tape.operation(i)) {
        case LOOP -> {
          around = depth == around.length ? Arrays.copyOf(around, 2 * depth) : around;
          around[depth++] = turns;
          turns = Math.multiplyExact(turns, tape.immediate(i));
        }
        case END_LOOP -> turns = around[--depth];
        case CALL ->
            calls
                .computeIfAbsent((int) tape.immediate(i), number -> new ArrayList<>())
                .add(new Call(routine, turns));
        case ROUTINE -> {
          routine = (int) tape.immediate(i);
          totals = own.computeIfAbsent(routine, number -> none());
        }
        case END_ROUTINE -> {
          routine = MAIN;
          totals = own.get(MAIN);
        }
        default -> add(i);
      }
    }
  }

  /** Returns how often a routine runs; of calls in a circle, which the verifier refuses, any. */
  private long runs(int routine) {
    Long known = runs.putIfAbsent(routine, 0L);
    if (known != null) {
      return known;
    }
    long sum = 0;
    for (Call call : calls.get(routine)) {
      sum = Math.addExact(sum, Math.multiplyExact(runs(call.caller), call.turns));
    }
    runs.put(routine, sum);
    return sum;
  }

  private void add(int i) {
    long n = tape.count(i);
    if (tape.operation(i) == Operation.LOOKUP) {
      Counts lookups = none.plusLookups((int) tape.immediate(i), n);
      totals[field(i)] = totals[field(i)].plus(lookups.times(turns));
      return;
    }
    long[] inputs = new long[program.parties()];
    long triples = 0;
    long squares = 0;
    long bits = 0;
    long inverses = 0;
    switch (tape.operation(i)) {
      case PRODUCT -> triples = n;
      case SQUARED -> {
        boolean binary = program.fields().get(field(i)).field().isBinary();
        triples = binary ? n : 0;
        squares = binary ? 0 : n;
      }
      case BIT -> bits = n;
      case INV -> inverses = n;
      case RAND -> Arrays.fill(inputs, n);
      case INPUT, INPUT_BITS -> bits = input(i, n, inputs);
      default -> {
        return;
      }
    }
    Counts counts = new Counts(triples, squares, bits, inverses, inputs);
    totals[field(i)] = totals[field(i)].plus(counts.times(turns));
  }

  /** Adds the masks of an input and returns its number of bits. */
  private long input(int i, long n, long[] inputs) {
    List<Port> ports = program.inputs();
    Port port = ports.get((int) (tape.immediate(i) >>> Integer.SIZE));
    boolean ranged = port.type() != ValueType.ELEMENT;
    long each = ranged ? port.width() : 1;
    inputs[port.party()] += each * n;
    return ranged ? each * n : 0;
  }

  private int field(int i) {
    return tape.values().field(tape.target(i));
  }
}

package org.schurmpc.vm.compile;

import java.util.Arrays;
import java.util.List;
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
  private final ProgramIr program;
  private final TapeIr tape;
  private final Counts[] totals;
  private long turns = 1;

  private Demands(ProgramIr program, TapeIr tape) {
    this.program = program;
    this.tape = tape;
    totals = new Counts[program.fields().size()];
    Arrays.fill(totals, Counts.none(program.parties()));
  }

  /**
   * Returns the demand by field.
   *
   * @throws ArithmeticException if a number exceeds 63 bits
   */
  static Counts[] of(ProgramIr program, TapeIr tape) {
    Demands demands = new Demands(program, tape);
    long[] around = new long[16];
    int depth = 0;
    for (int i = 0; i < tape.size(); i++) {
      if (tape.operation(i) == Operation.LOOP) {
        around = depth == around.length ? Arrays.copyOf(around, 2 * depth) : around;
        around[depth++] = demands.turns;
        demands.turns = Math.multiplyExact(demands.turns, tape.immediate(i));
      } else if (tape.operation(i) == Operation.END_LOOP) {
        demands.turns = around[--depth];
      } else {
        demands.add(i);
      }
    }
    return demands.totals;
  }

  private void add(int i) {
    long n = tape.count(i);
    long[] inputs = new long[program.parties()];
    long triples = 0;
    long squares = 0;
    long bits = 0;
    switch (tape.operation(i)) {
      case PRODUCT -> triples = n;
      case SQUARED -> {
        boolean binary = program.fields().get(field(i)).field().isBinary();
        triples = binary ? n : 0;
        squares = binary ? 0 : n;
      }
      case BIT -> bits = n;
      case RAND -> Arrays.fill(inputs, n);
      case INPUT -> bits = input(i, n, inputs);
      default -> {
        return;
      }
    }
    Counts counts = new Counts(triples, squares, bits, 0, inputs);
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

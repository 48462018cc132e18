package org.schurmpc.vm.compile;

import java.math.BigInteger;
import java.util.List;
import org.schurmpc.vm.code.IntRules;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.Operation.Role;
import org.schurmpc.vm.ir.Pool;
import org.schurmpc.vm.ir.ProgramIr;
import org.schurmpc.vm.ir.TapeIr;
import org.schurmpc.vm.ir.TapeValues;

/**
 * Replaces instructions whose result is a constant or one of their sources, products of a value
 * with itself by squares, and indexed accesses at constant places by fixed ones.
 */
final class Folding {
  private final TapeIr tape;
  private final TapeValues values;
  private final List<Pool> pools;

  Folding(ProgramIr program, TapeIr tape) {
    this.tape = tape;
    this.values = tape.values();
    this.pools = program.pools();
  }

  void fold(int i) {
    Operation operation = tape.operation(i);
    switch (operation) {
      case ADDM, SUBM, ADDC, SUBC, MULM, MULC -> elements(i, operation);
      case PRODUCT -> square(i);
      case ADDI, SUBI, MULI, DIVI, MODI, SHLI, SHRI, ANDI, ORI, XORI, LTI, EQI ->
          integers(i, operation);
      case ITOC -> element(i);
      default -> {
        if (operation.isIndexed()) {
          access(i, operation);
        }
      }
    }
  }

  private int definition(int value, Operation as) {
    int root = values.root(value);
    int definition = values.definition(root);
    boolean constant =
        definition >= 0 && tape.operation(definition) == as && values.count(root) == 1;
    return constant ? definition : -1;
  }

  private BigInteger element(int value, int field) {
    int definition = definition(value, Operation.LDK);
    return definition < 0 ? null : pools.get(field).constant((int) tape.immediate(definition));
  }

  private void same(int i, int source) {
    values.makePart(tape.target(i), source, 0);
    tape.remove(i);
  }

  private void elements(int i, Operation operation) {
    int field = values.field(tape.target(i));
    BigInteger y = element(tape.source(i, 1), field);
    if (y == null) {
      return;
    }
    boolean whole = !tape.one(i, 0);
    boolean product = operation == Operation.MULM || operation == Operation.MULC;
    if (whole && (product ? y.equals(BigInteger.ONE) : y.signum() == 0)) {
      same(i, tape.source(i, 0));
      return;
    }
    BigInteger x = element(tape.source(i, 0), field);
    if (x == null || tape.count(i) != 1 || pools.get(field).field().isBinary()) {
      return;
    }
    constant(
        i,
        field,
        switch (operation) {
          case ADDC -> x.add(y);
          case SUBC -> x.subtract(y);
          default -> x.multiply(y);
        });
  }

  private void constant(int i, int field, BigInteger value) {
    tape.replace(i, Operation.LDK, TapeIr.NO, TapeIr.NO);
    tape.setImmediate(i, pools.get(field).index(value));
  }

  private void square(int i) {
    int field = values.field(tape.target(i));
    boolean prime = !pools.get(field).field().isBinary();
    if (prime && values.same(tape.source(i, 0), tape.source(i, 1))) {
      tape.replace(i, Operation.SQUARED, tape.source(i, 0), TapeIr.NO);
    }
  }

  private void integers(int i, Operation operation) {
    int x = definition(tape.source(i, 0), Operation.INT);
    int y = definition(tape.source(i, 1), Operation.INT);
    if (y >= 0 && x < 0 && tape.count(i) == 1) {
      neutral(i, operation, tape.immediate(y));
    } else if (x >= 0 && y >= 0 && tape.count(i) == 1) {
      long result = IntRules.compute(operation.op(), tape.immediate(x), tape.immediate(y));
      tape.replace(i, Operation.INT, TapeIr.NO, TapeIr.NO);
      tape.setImmediate(i, result);
    }
  }

  private void neutral(int i, Operation operation, long y) {
    boolean same =
        switch (operation) {
          case ADDI, SUBI, SHLI, SHRI, ORI, XORI -> y == 0;
          case MULI, DIVI -> y == 1;
          default -> false;
        };
    if (same) {
      same(i, tape.source(i, 0));
    }
  }

  private void element(int i) {
    int definition = definition(tape.source(i, 0), Operation.INT);
    int field = values.field(tape.target(i));
    if (definition < 0 || tape.count(i) != 1 || pools.get(field).field().isBinary()) {
      return;
    }
    BigInteger number = BigInteger.valueOf(tape.immediate(definition));
    // Otherwise it fails when it is run.
    if (number.abs().compareTo(pools.get(field).field().order().shiftRight(1)) <= 0) {
      constant(i, field, number);
    }
  }

  /** An access at a constant place in its part is fixed; outside, it fails when it is run. */
  private void access(int i, Operation operation) {
    boolean store = operation.role() == Role.STORE;
    int definition = definition(tape.source(i, store ? 1 : 0), Operation.INT);
    if (definition < 0) {
      return;
    }
    long at = tape.immediate(definition);
    if (at >= 0 && at <= tape.partLength(i) - tape.count(i)) {
      int value = store ? tape.source(i, 0) : TapeIr.NO;
      long cell = tape.partFrom(i) + at;
      tape.replace(i, operation.fixed(), value, TapeIr.NO);
      tape.setImmediate(i, cell);
    }
  }
}

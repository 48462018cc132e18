package org.schurmpc.vm.lang;

import java.math.BigInteger;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/**
 * Records what a trial in the clear checks beside what the program says: values that are taken to
 * be in a range on the developer's word, and indices that wrap around at 64 bits. Checks open
 * values, so a program that is recorded with them never runs between parties.
 */
final class Trial {
  private final Draft draft;

  Trial(Draft draft) {
    this.draft = draft;
  }

  /** Ends the run if an element is outside of bounds that are taken on the developer's word. */
  void requireWithin(Value value, Bounds bounds, String word) {
    int field = value.field();
    int opened = value.id();
    if (value.kind() == 's') {
      opened = draft.emit(Operation.REVEAL, 'c', field, value.n(), opened, TapeIr.NO);
    }
    int outside = outside(field, new Draft.Operand(opened, value.n()), bounds);
    int none = draft.emit(Operation.ISZERO, 'i', 0, 1, anyOf(field, outside), TapeIr.NO);
    require(
        new Index(draft, none),
        "%s takes a value to be from %s, and it is not".formatted(word, bounds));
  }

  /** Returns elements that are 0 where elements are within bounds. */
  private int outside(int field, Draft.Operand elements, Bounds bounds) {
    if (draft.field(field).isBinary()) {
      int bits = bounds.most().bitLength();
      return draft.emitImmediate(Operation.SHR, 'c', field, elements.n(), elements.id(), bits);
    }
    // Elements are numbers from 0 to p - 1, and so is their distance from the least.
    Draft.Operand least = constant(field, bounds.least());
    int distance = draft.emit(Operation.SUBC, 'c', field, elements, least);
    Draft.Operand count =
        constant(field, bounds.most().subtract(bounds.least()).add(BigInteger.ONE));
    return draft.emit(Operation.IDIV, 'c', field, new Draft.Operand(distance, elements.n()), count);
  }

  private Draft.Operand constant(int field, BigInteger value) {
    return new Draft.Operand(draft.constant(field, value), 1);
  }

  /** Returns an element that is 0 if all of a vector are. */
  private int anyOf(int field, int vector) {
    int any = vector;
    for (int n = draft.tape.ir.values().count(vector); n > 1; n = (n + 1) / 2) {
      int half = n / 2;
      // Of an odd number, the one in the middle is in both halves.
      int low = draft.tape.ir.part(any, 0, n - half);
      int high = draft.tape.ir.part(any, half, n - half);
      any = draft.emit(Operation.OR, 'c', field, n - half, low, high);
    }
    return any;
  }

  /** Ends the run if a sum, a difference, a product or a shift to the left wraps around. */
  void requireExact(Operation operation, Index x, Index y, int result) {
    int a = x.id();
    int b = y.id();
    int holds =
        switch (operation) {
          case ADDI -> sameSign(a, b, result);
          case SUBI -> sameSign(a, of(Operation.XORI, b, draft.integer(-1)), result);
          case MULI -> isProduct(a, b, result);
          case SHLI -> of(Operation.EQI, of(Operation.SHRI, result, b), a);
          default -> draft.integer(1);
        };
    require(new Index(draft, holds), "a number of type Index wraps around at 64 bits");
  }

  /** Returns 1 if a result has the sign of one of two numbers. */
  private int sameSign(int a, int b, int result) {
    int differs = of(Operation.ANDI, of(Operation.XORI, a, result), of(Operation.XORI, b, result));
    return not(of(Operation.LTI, differs, draft.integer(0)));
  }

  private int isProduct(int a, int b, int result) {
    int zero = not(a);
    int quotient = of(Operation.EQI, of(Operation.DIVI, result, a), b);
    // The least number times -1 is itself, and so is its quotient.
    int least = of(Operation.EQI, b, draft.integer(Long.MIN_VALUE));
    int wraps = of(Operation.ANDI, least, of(Operation.EQI, a, draft.integer(-1)));
    return of(Operation.ANDI, of(Operation.ORI, zero, quotient), not(wraps));
  }

  private int not(int x) {
    return of(Operation.EQI, x, draft.integer(0));
  }

  private int of(Operation operation, int x, int y) {
    return draft.emit(operation, 'i', 0, 1, x, y);
  }

  private void require(Index condition, String reason) {
    int at = draft.tape.control(Operation.REQUIRE, condition.id(), draft.lines.developers());
    draft.tape.ir.setImmediate(at, draft.text(reason));
  }
}

package org.schurmpc.vm.lang;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.ValueType;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/** Records a program's inputs, outputs and prints. */
public abstract class PortBuilder {
  final Draft draft;

  PortBuilder(Draft draft) {
    this.draft = draft;
  }

  /** Returns the number of parties. */
  public int parties() {
    return draft.parties;
  }

  private int input(String name, int party, IntType type, int n) {
    return draft.ports.input(name, party, 0, type.valueType(), type.bits(), n);
  }

  /** Returns a party's input, which is proven to be in its range. */
  public SecretInt input(String name, int party, IntType type) {
    Bounds bounds = draft.requireFits(type.bounds(), "an input of " + type + " bits");
    return new SecretInt(draft, input(name, party, type, 1), bounds);
  }

  /** Returns n inputs of a party, which are proven to be in their range. */
  public SecretInts inputs(String name, int party, IntType type, int n) {
    Bounds bounds = draft.requireFits(type.bounds(), "an input of " + type + " bits");
    return new SecretInts(draft, input(name, party, type, n), bounds);
  }

  /**
   * Returns n decimal inputs of a party as integers in units of 2^-fraction, which are proven to be
   * signed numbers of some bits. A decimal is rounded to the nearest unit.
   *
   * @param fraction number of bits behind the point, from 0 to bits - 1
   */
  public SecretInts inputsFixed(String name, int party, int bits, int fraction, int n) {
    draft.requireFits(bits, "an input of " + bits + " bits");
    requireFraction(bits, fraction);
    int units = draft.ports.inputFixed(name, party, bits, fraction, n);
    return new SecretInts(draft, units, Bounds.signed(bits));
  }

  private void requireFraction(int bits, int fraction) {
    if (fraction < 0 || fraction >= bits) {
      throw draft.error(
          "a number of %d bits has no %d bits behind the point".formatted(bits, fraction));
    }
  }

  /**
   * Returns a party's input with its bits, which is proven to be in its range. The bits take no
   * more material than the proof.
   */
  public SecretBits<SecretInt> inputBits(String name, int party, IntType type) {
    Bounds bounds = draft.requireFits(type.bounds(), "an input of " + type + " bits");
    int n = type.bits();
    int vector = draft.ports.inputBits(name, party, 0, type.valueType(), n, 1);
    SecretInt sum = new SecretInt(draft, draft.compose(0, vector, n), bounds);
    List<SecretBit> bits = new ArrayList<>(draft.bits(vector, n));
    if (type.signed()) {
      // The bits are those of the value plus 2^(n-1).
      bits.set(n - 1, bits.get(n - 1).not());
      int offset = draft.constant(0, BigInteger.TWO.pow(n - 1));
      sum = new SecretInt(draft, draft.emit(Operation.SUBM, 's', 0, 1, sum.id(), offset), bounds);
    }
    return new SecretBits<>(sum, bits);
  }

  /**
   * Returns the bits of n inputs of a party, which are proven to be from 0 to 2^width - 1. They
   * take no more material than the proof.
   *
   * @return the bits of one number after the other, the lowest of a number first
   */
  public SecretBitVector inputBits(String name, int party, int width, int n) {
    draft.requireFits(IntType.unsigned(width).width(), "an input of %d bits".formatted(width));
    return new SecretBitVector(
        draft, draft.ports.inputBits(name, party, 0, ValueType.UNSIGNED, width, n));
  }

  /**
   * Returns a party's element of the second field with its bits, the coefficients of a polynomial
   * of a degree below {@code width}, which is proven.
   */
  public SecretBits<SecretGf2n> inputBitsGf2n(String name, int party, int width) {
    if (width < 1 || width > draft.field(second()).bits()) {
      throw draft.error("the second field has no elements of %d bits".formatted(width));
    }
    int field = SecretGf2n.FIELD;
    int vector = draft.ports.inputBits(name, party, field, ValueType.UNSIGNED, width, 1);
    SecretGf2n value = new SecretGf2n(draft, draft.compose(field, vector, width));
    return new SecretBits<>(value, draft.bits(vector, width));
  }

  /** Returns a party's bit, which is proven to be 0 or 1. */
  public SecretBit inputBit(String name, int party) {
    return new SecretBit(draft, draft.ports.input(name, party, 0, ValueType.BIT, 1, 1));
  }

  /** Returns n bits of a party, which are proven to be 0 or 1. */
  public SecretBitVector inputBitVector(String name, int party, int n) {
    return new SecretBitVector(draft, draft.ports.input(name, party, 0, ValueType.BIT, 1, n));
  }

  /**
   * Returns a party's input without a proof of its range: a party that cheats can give any element.
   */
  public SecretInt inputUnproven(String name, int party, IntType type) {
    Bounds bounds = draft.requireFits(type.bounds(), "an input of " + type + " bits");
    int id = draft.ports.input(name, party, 0, ValueType.ELEMENT, 0, 1);
    SecretInt value = new SecretInt(draft, id, bounds);
    draft.word("inputUnproven: " + bounds, "inputUnproven", value, bounds);
    return value;
  }

  final int second() {
    if (draft.fields.size() < 2 || draft.bitField == SecretGf2n.FIELD) {
      throw draft.error("the program has no second field for elements of GF(2^n)");
    }
    return SecretGf2n.FIELD;
  }

  /** Returns a party's element of the second field. */
  public SecretGf2n inputGf2n(String name, int party) {
    return new SecretGf2n(draft, draft.ports.input(name, party, second(), ValueType.ELEMENT, 0, 1));
  }

  /** Gives an element to all parties when the program ends. */
  public void output(String name, SecretGf2n value) {
    draft.ports.output(value, name, ValueType.ELEMENT, 0);
  }

  /** Gives an element to all parties when the program ends. */
  public void output(String name, ClearGf2n value) {
    draft.ports.output(value, name, ValueType.ELEMENT, 0);
  }

  /** Gives an element to one party when the program ends. */
  public void outputTo(int party, String name, SecretGf2n value) {
    draft.ports.outputTo(party, value, name, ValueType.ELEMENT, 0);
  }

  /** Gives a value to all parties when the program ends. */
  public void output(String name, SecretNumber<?, ?> value) {
    draft.ports.output(value, name, ValueType.SIGNED, value.width());
  }

  /** Gives a bit to all parties when the program ends. */
  public void output(String name, SecretBit value) {
    draft.ports.output(value, name, ValueType.BIT, 1);
  }

  /** Gives bits to all parties when the program ends. */
  public void output(String name, SecretBitVector values) {
    draft.ports.output(values, name, ValueType.BIT, 1);
  }

  /** Gives a public value to all parties when the program ends. */
  public void output(String name, ClearNumber<?, ?> value) {
    boolean fits = value.width() < value.any().width();
    draft.ports.output(
        value, name, fits ? ValueType.SIGNED : ValueType.ELEMENT, fits ? value.width() : 0);
  }

  /** Gives a value to one party when the program ends. */
  public void outputTo(int party, String name, SecretNumber<?, ?> value) {
    draft.ports.outputTo(party, value, name, ValueType.SIGNED, value.width());
  }

  /** Gives units of 2^-fraction as decimals to all parties when the program ends. */
  public void outputFixed(String name, SecretNumber<?, ?> units, int fraction) {
    outputFixed(Port.ALL, name, units, fraction);
  }

  /** Gives units of 2^-fraction as decimals to one party when the program ends. */
  public void outputFixedTo(int party, String name, SecretNumber<?, ?> units, int fraction) {
    draft.ports.requireParty(party);
    outputFixed(party, name, units, fraction);
  }

  private void outputFixed(int party, String name, SecretNumber<?, ?> units, int fraction) {
    int width = Math.max(units.width(), fraction + 1);
    requireFraction(width, fraction);
    int fitting = draft.requireFits(width, "an output of " + width + " bits");
    draft.ports.output(units, name, party, ValueType.FIXED, fitting, fraction);
  }

  /** Gives a bit to one party when the program ends. */
  public void outputTo(int party, String name, SecretBit value) {
    draft.ports.outputTo(party, value, name, ValueType.BIT, 1);
  }

  /** Gives bits to one party when the program ends. */
  public void outputTo(int party, String name, SecretBitVector values) {
    draft.ports.outputTo(party, values, name, ValueType.BIT, 1);
  }

  /**
   * Prints at all parties, while the program runs. The machine checks all openings before.
   *
   * @param parts texts, clear values and indices
   */
  public void print(Object... parts) {
    int[] list = new int[parts.length];
    for (int i = 0; i < parts.length; i++) {
      list[i] = printed(parts[i]);
    }
    int at = draft.tape.ir.add(Operation.PRINT, 1, TapeIr.NO, TapeIr.NO, draft.lines.here());
    draft.tape.ir.setList(at, list);
  }

  private int printed(Object part) {
    if (part instanceof ClearNumber<?, ?> || part instanceof Index) {
      return ((Value) part).id();
    }
    if (part instanceof String text) {
      return ~draft.text(text);
    }
    throw draft.error("texts, clear values and indices can be printed, not " + part);
  }
}

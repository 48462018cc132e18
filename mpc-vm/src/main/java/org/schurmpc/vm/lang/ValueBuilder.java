package org.schurmpc.vm.lang;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.ValueType;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/** Records a program's inputs, outputs, constants, variables and memory. */
public abstract class ValueBuilder {
  final Draft draft;
  private final int parties;

  ValueBuilder(Draft draft, int parties) {
    this.draft = draft;
    this.parties = parties;
  }

  /** Returns the number of parties. */
  public int parties() {
    return parties;
  }

  /** Returns the number of bits by which masks are longer than what they hide. */
  public int sigmaMask() {
    return draft.fields.get(0).sigmaMask();
  }

  /**
   * Requires that the field has room for values of some bits under a mask.
   *
   * @throws ProgramError if not; names the bits that a prime needs
   */
  public void requireRoom(int bits) {
    draft.requireRoom(bits);
  }

  /**
   * Notes that a library takes something on the word of the program's developer; {@code program
   * cost} lists it with the program's line.
   *
   * @param what for example "FixedPoint.assumeFits"
   */
  public void noteWord(String what) {
    draft.noteWord(what);
  }

  // Inputs and outputs

  private int input(String name, int party, ValueType type, int width, int n) {
    requireInput(name, party, n);
    return draft.input(name, party, 0, type, width, n);
  }

  private void requireInput(String name, int party, int n) {
    requireParty(party);
    if (n < 1) {
      throw draft.error("input %s has at least 1 value, not %d".formatted(name, n));
    }
  }

  private void requireParty(int party) {
    if (party < 0 || party >= parties) {
      throw draft.error("there is no party %d among parties 0 to %d".formatted(party, parties - 1));
    }
  }

  /** Returns a party's input, which is proven to be in its range. */
  public SecretInt input(String name, int party, IntType type) {
    Bounds bounds = draft.requireFits(type.bounds(), "an input of " + type + " bits");
    return new SecretInt(draft, input(name, party, type.valueType(), type.bits(), 1), bounds);
  }

  /** Returns n inputs of a party, which are proven to be in their range. */
  public SecretInts inputs(String name, int party, IntType type, int n) {
    Bounds bounds = draft.requireFits(type.bounds(), "an input of " + type + " bits");
    return new SecretInts(draft, input(name, party, type.valueType(), type.bits(), n), bounds);
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
    requireInput(name, party, n);
    return new SecretInts(
        draft,
        draft.input(name, party, 0, ValueType.FIXED, bits, fraction, n),
        Bounds.signed(bits));
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
    requireParty(party);
    Bounds bounds = draft.requireFits(type.bounds(), "an input of " + type + " bits");
    int n = type.bits();
    int vector = draft.inputBits(name, party, 0, type.valueType(), n);
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
    requireParty(party);
    draft.requireFits(IntType.unsigned(width).width(), "an input of %d bits".formatted(width));
    if (n < 1) {
      throw draft.error("input %s has at least 1 value, not %d".formatted(name, n));
    }
    return new SecretBitVector(
        draft, draft.inputBits(name, party, 0, ValueType.UNSIGNED, width, n));
  }

  /**
   * Returns a party's element of the second field with its bits, the coefficients of a polynomial
   * of a degree below {@code width}, which is proven.
   */
  public SecretBits<SecretGf2n> inputBitsGf2n(String name, int party, int width) {
    requireParty(party);
    if (width < 1 || width > draft.field(second()).bits()) {
      throw draft.error("the second field has no elements of %d bits".formatted(width));
    }
    int field = SecretGf2n.FIELD;
    int vector = draft.inputBits(name, party, field, ValueType.UNSIGNED, width);
    SecretGf2n value = new SecretGf2n(draft, draft.compose(field, vector, width));
    return new SecretBits<>(value, draft.bits(vector, width));
  }

  /** Returns a party's bit, which is proven to be 0 or 1. */
  public SecretBit inputBit(String name, int party) {
    return new SecretBit(draft, input(name, party, ValueType.BIT, 1, 1));
  }

  /** Returns n bits of a party, which are proven to be 0 or 1. */
  public SecretBitVector inputBitVector(String name, int party, int n) {
    return new SecretBitVector(draft, input(name, party, ValueType.BIT, 1, n));
  }

  /**
   * Returns a party's input without a proof of its range: a party that cheats can give any element.
   */
  public SecretInt inputUnproven(String name, int party, IntType type) {
    Bounds bounds = draft.requireFits(type.bounds(), "an input of " + type + " bits");
    draft.word("inputUnproven: " + bounds);
    return new SecretInt(draft, input(name, party, ValueType.ELEMENT, 0, 1), bounds);
  }

  private int second() {
    if (draft.fields.size() < 2) {
      throw draft.error("the program has no second field for elements of GF(2^n)");
    }
    return SecretGf2n.FIELD;
  }

  /** Returns a party's element of the second field. */
  public SecretGf2n inputGf2n(String name, int party) {
    requireParty(party);
    return new SecretGf2n(draft, draft.input(name, party, second(), ValueType.ELEMENT, 0, 1));
  }

  /** Gives an element to all parties when the program ends. */
  public void output(String name, SecretGf2n value) {
    draft.output(value, name, Port.ALL, ValueType.ELEMENT, 0);
  }

  /** Gives an element to all parties when the program ends. */
  public void output(String name, ClearGf2n value) {
    draft.output(value, name, Port.ALL, ValueType.ELEMENT, 0);
  }

  /** Gives an element to one party when the program ends. */
  public void outputTo(int party, String name, SecretGf2n value) {
    requireParty(party);
    draft.output(value, name, party, ValueType.ELEMENT, 0);
  }

  /** Gives a value to all parties when the program ends. */
  public void output(String name, SecretNumber<?, ?> value) {
    draft.output(value, name, Port.ALL, ValueType.SIGNED, value.width());
  }

  /** Gives a bit to all parties when the program ends. */
  public void output(String name, SecretBit value) {
    draft.output(value, name, Port.ALL, ValueType.BIT, 1);
  }

  /** Gives bits to all parties when the program ends. */
  public void output(String name, SecretBitVector values) {
    draft.output(values, name, Port.ALL, ValueType.BIT, 1);
  }

  /** Gives a public value to all parties when the program ends. */
  public void output(String name, ClearNumber<?, ?> value) {
    boolean fits = value.width() < value.any().width();
    draft.output(
        value,
        name,
        Port.ALL,
        fits ? ValueType.SIGNED : ValueType.ELEMENT,
        fits ? value.width() : 0);
  }

  /** Gives a value to one party when the program ends. */
  public void outputTo(int party, String name, SecretNumber<?, ?> value) {
    requireParty(party);
    draft.output(value, name, party, ValueType.SIGNED, value.width());
  }

  /** Gives units of 2^-fraction as decimals to all parties when the program ends. */
  public void outputFixed(String name, SecretNumber<?, ?> units, int fraction) {
    outputFixed(Port.ALL, name, units, fraction);
  }

  /** Gives units of 2^-fraction as decimals to one party when the program ends. */
  public void outputFixedTo(int party, String name, SecretNumber<?, ?> units, int fraction) {
    requireParty(party);
    outputFixed(party, name, units, fraction);
  }

  private void outputFixed(int party, String name, SecretNumber<?, ?> units, int fraction) {
    int width = Math.max(units.width(), fraction + 1);
    requireFraction(width, fraction);
    int fitting = draft.requireFits(width, "an output of " + width + " bits");
    draft.output(units, name, party, ValueType.FIXED, fitting, fraction);
  }

  /** Gives a bit to one party when the program ends. */
  public void outputTo(int party, String name, SecretBit value) {
    requireParty(party);
    draft.output(value, name, party, ValueType.BIT, 1);
  }

  /** Gives bits to one party when the program ends. */
  public void outputTo(int party, String name, SecretBitVector values) {
    requireParty(party);
    draft.output(values, name, party, ValueType.BIT, 1);
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

  // Constants and randomness

  /** Returns a number as a secret value, which it is not: all parties know it. */
  public SecretInt secret(long value) {
    return clear(value).toSecret();
  }

  /** Returns a constant that the field has room for. */
  public ClearInt clear(long value) {
    return clear(BigInteger.valueOf(value));
  }

  /** Returns a constant of any length that the field has room for. */
  public ClearInt clear(BigInteger value) {
    Bounds bounds = draft.requireFits(Bounds.of(value), "the constant");
    return new ClearInt(draft, draft.constant(0, value), bounds);
  }

  /**
   * Returns a constant element of the second field.
   *
   * @param bits the coefficients of the element's polynomial
   */
  public ClearGf2n clearGf2n(long bits) {
    BigInteger value = new BigInteger(Long.toUnsignedString(bits));
    int most = draft.field(second()).bits();
    if (value.bitLength() > most) {
      throw draft.error(
          "an element of %d bits is not in the second field, which has %d"
              .formatted(value.bitLength(), most));
    }
    return new ClearGf2n(draft, draft.constant(SecretGf2n.FIELD, value));
  }

  public Index index(long value) {
    return Index.constant(draft, value);
  }

  /** Returns a secret uniform bit that no party knows. */
  public SecretBit randomBit() {
    return new SecretBit(draft, draft.emit(Operation.BIT, 's', 0, 1, TapeIr.NO, TapeIr.NO));
  }

  /** Returns n secret uniform bits that no party knows. */
  public SecretBitVector randomBits(int n) {
    return new SecretBitVector(draft, draft.emit(Operation.BIT, 's', 0, n, TapeIr.NO, TapeIr.NO));
  }

  /** Returns a mask that is any element: it hides all values. */
  public Mask uniformMask() {
    return new Mask(uniformMasks(1));
  }

  /** Returns n masks that are any element: they hide all values. */
  public Masks uniformMasks(int n) {
    return Masks.uniform(draft, n);
  }

  /**
   * Returns a mask of {@code width - 1 + sigmaMask()} random bits. It hides a value of {@code
   * width} bits, one of them for the sign: the sum of both is at statistical distance 2^-sigmaMask
   * from the mask alone, since its range is longer than the mask's by a part of 2^-sigmaMask.
   */
  public Mask bitMask(int width) {
    return new Mask(bitMasks(1, width));
  }

  /** Returns n masks as {@link #bitMask}, for a vector. The distances of the values add up. */
  public Masks bitMasks(int n, int width) {
    return Masks.bits(draft, n, width, 0, sigmaMask());
  }

  /**
   * Returns n masks as {@link #bitMask}, for a vector, which also know the value of their lowest
   * bits.
   *
   * @param lowBits number of these bits
   */
  public Masks bitMasks(int n, int width, int lowBits) {
    return Masks.bits(draft, n, width, lowBits, sigmaMask());
  }

  /** Returns n random secret elements that are not 0, with their inverses. */
  public Inverses inverses(int n) {
    return new Inverses(draft, n);
  }

  // Variables and memory

  public SecretVar secretVar(IntType type, SecretInt first) {
    return new SecretVar(draft, type, first);
  }

  public SecretVar secretVar(IntType type, long first) {
    return new SecretVar(draft, type, secret(first));
  }

  public ClearVar clearVar(IntType type, ClearInt first) {
    return new ClearVar(draft, type, first);
  }

  public ClearVar clearVar(IntType type, long first) {
    return new ClearVar(draft, type, clear(first));
  }

  public IndexVar indexVar(Index first) {
    return new IndexVar(draft, first);
  }

  public IndexVar indexVar(long first) {
    return new IndexVar(draft, index(first));
  }

  public SecretIntArray secretArray(String name, IntType type, int n) {
    draft.requireFits(type.width(), "the type");
    return new SecretIntArray(Cells.all(draft, draft.array(name, 's', 0, n)), type);
  }

  public ClearIntArray clearArray(String name, IntType type, int n) {
    draft.requireFits(type.width(), "the type");
    return new ClearIntArray(Cells.all(draft, draft.array(name, 'c', 0, n)), type);
  }

  public IndexArray indexArray(String name, int n) {
    return new IndexArray(Cells.all(draft, draft.array(name, 'i', 0, n)));
  }

  public SecretIntMatrix secretMatrix(String name, IntType type, int rows, int columns) {
    SecretIntArray cells = secretArray(name, type, Math.multiplyExact(rows, columns));
    return new SecretIntMatrix(cells, rows, columns);
  }
}

package org.schurmpc.vm.lang;

import java.math.BigInteger;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/** Records a program's constants, masks, variables and memory. */
public abstract class ValueBuilder extends PortBuilder {
  ValueBuilder(Draft draft) {
    super(draft);
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

  /**
   * In a trial, ends the run if values are outside of what {@link #noteWord} notes; otherwise does
   * nothing.
   *
   * @param what as for {@link #noteWord}
   */
  public void checkWord(String what, SecretInts values, Bounds bounds) {
    draft.checkWord(what, values, bounds);
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

  /**
   * Returns n masks as {@link #bitMasks(int, int, int)} whose bits are asked for in part, and in
   * TinyOT if the program has bits there: then the mask is a sum of two numbers of {@code width - 1
   * + sigmaMask()} bits, one of each party.
   *
   * @param lowBits number of lowest bits whose value is asked for, or 0
   * @param bits number of lowest bits that {@link Masks#bits} returns, or more; 0 or {@code
   *     lowBits} if {@code lowBits} is not 0
   */
  public Masks masks(int n, int width, int lowBits, int bits) {
    return Masks.mixed(draft, n, width, lowBits, bits, sigmaMask());
  }

  /**
   * Returns n secret uniform numbers that no party knows, with their bits in TinyOT.
   *
   * @param bits number of bits, for which {@link #hasRoomForBits}
   */
  public RandomNumbers randomNumbers(int n, int bits) {
    return Masks.numbers(draft, n, bits);
  }

  /** Whether there are bits in TinyOT, and the field has room for numbers of some bits there. */
  public boolean hasRoomForBits(int bits) {
    return hasBits() && bits + 2 < draft.field(0).bits();
  }

  /** Whether the field has room for values of some bits under a mask. */
  public boolean hasRoomFor(int bits) {
    return (long) bits + sigmaMask() < draft.field(0).bits();
  }

  /** Whether the program has bits in TinyOT beside its numbers. */
  public boolean hasBits() {
    return draft.bitField >= 0;
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
    return new SecretIntArray(Memory.Cells.all(draft, draft.memory.array(name, 's', 0, n)), type);
  }

  public ClearIntArray clearArray(String name, IntType type, int n) {
    draft.requireFits(type.width(), "the type");
    return new ClearIntArray(Memory.Cells.all(draft, draft.memory.array(name, 'c', 0, n)), type);
  }

  public IndexArray indexArray(String name, int n) {
    return new IndexArray(Memory.Cells.all(draft, draft.memory.array(name, 'i', 0, n)));
  }

  public SecretIntMatrix secretMatrix(String name, IntType type, int rows, int columns) {
    SecretIntArray cells = secretArray(name, type, Math.multiplyExact(rows, columns));
    return new SecretIntMatrix(cells, rows, columns);
  }
}

package org.schurmpc.vm.lib.table;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.BitDecomposition;
import org.schurmpc.vm.lib.parts.BitNumbers;

/**
 * Values of rows: as numbers over the field, as bits in TinyOT, or both. Bits are those of the
 * distance from the least value, so that they are in the order of the values. What is asked for is
 * made once.
 */
final class Cells {
  private final ProgramBuilder b;
  private final Bounds bounds;
  private SecretInts numbers;
  private List<SecretBitVector> planes;

  private Cells(ProgramBuilder b, Bounds bounds, SecretInts numbers, List<SecretBitVector> planes) {
    this.b = b;
    this.bounds = bounds;
    this.numbers = numbers;
    this.planes = planes;
  }

  static Cells of(ProgramBuilder b, SecretInts numbers) {
    return new Cells(b, numbers.bounds(), numbers, null);
  }

  /** Returns cells of bits in TinyOT, the lowest of all rows first. */
  static Cells of(ProgramBuilder b, Bounds bounds, List<SecretBitVector> planes) {
    return new Cells(b, bounds, null, planes);
  }

  static Cells flags(ProgramBuilder b, SecretBitVector flags) {
    return flags.isBoolean()
        ? of(b, Bounds.unsigned(1), List.of(flags))
        : new Cells(b, Bounds.unsigned(1), flags.asInts(), null);
  }

  /** Returns cells that are 0 or 1 as flags. */
  SecretBitVector flags() {
    return planes != null ? planes.get(0) : numbers.assumeBits();
  }

  Bounds bounds() {
    return bounds;
  }

  int size() {
    return numbers != null ? numbers.size() : planes.get(0).size();
  }

  /** Returns the distance of the greatest value from the least. */
  BigInteger range() {
    return bounds.most().subtract(bounds.least());
  }

  /** Returns the number of bits of distances from the least value, at least 1. */
  int bits() {
    return Math.max(1, range().bitLength());
  }

  /** Whether the cells are bits in TinyOT and no numbers. */
  boolean isBitsAlone() {
    return numbers == null;
  }

  /** Whether the cells are bits in TinyOT, or can be. */
  boolean canBeBits() {
    return planes != null || b.hasRoomForBits(bits() + b.sigmaMask());
  }

  private ClearInts least() {
    return b.clear(bounds.least()).asVector();
  }

  SecretInts numbers() {
    if (numbers == null) {
      numbers = BitNumbers.of(b, planes).assumeFits(new Bounds(BigInteger.ZERO, range()));
      numbers = numbers.plus(least()).assumeFits(bounds);
    }
    return numbers;
  }

  /** Returns the distances from the least value. */
  SecretInts distances() {
    return bounds.least().signum() == 0 ? numbers() : numbers().minus(least());
  }

  List<SecretBitVector> planes() {
    if (planes == null) {
      planes = new BitDecomposition(b).lowest(distances(), bits());
    }
    return planes;
  }

  /** Returns 0 where flags are 1, and these values where they are 0. */
  Cells zeroWhere(SecretBitVector flags) {
    Bounds all = Table.withZero(bounds);
    if (planes == null || !flags.isBoolean() || !all.equals(bounds)) {
      SecretInts own = flags.not().asInts().times(numbers());
      return of(b, own.assumeFits(all));
    }
    BigInteger zero = bounds.least().negate();
    SecretBitVector here = flags.not();
    List<SecretBitVector> chosen = new ArrayList<>();
    for (int i = 0; i < planes.size(); i++) {
      SecretBitVector plane = planes.get(i);
      chosen.add(zero.testBit(i) ? plane.not().and(here).not() : plane.and(here));
    }
    return of(b, all, chosen);
  }

  /** Returns cells in the opposite order. */
  Cells complement() {
    Bounds all = Bounds.unsigned(bits());
    if (planes != null) {
      return of(b, all, planes.stream().map(SecretBitVector::not).toList());
    }
    SecretInts numbers = b.clear(all.most()).asVector().minus(distances());
    return new Cells(b, all, numbers, null);
  }

  /** Returns the cells of which these are the {@link #complement}. */
  Cells original(Bounds of) {
    List<SecretBitVector> turned =
        planes == null ? null : planes.stream().map(SecretBitVector::not).toList();
    if (turned != null) {
      return of(b, of, turned);
    }
    SecretInts distances = b.clear(bounds.most()).asVector().minus(numbers);
    return of(b, distances.plus(b.clear(of.least()).asVector()).assumeFits(of));
  }

  /** Returns the same values with wider bounds. */
  Cells within(Bounds wider) {
    return wider.equals(bounds)
        ? this
        : new Cells(b, wider, numbers().within(wider, "a cell"), null);
  }

  /** Returns cells that are known to be from 0 to a number, which is in their range. */
  Cells upTo(long most) {
    Bounds narrow = new Bounds(BigInteger.ZERO, BigInteger.valueOf(most));
    if (planes != null) {
      return of(b, narrow, planes.subList(0, Math.max(1, narrow.most().bitLength())));
    }
    return of(b, numbers.assumeFits(narrow));
  }

  Cells slice(int from, int n) {
    SecretInts part = numbers == null ? null : numbers.slice(from, n);
    if (part != null) {
      part = part.assumeFits(bounds);
    }
    return new Cells(
        b,
        bounds,
        part,
        planes == null ? null : planes.stream().map(plane -> plane.slice(from, n)).toList());
  }

  /** Returns the cells of one column behind those of another one. */
  Cells join(Cells other) {
    Bounds all = bounds.hull(other.bounds);
    if (planes != null
        && other.planes != null
        && bounds.equals(all)
        && other.bounds.equals(all)
        && (numbers == null || other.numbers == null)) {
      List<SecretBitVector> joined = new ArrayList<>();
      for (int i = 0; i < planes.size(); i++) {
        joined.add(SecretBitVector.join(planes.get(i), other.planes.get(i)));
      }
      return of(b, all, joined);
    }
    return new Cells(b, all, SecretInts.join(numbers(), other.numbers()), null);
  }
}

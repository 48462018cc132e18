package org.schurmpc.vm.lib;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.ClearIntArray;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.Index;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretIntArray;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.Indicator;

/**
 * Sorts the rows of a table by secret integers, digit by digit from the lowest on (Hamada,
 * Ikarashi, Chida, Takahashi: Oblivious radix sort, eprint 2014/121; with digits of up to 4 bits).
 * Stable: rows with equal keys keep their order.
 *
 * <p>A pass computes where each row goes by its digit, as secret numbers, moves rows and numbers by
 * a {@link Shuffle}, opens the numbers, and moves the rows there.
 *
 * <p><b>Security.</b> The numbers of a pass are a permutation of 0 to n - 1. They are opened behind
 * a shuffle of their own by a uniform permutation that no n - 1 parties know, so that what is
 * opened is a uniform permutation that does not depend on the rows nor on other passes. The opening
 * is a reveal: all openings before are checked before it is sent, since what a forged one changes
 * is no permutation any more.
 *
 * <p>For keys of k bits there are p = ⌈k/4⌉ passes. With P parties, a pass takes a shuffle with a
 * column more, that is P (2 ⌈log2 n⌉ - 1) rounds and about P (n log2 n - n) triples for each column
 * and one, and besides at most 6 rounds, 33 triples for each row, and k + sigmaMask bits. Inputs
 * cannot stand in loops, so the sort cannot.
 */
public final class RadixSort {
  private static final int DIGIT = 4;

  private final ProgramBuilder b;
  private final String name;
  private final BitDecomposition decomposition;
  private final Shift shift;
  private int sorts;

  /**
   * Creates the sorting of values of a program.
   *
   * @param name of its arrays and of the inputs of its shuffles; no other radix sort of the program
   *     has it
   */
  public RadixSort(ProgramBuilder b, String name) {
    this.b = b;
    this.name = name;
    decomposition = new BitDecomposition(b);
    shift = new Shift(b);
  }

  /** Returns the values in ascending order. */
  public SecretInts ascending(SecretInts values) {
    return ascending(List.of(values)).get(0);
  }

  /**
   * Returns the rows of a table in ascending order of their first column.
   *
   * @param columns one or more vectors of one length
   */
  public List<SecretInts> ascending(List<SecretInts> columns) {
    return ascending(columns, IntType.signed(columns.get(0).width()));
  }

  /**
   * Returns the rows of a table in ascending order of their first column, whose range is known:
   * short keys take few passes.
   *
   * @param columns one or more vectors of one length
   * @param keys the range of the first column, in which its bounds must be
   */
  public List<SecretInts> ascending(List<SecretInts> columns, IntType keys) {
    int n = Sorting.rows(columns);
    if (n == 1) {
      return columns;
    }
    sorts++;
    BigInteger least = keys.signed() ? BigInteger.TWO.pow(keys.bits() - 1) : BigInteger.ZERO;
    List<SecretInts> rows = new ArrayList<>(columns);
    SecretInts key = rows.get(0).within(keys.bounds(), "a key");
    rows.set(0, key.plus(constant(least)).within(Bounds.unsigned(keys.bits()), "a key"));
    Table shuffled = new Table(rows, "shuffled");
    Table sorted = new Table(rows, "sorted");
    int passes = (keys.bits() + DIGIT - 1) / DIGIT;
    for (int pass = 0; pass < passes; pass++) {
      int from = keys.bits() * pass / passes;
      int bits = keys.bits() * (pass + 1) / passes - from;
      SecretInts places = shuffle(rows, keys.bits(), bits, shuffled, nameOf("pass" + pass));
      move(places.reveal(), shuffled, sorted, "places" + pass);
      rows = sorted.rows();
    }
    rows.set(0, rows.get(0).minus(constant(least)).assumeFits(keys));
    return rows;
  }

  private ClearInts constant(BigInteger value) {
    return b.clear(value).asVector();
  }

  private String nameOf(String part) {
    return "%s_%d_%s".formatted(name, sorts, part);
  }

  /** The columns of rows in memory. */
  private final class Table {
    private final List<SecretIntArray> columns = new ArrayList<>();

    /** Creates a table for such rows. */
    Table(List<SecretInts> rows, String part) {
      for (SecretInts column : rows) {
        IntType type = IntType.signed(column.width());
        columns.add(b.secretArray(nameOf(part + columns.size()), type, column.size()));
      }
    }

    void store(List<SecretInts> rows) {
      for (int i = 0; i < columns.size(); i++) {
        columns.get(i).store(0, rows.get(i));
      }
    }

    List<SecretInts> rows() {
      List<SecretInts> rows = new ArrayList<>();
      columns.forEach(column -> rows.add(column.vector(0, column.size())));
      return rows;
    }
  }

  /**
   * Shuffles rows into a table, and returns where each goes by its lowest digit. This becomes the
   * highest digit of the key, which costs nothing; after all passes the key is as before.
   */
  private SecretInts shuffle(
      List<SecretInts> rows, int keyBits, int digitBits, Table to, String part) {
    SecretInts key = rows.get(0);
    List<SecretBitVector> digit = decomposition.lowest(key, digitBits);
    List<SecretInts> all = new ArrayList<>(rows);
    all.set(0, rotated(key, digit, keyBits));
    all.add(places(Indicator.of(digit)));
    List<SecretInts> shuffled = new Shuffle(b, part, key.size()).apply(all);
    to.store(shuffled.subList(0, rows.size()));
    return shuffled.get(rows.size());
  }

  private SecretInts rotated(SecretInts key, List<SecretBitVector> digit, int keyBits) {
    int bits = digit.size();
    IntType type = IntType.unsigned(keyBits);
    SecretInts low = shift.composed(digit);
    ClearInts inverse = constant(BigInteger.ONE).overInField(constant(BigInteger.TWO.pow(bits)));
    SecretInts high = key.minus(low).timesInField(inverse, type);
    return high.plus(shift.left(low, keyBits - bits)).assumeFits(type);
  }

  /**
   * Returns the place of each row if rows are in the order of their digits, and else as before: how
   * many have a lesser digit, or the same and are not behind it, less 1.
   *
   * @param is by digit, which rows have it
   */
  private static SecretInts places(List<SecretInts> is) {
    int n = is.get(0).size();
    int last = is.size() - 1;
    SecretInts upTo = prefixSums(SecretInts.join(is.toArray(SecretInts[]::new)), n);
    SecretInts ofLast = upTo.slice(last * n, n);
    IntType type = IntType.unsigned(BigInteger.valueOf(n).bitLength());
    SecretInts place = ofLast.minus(1).assumeFits(type);
    for (int digit = 0; digit < last; digit++) {
      SecretInts more = upTo.slice(digit * n, n).minus(ofLast);
      place = place.plus(is.get(digit).times(more)).assumeFits(IntType.signed(type.bits() + 1));
    }
    return place;
  }

  /** Returns by element of a vector of bits how many 1 there are up to it, which are at most n. */
  private static SecretInts prefixSums(SecretInts bits, int n) {
    IntType type = IntType.unsigned(BigInteger.valueOf(n).bitLength());
    SecretInts sums = bits;
    for (int step = 1; step < bits.size(); step *= 2) {
      SecretInts before = sums.slice(0, bits.size() - step);
      SecretInts more = sums.slice(step, bits.size() - step).plus(before).assumeFits(type);
      sums = SecretInts.join(sums.slice(0, step), more);
    }
    return sums;
  }

  private void move(ClearInts places, Table from, Table to, String part) {
    int n = places.size();
    ClearIntArray array = b.clearArray(nameOf(part), IntType.signed(places.width()), n);
    array.store(0, places);
    b.repeat(
        n,
        i -> {
          Index place = array.get(i).toIndex();
          for (int c = 0; c < from.columns.size(); c++) {
            to.columns.get(c).set(place, from.columns.get(c).get(i));
          }
        });
  }
}

package org.schurmpc.vm.lib.parts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.schurmpc.vm.lang.SecretBitVector;

/**
 * Rows of bits in TinyOT, which a {@link SortingNetwork} puts in order. The first bits of a row are
 * its key, a number.
 *
 * <p>A pair of rows takes an AND for each bit, and less than 5/2 for each bit of the key. For a key
 * of k bits, a layer takes 3 + ⌈log2 ⌈k/2⌉⌉ rounds, and nothing is opened that needs a check
 * before.
 */
public final class BitRows {
  /** The bits of all rows, those of a row together, the lowest bit of the key first. */
  private final SecretBitVector bits;

  private final int key;
  private final int width;

  private BitRows(SecretBitVector bits, int key, int width) {
    this.bits = bits;
    this.key = key;
    this.width = width;
  }

  /**
   * Returns rows.
   *
   * @param planes bits of all rows: first those of the key, the lowest first, then others
   * @param key number of bits of the key
   */
  public static BitRows of(List<SecretBitVector> planes, int key) {
    SecretBitVector all = SecretBitVector.join(planes.toArray(SecretBitVector[]::new));
    return new BitRows(all.transposed(planes.size()), key, planes.size());
  }

  /** Returns the bits of all rows: planes as those of {@link #of}. */
  public List<SecretBitVector> planes() {
    int rows = bits.size() / width;
    SecretBitVector turned = bits.transposed(rows);
    List<SecretBitVector> planes = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      planes.add(turned.slice(i * rows, rows));
    }
    return planes;
  }

  private BitRows with(SecretBitVector other) {
    return new BitRows(other, key, width);
  }

  /** Returns the rows at some places. */
  public BitRows at(int... places) {
    return with(gather(List.of(bits), new int[places.length], places));
  }

  /** Returns these rows, and behind them others of the same bits. */
  public BitRows join(BitRows other) {
    return with(SecretBitVector.join(bits, other.bits));
  }

  /** Returns other rows where flags are 1, and these where they are 0. */
  public BitRows replaced(SecretBitVector flags, BitRows other) {
    return with(bits.xor(ofEach(flags).and(bits.xor(other.bits))));
  }

  /** Returns the rows where flags are 1, and zeros where they are 0. */
  public BitRows masked(SecretBitVector flags) {
    return with(bits.and(ofEach(flags)));
  }

  /** Returns where bits of rows differ from those of others. */
  public BitRows xor(BitRows other) {
    return with(bits.xor(other.bits));
  }

  /** Returns a flag of each row for each of its bits. */
  private SecretBitVector ofEach(SecretBitVector flags) {
    SecretBitVector[] copies = new SecretBitVector[width];
    Arrays.fill(copies, flags);
    return SecretBitVector.join(copies).transposed(width);
  }

  private SecretBitVector gather(List<SecretBitVector> vectors, int[] vector, int[] place) {
    return SecretBitVector.join(
        SortingNetwork.runs(vector, place).stream()
            .map(run -> vectors.get(run.vector()).slice(run.place() * width, run.count() * width))
            .toArray(SecretBitVector[]::new));
  }

  /**
   * Exchanges the rows of a layer's pairs that are not in order.
   *
   * @param descending whether rows with greater keys go to lower places
   */
  public BitRows exchanged(SortingNetwork.Layer layer, boolean descending) {
    BitRows low = at(layer.low);
    BitRows high = at(layer.high);
    return exchanged(layer, low, high, descending ? high.above(low) : low.above(high));
  }

  /**
   * Exchanges the rows of a layer's pairs where bits are 1.
   *
   * @param swap a bit for each pair
   */
  public BitRows exchanged(SortingNetwork.Layer layer, SecretBitVector swap) {
    return exchanged(layer, at(layer.low), at(layer.high), swap);
  }

  private BitRows exchanged(
      SortingNetwork.Layer layer, BitRows low, BitRows high, SecretBitVector swap) {
    SecretBitVector moved = ofEach(swap).and(low.bits.xor(high.bits));
    return with(
        gather(List.of(bits, low.bits.xor(moved), high.bits.xor(moved)), layer.role, layer.place));
  }

  /** Whether a range of one key's bits is above the other key's, and whether it is equal. */
  private record Part(SecretBitVector above, SecretBitVector equal) {
    /** Joins two ranges: the higher one decides unless it is equal, and one summand is 0. */
    static Part joined(Part low, Part high) {
      return new Part(high.above.xor(high.equal.and(low.above)), high.equal.and(low.equal));
    }
  }

  /** Returns whether keys are above those of other rows. */
  public SecretBitVector above(BitRows other) {
    List<SecretBitVector> x = planes();
    List<SecretBitVector> y = other.planes();
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < key; i += 2) {
      SecretBitVector differs = x.get(i).xor(y.get(i));
      SecretBitVector above = x.get(i).and(differs);
      SecretBitVector equal = differs.not();
      if (i + 1 < key) {
        SecretBitVector high = x.get(i + 1).xor(y.get(i + 1));
        above = above.xor(high.and(x.get(i + 1).xor(above)));
        equal = equal.and(high.not());
      }
      parts.add(new Part(above, equal));
    }
    return Trees.reduced(Collections.unmodifiableList(parts), Part::joined).above;
  }
}

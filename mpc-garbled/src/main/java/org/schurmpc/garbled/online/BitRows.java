package org.schurmpc.garbled.online;

import java.util.Arrays;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.garbled.material.Material;

/**
 * One party's parts of authenticated bits [[x]], a row for each. A row consists of
 *
 * <ul>
 *   <li>two <em>wide</em> longs: at the garbler the key K(b), at the evaluator the MAC M(b);
 *   <li>w <em>narrow</em> longs: at the garbler the MAC M(a), at the evaluator the key K(a);
 *   <li>this party's share a or b as a mask: no bit or all bits.
 * </ul>
 *
 * <p>All of it is linear: the row of a sum is the sum of the rows. Constant time.
 */
final class BitRows {
  /** Place of the narrow longs in a row. */
  private static final int NARROW = Material.WIDE_WORDS;

  private final Material material;
  private final int macWords;
  private final boolean garbles;
  private final long[] delta;
  private long[] rows = new long[0];

  /**
   * Creates room for no rows.
   *
   * @param garbles whether this party garbles
   * @param delta this party's key
   */
  BitRows(Material material, boolean garbles, long[] delta) {
    this.material = material;
    this.macWords = material.macWords();
    this.garbles = garbles;
    this.delta = delta;
  }

  /** Makes room for at least {@code n} rows, of any content. */
  void begin(int n) {
    int longs = Math.multiplyExact(n, length());
    if (rows.length < longs) {
      wipe();
      rows = new long[longs];
    }
  }

  /** Returns the number of longs of a row. */
  int length() {
    return NARROW + macWords + 1;
  }

  /** Returns the rows. */
  long[] data() {
    return rows;
  }

  /** Returns the place of a row. */
  int at(int row) {
    return row * length();
  }

  /** Returns the share of a row as a mask. */
  long share(int row) {
    return rows[at(row) + NARROW + macWords];
  }

  /** Returns word {@code v} of the wide part of a row. */
  long wide(int row, int v) {
    return rows[at(row) + v];
  }

  /** Returns word {@code v} of the narrow part of a row. */
  long narrow(int row, int v) {
    return rows[at(row) + NARROW + v];
  }

  void clear(int row, int n) {
    Arrays.fill(rows, at(row), at(row + n), 0);
  }

  void copy(BitRows from, int fromRow, int row, int n) {
    System.arraycopy(from.rows, from.at(fromRow), rows, at(row), n * length());
  }

  /**
   * Adds the product of a public bit and bit {@code bit} of an item.
   *
   * @param bits the place of the bits word
   * @param planes the place of the wide planes, which the narrow ones follow
   * @param mask the public bit: no bit or all bits
   */
  void add(int row, long[] item, int bits, int planes, int bit, long mask) {
    int at = at(row);
    for (int v = 0; v < NARROW + macWords; v++) {
      rows[at + v] ^= item[planes + v * Material.BITS + bit] & mask;
    }
    rows[at + NARROW + macWords] ^= -(item[bits] >>> bit & 1) & mask;
  }

  /** Adds bit {@code bit} of an input mask of one party, with its wide or its narrow planes. */
  void addMask(int row, long[] item, int bits, int bit, boolean ofGarbler) {
    int at = at(row);
    int to = ofGarbler ? NARROW : 0;
    int words = ofGarbler ? macWords : Material.WIDE_WORDS;
    for (int v = 0; v < words; v++) {
      rows[at + to + v] ^= item[bits + Material.BIT_PLANES + v * Material.BITS + bit];
    }
    rows[at + NARROW + macWords] ^= -(item[bits] >>> bit & 1);
  }

  /**
   * Adds a public bit: the garbler adds it to its share, the evaluator adds its product with Δ_B to
   * its key.
   */
  void addPublic(int row, long mask) {
    int at = at(row);
    if (garbles) {
      rows[at + NARROW + macWords] ^= mask;
    } else {
      for (int v = 0; v < macWords; v++) {
        rows[at + NARROW + v] ^= mask & delta[v];
      }
    }
  }

  /**
   * Adds a label to the wide part and a masked value to the share, which makes a row of a mask one
   * of the wire's value.
   *
   * @param masked zero at the garbler
   */
  void addLabel(int row, long[] label, int from, long masked) {
    int at = at(row);
    for (int v = 0; v < Material.WIDE_WORDS; v++) {
      rows[at + v] ^= label[from + v];
    }
    rows[at + NARROW + macWords] ^= masked;
  }

  /** Logs the MAC that this party holds for its share of a row. */
  void logHeld(int row, MacLog log) {
    int from = at(row) + (garbles ? NARROW : 0);
    int words = garbles ? macWords : Material.WIDE_WORDS;
    int to = log.extend(words); // may replace the log's words
    System.arraycopy(rows, from, log.words(), to, words);
  }

  /** Returns the number of words of the MAC that this party holds for its share of a row. */
  int heldWords() {
    return garbles ? macWords : Material.WIDE_WORDS;
  }

  /**
   * Adds bit {@code bit} of an item to a row that stays as it is.
   *
   * @param bits the place of the bits word
   * @param planes the place of the wide planes, which the narrow ones follow
   * @param held gets this party's MAC of the sum, {@link #heldWords} words from {@code heldAt}
   * @param keys gets its key of the sum, as many words as its Δ from {@code keyAt}
   * @return this party's share of the sum, a bit
   */
  long sum(
      int row,
      long[] item,
      int bits,
      int planes,
      int bit,
      long[] held,
      int heldAt,
      long[] keys,
      int keyAt) {
    int ofHeld = garbles ? NARROW : 0;
    int ofKey = garbles ? 0 : NARROW;
    int at = at(row);
    for (int v = 0; v < heldWords(); v++) {
      held[heldAt + v] = rows[at + ofHeld + v] ^ item[planes + (ofHeld + v) * Material.BITS + bit];
    }
    for (int v = 0; v < delta.length; v++) {
      keys[keyAt + v] = rows[at + ofKey + v] ^ item[planes + (ofKey + v) * Material.BITS + bit];
    }
    return (rows[at + NARROW + macWords] ^ (item[bits] >>> bit)) & 1;
  }

  /**
   * Adds z + ε y + δ x for bit {@code bit} of triples z = x ∧ y.
   *
   * @param at the place of the triples in {@code item}
   * @param epsilon no bit or all bits
   * @param delta no bit or all bits
   */
  void addProduct(int row, long[] item, int at, int bit, long epsilon, long delta) {
    int x = at + material.tripleWide(Material.X) + bit;
    int y = at + material.tripleWide(Material.Y) + bit;
    int z = at + material.tripleWide(Material.Z) + bit;
    int to = at(row);
    int planes = NARROW + macWords;
    for (int v = 0; v < planes; v++) {
      int plane = v * Material.BITS;
      rows[to + v] ^= item[z + plane] ^ (item[y + plane] & epsilon) ^ (item[x + plane] & delta);
    }
    long xBit = item[at + Material.tripleBits(Material.X)] >>> bit & 1;
    long yBit = item[at + Material.tripleBits(Material.Y)] >>> bit & 1;
    long zBit = item[at + Material.tripleBits(Material.Z)] >>> bit & 1;
    rows[to + planes] ^= -(zBit ^ (yBit & epsilon) ^ (xBit & delta));
  }

  /** Logs the MAC that the peer must hold for its share of a row: key + share Δ. */
  void logExpected(int row, long share, MacLog log) {
    int from = at(row) + (garbles ? 0 : NARROW);
    int to = log.extend(delta.length);
    for (int v = 0; v < delta.length; v++) {
      log.words()[to + v] = rows[from + v] ^ (share & delta[v]);
    }
  }

  void wipe() {
    Arrays.fill(rows, 0);
  }
}

package org.schurmpc.tinyot.online;

import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.eval.KeptValues;
import org.schurmpc.tinyot.material.Material;

/**
 * One party's parts of bits [[y]] that are kept: items in the layout of {@linkplain
 * Material#randomBits random bits}, so that stock, sets and wires are copies of each other. The
 * bits and planes behind the last bit are zero.
 */
final class AuthenticatedBits {
  private final Material material;
  private final int count;
  private final long[] words;

  /** Creates zeros. */
  AuthenticatedBits(Material material, int count) {
    this(material, count, new long[longs(material, count)]);
  }

  private AuthenticatedBits(Material material, int count, long[] words) {
    this.material = material;
    this.count = count;
    this.words = words;
  }

  private static int longs(Material material, int count) {
    return Math.multiplyExact(BitMatrix.wordsFor(count), material.randomBits().longsPerItem());
  }

  /** Returns what the words are, for {@link KeptValues#form}. */
  static String form(Material material) {
    return "%s, MACs of %d bits".formatted(Material.PROTOCOL, material.macWords() * Material.BITS);
  }

  /**
   * Returns the bits of kept values, without a copy.
   *
   * @throws IllegalArgumentException if the number of words is another one
   */
  static AuthenticatedBits of(Material material, KeptValues kept) {
    if (kept.words().length != longs(material, kept.count())) {
      throw new IllegalArgumentException(kept + " has " + kept.words().length + " words");
    }
    return new AuthenticatedBits(material, kept.count(), kept.words());
  }

  /** Returns these bits as kept values, without a copy. */
  KeptValues keep(byte[] id, byte[] key) {
    return new KeptValues(form(material), id, key, count, words);
  }

  int count() {
    return count;
  }

  /** Returns the number of items, of {@value Material#BITS} bits each. */
  int items() {
    return BitMatrix.wordsFor(count);
  }

  /** Returns the number of bits of an item that are in use. */
  int used(int item) {
    return Math.min(Material.BITS, count - item * Material.BITS);
  }

  private int start(int item) {
    return item * material.randomBits().longsPerItem();
  }

  /** Returns all items. */
  long[] words() {
    return words;
  }

  /** Returns the shares of an item. */
  long shares(int item) {
    return words[start(item)];
  }

  /** Returns the start of the plane of word {@code v} of an item's MACs. */
  int macs(int item, int v) {
    return start(item) + Material.BIT_PLANES + v * Material.BITS;
  }

  /** Returns the start of the plane of word {@code v} of an item's keys. */
  int keys(int item, int v) {
    return macs(item, v) + material.macLongs();
  }

  /** Copies an item of random bits. */
  void set(int item, long[] from, int at) {
    int used = used(item);
    words[start(item)] = from[at] & BitMatrix.lastWordMask(used);
    for (int plane = 0; plane < 2 * material.macWords(); plane++) {
      int within = Material.BIT_PLANES + plane * Material.BITS;
      System.arraycopy(from, at + within, words, start(item) + within, used);
    }
  }

  /**
   * Sets an item from its parts.
   *
   * @param macs holds the MAC planes, from long {@code macsAt} on
   * @param keys holds the key planes, from long {@code keysAt} on
   */
  void set(int item, long shares, long[] macs, int macsAt, long[] keys, int keysAt) {
    int used = used(item);
    words[start(item)] = shares & BitMatrix.lastWordMask(used);
    for (int v = 0; v < material.macWords(); v++) {
      System.arraycopy(macs, macsAt + v * Material.BITS, words, macs(item, v), used);
      System.arraycopy(keys, keysAt + v * Material.BITS, words, keys(item, v), used);
    }
  }

  /** Copies the bit of a lane of a wire. */
  void set(int bit, Wires wires, int slot, int chunk, int lane, int chunkLanes) {
    int item = bit / Material.BITS;
    int place = bit % Material.BITS;
    words[start(item)] |= (wires.shares(chunk)[slot] >>> lane & 1) << place;
    for (int plane = 0; plane < 2 * material.macWords(); plane++) {
      words[macs(item, plane) + place] =
          wires.planes(chunk)[wires.macs(slot) + plane * chunkLanes + lane];
    }
  }

  /** Writes a bit to a lane of a wire, whose share there is zero. */
  void get(int bit, Wires wires, int slot, int chunk, int lane, int chunkLanes) {
    int item = bit / Material.BITS;
    int place = bit % Material.BITS;
    wires.shares(chunk)[slot] |= (words[start(item)] >>> place & 1) << lane;
    for (int plane = 0; plane < 2 * material.macWords(); plane++) {
      wires.planes(chunk)[wires.macs(slot) + plane * chunkLanes + lane] =
          words[macs(item, plane) + place];
    }
  }
}

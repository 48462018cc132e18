package org.schurmpc.spdz.prep;

import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;

/**
 * Sums of shared bits over uniform subsets, with their shares of MACs, in characteristic 2. A bit's
 * selector has a bit for each sum: whether the bit counts. MACs are first added up by the bytes of
 * their selectors, 256 sums for each byte. Elements have one or two longs. Selectors are public,
 * hence memory accesses may depend on them.
 */
final class SubsetSums {
  private static final int CHUNK = 1024;
  private static final int BYTE_VALUES = 256;

  /** Sum l is bit l. */
  final long[] bits;

  /** One element for each sum. */
  final long[] macs;

  private final int limbs;
  private final int selectorWords;
  private final int selectorBytes;
  private final long lastMask;
  private final long[] byBytes; // elements, by number of the byte and its value
  private final long[] selectors;

  /**
   * Creates sums of nothing.
   *
   * @param sums number of sums, a multiple of 8
   */
  SubsetSums(Field field, int sums) {
    if (sums % Byte.SIZE != 0) {
      throw new IllegalArgumentException(sums + " sums");
    }
    this.limbs = field.limbs();
    this.selectorBytes = sums / Byte.SIZE;
    this.selectorWords = (sums + Long.SIZE - 1) / Long.SIZE;
    this.lastMask = BitMatrix.lastWordMask(sums);
    this.bits = new long[selectorWords];
    this.macs = new long[sums * limbs];
    this.byBytes = new long[selectorBytes * BYTE_VALUES * limbs];
    this.selectors = new long[CHUNK * selectorWords];
  }

  /**
   * Adds bits to the sums of their selectors.
   *
   * @param prg draws the selectors, whole words for each bit
   * @param values {@code n} bits, 64 to a word
   * @param valueMacs {@code n} elements
   */
  void add(Prg prg, long[] values, long[] valueMacs, int n) {
    for (int done = 0; done < n; done += CHUNK) {
      int now = Math.min(CHUNK, n - done);
      prg.nextLongs(selectors, 0, now * selectorWords);
      addBits(values, done, now);
      addMacs(valueMacs, done, now);
    }
    addUp();
  }

  private void addBits(long[] values, int first, int n) {
    for (int i = 0; i < n; i++) {
      long mask = -(values[(first + i) >>> 6] >>> (first + i) & 1);
      for (int w = 0; w < selectorWords; w++) {
        bits[w] ^= selectors[i * selectorWords + w] & mask;
      }
    }
    bits[selectorWords - 1] &= lastMask;
  }

  private void addMacs(long[] valueMacs, int first, int n) {
    for (int i = 0; i < n; i++) {
      for (int w = 0; w < selectorWords; w++) {
        int bytes = Math.min(Long.BYTES, selectorBytes - w * Long.BYTES);
        int base = w * Long.BYTES * BYTE_VALUES;
        addMac(valueMacs, first + i, selectors[i * selectorWords + w], bytes, base);
      }
    }
  }

  /** Adds a MAC to the sums of the first bytes of a word; the first byte's are at {@code base}. */
  private void addMac(long[] valueMacs, int element, long selector, int bytes, int base) {
    long[] to = byBytes;
    if (limbs == 1) {
      long mac = valueMacs[element];
      for (int at = 0; at < bytes; at++) {
        to[base + at * BYTE_VALUES + byteOf(selector, at)] ^= mac;
      }
      return;
    }
    long low = valueMacs[2 * element];
    long high = valueMacs[2 * element + 1];
    for (int at = 0; at < bytes; at++) {
      int sum = 2 * (base + at * BYTE_VALUES + byteOf(selector, at));
      to[sum] ^= low;
      to[sum + 1] ^= high;
    }
  }

  private static int byteOf(long word, int at) {
    return (int) (word >>> (Byte.SIZE * at)) & (BYTE_VALUES - 1);
  }

  /** Adds the sums of bytes' values to those of their bits, and wipes the former. */
  private void addUp() {
    for (int at = 0; at < selectorBytes; at++) {
      for (int value = 0; value < BYTE_VALUES; value++) {
        for (int bit = 0; bit < Byte.SIZE; bit++) {
          if ((value >>> bit & 1) != 0) {
            addElement(byBytes, at * BYTE_VALUES + value, at * Byte.SIZE + bit);
          }
        }
      }
    }
    Secrets.wipe(byBytes);
  }

  private void addElement(long[] from, int element, int sum) {
    for (int limb = 0; limb < limbs; limb++) {
      macs[sum * limbs + limb] ^= from[element * limbs + limb];
    }
  }

  /** Adds to each sum one of consecutive bits, from bit {@code first} on. */
  void addMasks(long[] values, long[] valueMacs, int first) {
    for (int sum = 0; sum < selectorBytes * Byte.SIZE; sum++) {
      int mask = first + sum;
      bits[sum >>> 6] ^= (values[mask >>> 6] >>> mask & 1) << sum;
      addElement(valueMacs, mask, sum);
    }
  }

  void wipe() {
    Secrets.wipe(bits);
    Secrets.wipe(macs);
    Secrets.wipe(byBytes);
  }
}

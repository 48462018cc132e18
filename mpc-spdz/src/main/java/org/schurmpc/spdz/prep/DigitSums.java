package org.schurmpc.spdz.prep;

import java.math.BigInteger;
import java.util.Arrays;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;

/**
 * Sums of the streams r_y of a digit's leaves y, which are added up as words and reduced once.
 *
 * <p>In a prime field they are sums of numbers. Σ_b g_b B_b is Σ_y y r_y, and digits are put
 * together by Horner's rule. In characteristic 2, where products take long and sums do not, each
 * bit has a row of its own.
 */
abstract class DigitSums {
  /** Number of leaves whose streams are added up at a time. */
  static final int GROUP = 4;

  final Field field;
  final int limbs;
  final int k;

  /** Words of the streams of a group of leaves. */
  final long[][] words;

  final int stride;
  private final byte[] scratch = new byte[4096];

  private DigitSums(Field field, int k, int stride) {
    this.field = field;
    this.limbs = field.limbs();
    this.k = k;
    this.stride = stride;
    this.words = new long[GROUP][stride];
  }

  /**
   * Returns sums.
   *
   * @param k number of bits of a digit: 1, 2 or 4
   * @param block maximum number of values at a time
   */
  static DigitSums of(Field field, int k, int block) {
    return field.isBinary() ? new Binary(field, k, block) : new Prime(field, k, block);
  }

  /** Begins with the highest digit of {@code n} values. */
  abstract void begin(int n);

  /**
   * Adds a digit at a giver, who knows all streams: Σ_b g_b B_b.
   *
   * @param streams at {@code first}, that of leaf 0
   * @param total receives the sum of all streams
   */
  abstract void give(int digit, Prg[] streams, int first, long[] total, int n);

  /**
   * Adds a digit at a holder: the digit times the correction, and -g_b B_b for each of its bits
   * that is 0, g_b B_b for each that is 1, of leaves relative to the digit.
   *
   * @param streams at {@code first}, that of leaf 0, which is null
   * @param bits of the digit
   */
  abstract void hold(int digit, long bits, Prg[] streams, int first, long[] correction, int n);

  /** Adds the sum of all digits to elements. */
  abstract void addTo(long[] to, int at, int n);

  /** Draws the next words of a group of leaves. */
  final void draw(Prg[] streams, int first, int group, int length) {
    for (int i = 0; i < Math.min(GROUP, 1 << k); i++) {
      Prg stream = streams[first + group * GROUP + i];
      if (stream == null) {
        Arrays.fill(words[i], 0, length, 0);
      } else {
        stream.nextLongs(words[i], 0, length, scratch);
      }
    }
  }

  final int groups() {
    return Math.max(1, (1 << k) / GROUP);
  }

  void wipe() {
    wipe(words);
    Secrets.wipe(scratch);
  }

  static void wipe(long[]... all) {
    for (long[] each : all) {
      Secrets.wipe(each);
    }
  }

  /** Rows by bit, which are cut to the field's bits when all streams are added. */
  private static final class Binary extends DigitSums {
    private final long[] rows;
    private final long[][] sums; // by bit of a digit
    private final long[] all;
    private final long[] four;

    Binary(Field field, int k, int block) {
      super(field, k, block * field.limbs());
      // Rows beyond the field's bits do not count.
      this.rows = new long[(field.bits() + k - 1) / k * k * stride];
      this.sums = new long[GROUP][stride];
      this.all = new long[stride];
      this.four = new long[stride];
    }

    @Override
    void begin(int n) {}

    private void add(Prg[] streams, int first, boolean total, int length) {
      for (long[] each : sums) {
        Arrays.fill(each, 0, length, 0);
      }
      Arrays.fill(all, 0, length, 0);
      for (int group = 0; group < groups(); group++) {
        draw(streams, first, group, length);
        add(words[1], words[3], sums[0], length);
        add(words[2], words[3], sums[1], length);
        sum(words[0], words[1], words[2], words[3], four, length);
        if (total) {
          add(four, all, length);
        }
        for (int bit = 2; bit < k; bit++) {
          if ((group << 2 >>> bit & 1) != 0) {
            add(four, sums[bit], length);
          }
        }
      }
    }

    private static void add(long[] from, long[] other, long[] to, int length) {
      for (int i = 0; i < length; i++) {
        to[i] ^= from[i] ^ other[i];
      }
    }

    private static void addMasked(long[] from, long mask, long[] to, int length) {
      for (int i = 0; i < length; i++) {
        to[i] ^= from[i] & mask;
      }
    }

    private static void sum(long[] a, long[] b, long[] c, long[] d, long[] to, int length) {
      for (int i = 0; i < length; i++) {
        to[i] = a[i] ^ b[i] ^ c[i] ^ d[i];
      }
    }

    private static void add(long[] from, long[] to, int length) {
      for (int i = 0; i < length; i++) {
        to[i] ^= from[i];
      }
    }

    @Override
    void give(int digit, Prg[] streams, int first, long[] total, int n) {
      add(streams, first, true, n * limbs);
      field.fromUniform(all, 0, total, 0, n);
      for (int bit = 0; bit < k; bit++) {
        field.fromUniform(sums[bit], 0, rows, (digit * k + bit) * stride, n);
      }
    }

    @Override
    void hold(int digit, long bits, Prg[] streams, int first, long[] correction, int n) {
      add(streams, first, false, n * limbs);
      for (int bit = 0; bit < k; bit++) {
        int at = (digit * k + bit) * stride;
        addMasked(correction, -(bits >>> bit & 1), sums[bit], n * limbs);
        field.fromUniform(sums[bit], 0, rows, at, n);
      }
    }

    @Override
    void addTo(long[] to, int at, int n) {
      field.composeRows(rows, 0, stride, all, 0, n);
      field.add(to, at, all, 0, to, at, n);
    }

    @Override
    void wipe() {
      super.wipe();
      wipe(rows, all, four);
      wipe(sums);
    }
  }

  /**
   * Numbers of {@link Field#uniformWords} words or some more. A number consists of planes of as
   * many words as an element has; the planes of all numbers lie one after the other.
   */
  private static final class Prime extends DigitSums {
    private static final int HALF = Integer.SIZE;

    private final int planes;
    private final long[] weighted; // sums as numbers modulo 2^64, word by word
    private final long[] weightedTops; // sums of the words' high halves
    private final long[] other;
    private final long[] otherTops;
    private final long[] part;
    private final long[] reduced;
    private final long[] all;
    private final long[] digitWords;
    private final long[] digitElement;
    private final long[] plane; // 2^64 to the power of the number of limbs
    private final long[] step; // 2^k

    Prime(Field field, int k, int block) {
      super(field, k, block * planes(field) * field.limbs());
      this.planes = planes(field);
      this.weighted = new long[stride];
      this.weightedTops = new long[stride];
      this.other = new long[stride];
      this.otherTops = new long[stride];
      this.part = new long[block * limbs];
      this.reduced = new long[block * limbs];
      this.all = new long[block * limbs];
      this.digitWords = new long[limbs];
      this.digitElement = new long[limbs];
      this.plane = field.element(BigInteger.ONE.shiftLeft(Long.SIZE * limbs));
      this.step = field.element(1L << k);
    }

    private static int planes(Field field) {
      return (field.uniformWords() + field.limbs() - 1) / field.limbs();
    }

    @Override
    void begin(int n) {
      Arrays.fill(all, 0, n * limbs, 0);
    }

    private int beginDigit(int n) {
      int length = n * planes * limbs;
      Arrays.fill(weighted, 0, length, 0);
      Arrays.fill(weightedTops, 0, length, 0);
      Arrays.fill(other, 0, length, 0);
      Arrays.fill(otherTops, 0, length, 0);
      field.scale(step, 0, all, 0, all, 0, n);
      return length;
    }

    @Override
    void give(int digit, Prg[] streams, int first, long[] total, int n) {
      int length = beginDigit(n);
      for (int group = 0; group < groups(); group++) {
        draw(streams, first, group, length);
        weigh(-1, group, 0, weighted, length);
        weigh(-1, group, HALF, weightedTops, length);
        add(0, other, length);
        add(HALF, otherTops, length);
      }
      reduce(other, otherTops, total, n);
      reduce(weighted, weightedTops, reduced, n);
      field.add(all, 0, reduced, 0, all, 0, n);
    }

    @Override
    void hold(int digit, long bits, Prg[] streams, int first, long[] correction, int n) {
      int length = beginDigit(n);
      for (int group = 0; group < groups(); group++) {
        draw(streams, first, group, length);
        weigh(-1, group, 0, weighted, length);
        weigh(-1, group, HALF, weightedTops, length);
        weigh(bits, group, 0, other, length);
        weigh(bits, group, HALF, otherTops, length);
      }
      // Twice the sum over bits that are 1, less that over all.
      reduce(other, otherTops, reduced, n);
      field.add(all, 0, reduced, 0, all, 0, n);
      field.add(all, 0, reduced, 0, all, 0, n);
      reduce(weighted, weightedTops, reduced, n);
      field.subtract(all, 0, reduced, 0, all, 0, n);
      digitWords[0] = bits;
      field.fromBits(digitWords, 0, digitElement, 0, 1);
      field.addScaled(digitElement, 0, correction, 0, all, 0, n);
    }

    /**
     * Adds a group's words, shifted to the right, times y for leaf y.
     *
     * @param bits the bits of y that count
     */
    private void weigh(long bits, int group, int shift, long[] to, int length) {
      long[] w0 = words[0];
      long[] w1 = words[1];
      long[] w2 = words[2];
      long[] w3 = words[3];
      long bit0 = -(bits & 1);
      long bit1 = -(bits >>> 1 & 1);
      long bit2 = -(bits >>> 2 & group & 1);
      long bit3 = -(bits >>> 3 & group >>> 1 & 1);
      for (int i = 0; i < length; i++) {
        long one = w1[i] >>> shift;
        long three = w3[i] >>> shift;
        long odd = one + three;
        long upper = (w2[i] >>> shift) + three;
        long sum = (w0[i] >>> shift) + one + upper;
        to[i] += (odd & bit0) + ((upper & bit1) << 1) + ((sum & bit2) << 2) + ((sum & bit3) << 3);
      }
    }

    /** Adds a group's words, shifted to the right. */
    private void add(int shift, long[] to, int length) {
      long[] w0 = words[0];
      long[] w1 = words[1];
      long[] w2 = words[2];
      long[] w3 = words[3];
      for (int i = 0; i < length; i++) {
        to[i] += (w0[i] >>> shift) + (w1[i] >>> shift) + (w2[i] >>> shift) + (w3[i] >>> shift);
      }
    }

    private void reduce(long[] sums, long[] tops, long[] to, int n) {
      field.fromSums(sums, 0, tops, to, 0, n);
      for (int i = 1; i < planes; i++) {
        int at = i * n * limbs;
        System.arraycopy(tops, at, tops, 0, n * limbs);
        field.fromSums(sums, at, tops, part, 0, n);
        field.addScaled(plane, 0, part, 0, to, 0, n);
      }
    }

    @Override
    void addTo(long[] to, int at, int n) {
      field.add(to, at, all, 0, to, at, n);
    }

    @Override
    void wipe() {
      super.wipe();
      wipe(weighted, weightedTops, other, otherTops, part, reduced, all, digitWords, digitElement);
    }
  }
}

package org.schurmpc.core.word;

import java.util.Arrays;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.RowSumKernels;
import org.schurmpc.core.mac.MacLog;

/**
 * Sums tied words, and the authenticated bits behind their data, by the same random bits: one for
 * each sum and word, public. So a sum of words must have the sums of bits as its data. An error in
 * any data symbol of any word is in a sum with probability 1/2: words have random bits of their
 * own, and planes of one word are compared apart.
 */
final class TieSums {
  /** Number of words whose random bits are drawn at a time. */
  private static final int TILE = 256;

  /** Number of rows of bits added at a time, so that they stay in the cache. */
  private static final int ROWS = 64;

  private static final int WORD = WordBatch.LONGS;
  private static final int ROW_UNIT = 8;

  private final RowSumKernels kernels;
  private final TiedBits bits;
  private final Prg random;
  private final int k;
  private final int macsLength;
  private final int rowLongs;
  private final int step;
  private final byte[] drawn;
  private final byte[] selectors;
  private final long[] rows;
  private final SelectedSums words;
  private final SelectedSums[] macs = new SelectedSums[Codeword.PLANES];

  /**
   * Creates sums that are zero.
   *
   * @param random draws the bits, word by word
   * @throws IllegalArgumentException if two planes of masks share a bit: the difference of two
   *     opened sums would show a sum of data
   */
  TieSums(WordParameters parameters, TiedBits bits, Prg random, RowSumKernels kernels) {
    this.kernels = kernels;
    this.bits = bits;
    this.random = random;
    this.k = parameters.code().k();
    requireApart(bits, parameters.tieChecks(), k);
    this.macsLength = k * bits.macLongs();
    this.rowLongs = (2 * macsLength + ROW_UNIT - 1) / ROW_UNIT * ROW_UNIT;
    int count = parameters.tieChecks();
    this.step = SelectedSums.selectorBytes(count);
    this.drawn = new byte[TILE * step];
    this.selectors = new byte[ROWS * step];
    this.rows = new long[ROWS * rowLongs];
    this.words = new SelectedSums(count, WORD, kernels);
    for (int plane = 0; plane < macs.length; plane++) {
      macs[plane] = new SelectedSums(count, rowLongs, kernels);
    }
  }

  private static void requireApart(TiedBits bits, int masks, int k) {
    int[] firsts = new int[masks * Codeword.PLANES];
    Arrays.setAll(firsts, i -> bits.firstOfMask(i / Codeword.PLANES, i % Codeword.PLANES));
    Arrays.sort(firsts);
    for (int i = 1; i < firsts.length; i++) {
      if (firsts[i] - firsts[i - 1] < k) {
        throw new IllegalArgumentException("masks of the words' check share a bit");
      }
    }
  }

  /** Adds the words of a segment. */
  void add(WordPlan.Segment segment, long[] table) {
    TiedData data = new TiedData(bits, segment, k);
    for (int done = 0; done < segment.count(); done += TILE) {
      int now = Math.min(TILE, segment.count() - done);
      random.nextBytes(drawn, 0, now * step);
      for (int at = 0; at < now; at += WordCombination.TILE) {
        int length = Math.min(WordCombination.TILE, now - at);
        words.add(table, (segment.first() + done + at) * WORD, length, drawn, at * step);
      }
      for (int plane = 0; plane < macs.length; plane++) {
        addBits(data, done, now, plane);
      }
    }
  }

  private void addBits(TiedData data, int done, int now, int plane) {
    int gathered = 0;
    for (int i = 0; i < now; i++) {
      int first = data.first(done + i, plane);
      if (first != TiedBits.NONE) {
        int from = first * bits.macLongs();
        int to = gathered * rowLongs;
        System.arraycopy(bits.macs(), from, rows, to, macsLength);
        System.arraycopy(bits.keys(), from, rows, to + macsLength, macsLength);
        System.arraycopy(drawn, i * step, selectors, gathered * step, step);
        gathered++;
      }
      if (gathered == ROWS || i == now - 1) {
        macs[plane].add(rows, 0, gathered, selectors, 0);
        gathered = 0;
      }
    }
  }

  /**
   * Writes a sum of words plus its mask.
   *
   * @param mask the mask, a word of a batch
   * @param dst receives share, MAC and key
   */
  void get(int sum, long[] mask, int maskOff, long[] dst) {
    System.arraycopy(words.sums(), sum * WORD, dst, 0, WORD);
    kernels.xorInto(dst, 0, mask, maskOff, WORD);
  }

  /** Logs the MACs that this party holds for the bits of a sum. */
  void logHeld(int sum, MacLog log) {
    for (int plane = 0; plane < macs.length; plane++) {
      logPlane(sum, plane, 0, bits.macs(), log);
    }
  }

  /**
   * Logs the MACs that the peer must hold for the bits of a sum.
   *
   * @param opened the sum of words that the peer opened: its data symbols are the bits
   */
  void logExpected(int sum, long[] opened, MacLog log) {
    int macLongs = bits.macLongs();
    long[] delta = bits.delta();
    for (int plane = 0; plane < macs.length; plane++) {
      int at = logPlane(sum, plane, macsLength, bits.keys(), log);
      for (int p = 0; p < k; p++) {
        long mask = -(opened[Codeword.PLANE_LONGS * plane + (p >>> 6)] >>> p & 1);
        for (int i = 0; i < macLongs; i++) {
          log.words()[at + p * macLongs + i] ^= delta[i] & mask;
        }
      }
    }
  }

  private int logPlane(int sum, int plane, int part, long[] ofMasks, MacLog log) {
    int at = log.extend(macsLength);
    System.arraycopy(macs[plane].sums(), sum * rowLongs + part, log.words(), at, macsLength);
    int mask = bits.firstOfMask(sum, plane) * bits.macLongs();
    kernels.xorInto(log.words(), at, ofMasks, mask, macsLength);
    return at;
  }

  void wipe() {
    Secrets.wipe(rows);
    words.wipe();
    for (SelectedSums each : macs) {
      each.wipe();
    }
  }
}

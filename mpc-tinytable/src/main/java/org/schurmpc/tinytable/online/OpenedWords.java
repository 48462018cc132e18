package org.schurmpc.tinytable.online;

import java.util.Arrays;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.code.EncoderKind;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.CodewordKernels;
import org.schurmpc.core.kernel.EncodingKernels;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.tinytable.material.BitRuns;
import org.schurmpc.tinytable.material.Material;
import org.schurmpc.tinytable.material.Scheme;
import org.schurmpc.tinytable.material.TableCode;

/**
 * The words that authenticate the values opened from tables (DNNR17, section 6), one for each group
 * of tables: w = Σ C(I_i) * C(s_i) + u in the Schur square C*. s_i is a block of the owner's
 * tables, I_i is the public 0/1 vector of the symbols that are opened in this block, and u is
 * uniform in C* except for its data. The data of w are the shares, which were sent before. The
 * owner sends the next k - 1 symbols, which together with k data symbols determine w. The receiver
 * re-encodes w, which serves as the membership test.
 *
 * <p>Without u the redundancy would reveal the tables' other entries: that of C(I) * C(s) depends
 * on all of s. With u the redundancy is uniform and independent of everything else.
 *
 * <p>MACs: m = a * w + β in every coordinate, where the receiver has a and the β of the words in
 * store. All n symbols of the owner's m and of the tags that the receiver's keys give are logged,
 * and compared by {@link OpenedTags#check}. The bound, for one adversary that knows everything
 * except a and β: its opened word differs from w, if at all, by a word e of C*, in at least d*
 * positions, 18 for (256,120). Then the receiver's log differs from the adversary's by a * e, for
 * which the adversary would have to guess 8 d* bits of a if the logs were compared directly. They
 * are compared by a hash whose key is a random oracle's answer to the opened values ({@link
 * org.schurmpc.core.mac.MacProof}): for the symbols of a in d* of the positions of one e, if
 * everything else is given, another of their 2^(8 d*) values has an equal hash with probability
 * 2^-248 at most. So the expected number of values of these symbols with one hash is at most 1 +
 * 2^(8 d* - 248): for 18 positions, and any larger number of which 18 are left open, 1 + 2^-104. A
 * forger that tries q openings of the last message (all others are fixed by the messages after
 * them) succeeds with probability 2^-144 (1 + q 2^-104), apart from guessing a hash of 256 bits.
 * Words prepared without a dealer may leak t &le; σ bits of a with probability 2^-t, which leaves 8
 * d* - σ bits to guess.
 */
final class OpenedWords {
  private static final int PARTS = Material.WORD / Codeword.LONGS;
  static final int PLANE_BITS = Codeword.PLANE_LONGS * Long.SIZE;

  private final TableCode code;
  private final Indicators indicators;
  private final Encoder star;
  private final CodewordKernels kernels;
  private final OpenedTags tags;
  private final long[] keys;

  private final int[] rows = new int[Codeword.PLANES];
  private final long[] encoded = new long[Codeword.PLANES * Codeword.LONGS];
  private final long[] gathered = new long[Codeword.PLANES * Material.WORD];
  private final long[] sum = new long[Material.WORD];

  private long sendAt;
  private long receiveAt;
  private int expectedAt;

  /**
   * Creates the words.
   *
   * @param keys of the store, see {@link Scheme#keyLongs}
   */
  OpenedWords(TableCode code, long[] keys, OpenedTags tags, EncodingKernels kernels) {
    this.code = code;
    this.indicators = new Indicators(code, kernels);
    // One word for each group: a transform, if the code has one, needs no table.
    EncoderKind kind =
        EncoderKind.FFT.supports(code.star())
            ? EncoderKind.FFT
            : EncoderKind.ADDITIVE_FFT.supports(code.star())
                ? EncoderKind.ADDITIVE_FFT
                : EncoderKind.RUSSIANS;
    this.star = kind.encoder(code.star(), kernels);
    this.keys = keys;
    this.tags = tags;
    this.kernels = kernels;
  }

  /** Returns the number of bits that are sent for an opened word, without the shares in it. */
  long bits() {
    return (long) Byte.SIZE * code.redundancy();
  }

  /** Begins a layer: its opened words follow bit {@code at} of the messages. */
  void begin(long at) {
    sendAt = at;
    receiveAt = at;
    expectedAt = tags.expected().size();
  }

  /**
   * Opens a word to the peer.
   *
   * @param items items of the group: u, then the words of its tables
   * @param coefficients I_i, 0/1 vectors of four longs each
   * @param words number of words of the tables
   * @param message receives the redundancy
   */
  void open(Leases items, long[] coefficients, int words, long[] message) {
    System.arraycopy(items.data(0), items.offset(0), sum, 0, Material.WORD);
    int count = 0;
    for (int row = 0; row < words; row++) {
      // Words of which nothing is opened, according to the public vector, are left out.
      if (indicators.add(coefficients, row * Codeword.PLANE_LONGS)) {
        rows[count++] = row;
      }
      if (count == Codeword.PLANES || (row == words - 1 && count > 0)) {
        addProducts(items, count);
        count = 0;
      }
    }
    log(tags.held(), Material.WORD_MAC);
    log(tags.expected(), Material.WORD_KEY);
    for (int plane = 0; plane < Codeword.PLANES; plane++) {
      BitRuns.add(sum, redundancyOf(plane), message, sendAt, code.redundancy());
      sendAt += code.redundancy();
    }
  }

  /** Adds C(I_i) times word, MAC and key for up to eight words, which are gathered first. */
  private void addProducts(Leases items, int count) {
    indicators.encode(encoded);
    boolean together = rows[count - 1] - rows[0] < count && items.run(1 + rows[0]) >= count;
    long[] factors = together ? items.data(1 + rows[0]) : gathered;
    int from = together ? items.offset(1 + rows[0]) : 0;
    for (int i = 0; i < count && !together; i++) {
      int item = 1 + rows[i];
      System.arraycopy(
          items.data(item), items.offset(item), gathered, i * Material.WORD, Material.WORD);
    }
    kernels.schurMulAdd(sum, 0, encoded, 0, factors, from, count, PARTS);
  }

  private void log(MacLog log, int part) {
    int at = log.extend(Codeword.LONGS);
    System.arraycopy(sum, part, log.words(), at, Codeword.LONGS);
  }

  private int redundancyOf(int plane) {
    return plane * PLANE_BITS + code.k();
  }

  /**
   * Receives a word that the peer opened. Words are received in the order in which they were
   * opened.
   *
   * @param word data of the word, and zeros elsewhere; wiped
   * @param message contains the redundancy
   */
  void receive(long[] word, long[] message) {
    for (int plane = 0; plane < Codeword.PLANES; plane++) {
      BitRuns.add(message, receiveAt, word, redundancyOf(plane), code.redundancy());
      receiveAt += code.redundancy();
    }
    star.encode(word, 0, word, 0);
    kernels.schurMulAdd(
        tags.expected().words(), expectedAt, word, 0, keys, Scheme.VECTOR_KEY, 1, 1);
    expectedAt += Codeword.LONGS;
    Arrays.fill(word, 0);
  }

  void wipe() {
    Secrets.wipe(sum);
    Secrets.wipe(gathered);
    indicators.wipe();
    Secrets.wipe(encoded);
  }
}

package org.schurmpc.tinytable.online;

import java.util.Arrays;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.code.EncoderKind;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.tinytable.material.BitRuns;
import org.schurmpc.tinytable.material.Material;
import org.schurmpc.tinytable.material.Scheme;
import org.schurmpc.tinytable.material.TableCode;

/**
 * The words that authenticate what was opened from tables (DNNR17, section 6), one for a group of
 * tables: w = Σ C(I_i) * C(s_i) + u in the Schur square C*. s_i is a block of the owner's tables,
 * I_i the 0/1 vector of the symbols that are opened in it, public; u is dealt, uniform in C* but
 * for its data. The data of w are the shares, which were sent already. The owner sends the k - 1
 * symbols behind them, which together with k data symbols determine w; the receiver encodes, which
 * is the membership test.
 *
 * <p>Without u the redundancy would show the tables' other entries: that of C(I) * C(s) depends on
 * all of s. With it the redundancy is uniform and independent of everything else.
 *
 * <p>MACs: m = a * w + β in every coordinate, a and the β of dealt words being the receiver's. All
 * n symbols of the owner's m are logged, and those that the receiver's keys give, and compared by
 * {@link OpenedTags#check}. The bound, for one adversary that knows all but a and β: what it opens
 * differs from w, if at all, by a word e of C*, in at least d* positions, 18 for (256,120). Then
 * the receiver's log differs from its own by a * e, of which it would have to guess 8 d* bits of a.
 * So it would if the logs were compared as they are. They are compared by a hash whose key is a
 * random oracle's answer to what was opened ({@link org.schurmpc.core.mac.MacProof}): for the
 * symbols of a in d* of the positions of one e, everything else being given, another of their 2^(8
 * d*) values has the same hash with probability 2^-248 at most. So the expected number of values of
 * these symbols with one hash is at most 1 + 2^(8 d* - 248): for 18 positions, and any larger
 * number of which 18 are left open, 1 + 2^-104. A forger that tries q openings of the last message,
 * all others being fixed by what came next, succeeds with probability 2^-144 (1 + q 2^-104), apart
 * from guessing a hash of 256 bits.
 */
final class OpenedWords {
  private static final int PARTS = Material.WORD / Codeword.LONGS;
  static final int PLANE_BITS = Codeword.PLANE_LONGS * Long.SIZE;

  private final TableCode code;
  private final Indicators indicators;
  private final Encoder star;
  private final Kernels kernels;
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
   * @param keys of the store, as {@link Scheme#keyLongs} says
   */
  OpenedWords(TableCode code, long[] keys, OpenedTags tags, Kernels kernels) {
    this.code = code;
    this.indicators = new Indicators(code, kernels);
    // One word a group: a transform, where the code has one, needs no table.
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

  /** The bits that are sent for an opened word besides the shares in it. */
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
   * @param items of the group: u, then the words of its tables
   * @param coefficients I_i, 0/1 vectors of four longs each
   * @param words the number of those words
   * @param message gets the redundancy
   */
  void open(Leases items, long[] coefficients, int words, long[] message) {
    System.arraycopy(items.data(0), items.offset(0), sum, 0, Material.WORD);
    int count = 0;
    for (int row = 0; row < words; row++) {
      // Words of which nothing is opened, as the public vector says, are left out.
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

  /** Adds C(I_i) times word, MAC and key for up to eight words, which it brings together. */
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
   * Takes a word that the peer opened. Words are taken in the order in which they were opened.
   *
   * @param word its data, and zeros elsewhere; wiped
   * @param message where its redundancy is
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

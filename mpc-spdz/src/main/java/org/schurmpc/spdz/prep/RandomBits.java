package org.schurmpc.spdz.prep;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.prep.Sequencer;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.share.GlobalMacCheck;

/**
 * Uniform bits that nobody knows, in characteristic 2 (a protocol of our own, docs/decisions/0036).
 * Each party gives bits to all others by {@link BitCope}. Sums over tossed subsets of the bits,
 * each masked by one further bit, are opened as bits, and their MACs are checked: if a value is not
 * one bit, under all keys that pass, so is a random subset's sum with probability at least 1/2.
 *
 * <p>Malicious security with abort. Cost: k bits sent to each peer for a bit, and those of σ + 3
 * masks or a few more for a batch; 8 rounds, or 9 with more than two parties.
 */
class RandomBits {
  /** Number of bits that are worth the rounds of a batch. */
  static final int UNIT = 1 << 16;

  /** Number of words that are given at a time: those of a unit with its masks. */
  private static final int BLOCK = UNIT / Long.SIZE + 2;

  /** Number of columns of the kernel that transposes. */
  private static final int COLUMNS = 128;

  private static final int ROW = COLUMNS / Long.SIZE;

  /** Number of words that are transposed at a time. */
  private static final int TILE = 32;

  /** Number of sums more than σ, so that all of them err with less than 2^-σ. */
  private static final int MARGIN = 3;

  private static final String WRONG =
      "random bits are not the same everywhere, or a sum of them is another one";

  private final Session session;
  private final Field field;
  private final long[] keyBits;
  private final BitCope[] copes; // by peer
  private final GlobalMacCheck check;
  private final CotKernels kernels;
  private final int sums;
  private final Prg random;
  private final byte[][] out;
  private final byte[][] in;
  private final int[] lengths;
  private final long[] tile = new long[COLUMNS * TILE];
  private long[] rows = new long[0];

  /**
   * Creates the maker of bits.
   *
   * @param key this party's share of α, one element
   * @param copes with each peer, by party; null for this party
   * @param kernels of this thread
   */
  RandomBits(
      Session session,
      Field field,
      long[] key,
      BitCope[] copes,
      GlobalMacCheck check,
      CotKernels kernels,
      int sigma) {
    if (!serve(field) || field.bits() > COLUMNS) {
      throw new IllegalArgumentException("no random bits over " + field.name());
    }
    this.session = session;
    this.field = field;
    this.keyBits = new long[ROW];
    field.toBits(key, 0, keyBits, 0, 1);
    this.copes = copes;
    this.check = check;
    this.kernels = kernels;
    this.sums = (sigma + MARGIN + Byte.SIZE - 1) / Byte.SIZE * Byte.SIZE;
    this.random = Prg.seededFrom(session.random());
    int parties = session.parties();
    this.out = new byte[parties][0];
    this.in = new byte[parties][0];
    this.lengths = new int[parties];
  }

  /**
   * Creates the maker of bits of one thread.
   *
   * @param seeds seeds of the products, by peer
   * @param alpha this party's share of the key
   */
  static RandomBits begin(
      Session session,
      MascotParameters parameters,
      CopeSeeds[] seeds,
      long[] alpha,
      GlobalMacCheck check,
      CotKernels kernels) {
    Field field = parameters.field();
    BitCope[] copes = new BitCope[session.parties()];
    for (int peer : session.peers()) {
      copes[peer] = cope(session.pair(peer), field, alpha, seeds[peer]);
    }
    return new RandomBits(session, field, alpha, copes, check, kernels, parameters.sigma());
  }

  /** Returns products of bits with a peer. */
  static BitCope cope(Session pair, Field field, long[] key, CopeSeeds seeds) {
    return seeds.bitsOn(pair, field, key, BLOCK);
  }

  /** Whether bits over a field are made in this way. */
  static boolean serve(Field field) {
    return field.isBinary();
  }

  /** Bits given and not proven yet. Must be closed in any case. */
  final class Under implements AutoCloseable {
    final int n;
    final long[] bits; // this party's bits, then its masks, and padding to whole words
    final long[] macs;

    private Under(int n) {
      int words = BitMatrix.wordsFor(Math.addExact(n, sums));
      this.n = n;
      this.bits = new long[words];
      this.macs = new long[Math.multiplyExact(words, Long.SIZE * field.limbs())];
    }

    /**
     * Proves and checks the bits, within the unit's turn: the caller has awaited it. Seven rounds,
     * or eight.
     *
     * @return {@code n} bits: shares 0 or 1, and shares of their MACs
     * @throws org.schurmpc.core.abort.PeerCheated with MAC if the bits of a giver are no bits, or
     *     not the same towards all
     */
    Batch prove() throws MpcException {
      // Corrections of all givers have arrived, so that all bits are fixed.
      Prg prg = new Prg(check.committed().toss("subsets of bits", Prg.SEED_BYTES));
      SubsetSums subsets = new SubsetSums(field, sums);
      try {
        subsets.add(prg, bits, macs, n);
        subsets.addMasks(bits, macs, n);
        check.opened(opened(subsets.bits), 0, subsets.macs, 0, sums);
      } finally {
        subsets.wipe();
      }
      check.check(Check.MAC, WRONG);
      return proven();
    }

    /** Returns the bits without the masks. */
    private Batch proven() {
      int limbs = field.limbs();
      Batch batch = new Batch(field, 1, n);
      for (int i = 0; i < n; i++) {
        batch.values[i * limbs] = bits[i >>> 6] >>> i & 1;
      }
      System.arraycopy(macs, 0, batch.macs, 0, n * limbs);
      return batch;
    }

    /** Wipes all secrets, masks among them. */
    @Override
    public void close() {
      Secrets.wipe(bits);
      Secrets.wipe(macs);
    }
  }

  /**
   * Makes bits. All checks have passed when the method returns.
   *
   * @param turn awaited when the bits are given, before the toss; may have begun
   * @return {@code n} bits: shares 0 or 1, and shares of their MACs
   */
  Batch make(int n, Sequencer.Turn turn) throws MpcException {
    try (Under under = give(n)) {
      turn.await();
      return under.prove();
    }
  }

  /**
   * Draws bits of this party's own and gives them to all; the result is not proven yet. Needs no
   * turn, as nothing that is sent depends on the key. One round for each {@value #UNIT} bits.
   */
  Under give(int n) throws MpcException {
    Under under = new Under(n);
    boolean given = false;
    try {
      draw(under.bits);
      for (int done = 0; done < under.bits.length; done += BLOCK) {
        extend(under, done, Math.min(BLOCK, under.bits.length - done));
      }
      given = true;
      return under;
    } finally {
      if (!given) {
        under.close();
      }
    }
  }

  /** Fills words with this party's bits, masks and padding. */
  void draw(long[] words) {
    random.nextLongs(words, 0, words.length);
  }

  /** Gives words to each peer, and receives as many from each peer. */
  private void extend(Under under, int at, int words) throws MpcException {
    reserve(words);
    try {
      timesKey(under.bits, at, words);
      for (int peer : session.peers()) {
        copes[peer].give(under.bits, at, words, out[peer], rows);
      }
      session.exchangeAll(out, lengths, in, lengths);
      for (int peer : session.peers()) {
        copes[peer].hold(in[peer], words, rows);
      }
      transpose(words, under.macs, at * Long.SIZE * field.limbs());
    } finally {
      Secrets.wipe(rows);
    }
  }

  /** Makes room; the rows are zero. */
  private void reserve(int words) {
    if (rows.length < COLUMNS * words) {
      rows = new long[COLUMNS * words];
    }
    for (int peer : session.peers()) {
      lengths[peer] = copes[peer].messageBytes(words);
      if (out[peer].length < lengths[peer]) {
        out[peer] = new byte[lengths[peer]];
        in[peer] = new byte[lengths[peer]];
      }
    }
  }

  /** Adds the products of this party's bits and its share of α to the rows. */
  private void timesKey(long[] bits, int at, int words) {
    for (int h = 0; h < field.bits(); h++) {
      long mask = -(keyBits[h >>> 6] >>> h & 1);
      for (int w = 0; w < words; w++) {
        rows[h * words + w] ^= bits[at + w] & mask;
      }
    }
  }

  /** Writes the elements whose coefficients are the rows. */
  private void transpose(int words, long[] to, int toAt) {
    int limbs = field.limbs();
    for (int done = 0; done < words; done += TILE) {
      int now = Math.min(TILE, words - done);
      kernels.transpose128(rows, done, words, now, tile, 0);
      int first = toAt + done * Long.SIZE * limbs;
      for (int i = 0; i < now * Long.SIZE; i++) {
        for (int limb = 0; limb < limbs; limb++) {
          to[first + i * limbs + limb] = tile[ROW * i + limb];
        }
      }
    }
    Secrets.wipe(tile);
  }

  /** Opens bits, which all parties broadcast, as elements. */
  private long[] opened(long[] shares) throws MpcException {
    int bytes = sums / Byte.SIZE;
    byte[][] all =
        session.exchangeAll(Arrays.copyOf(Words.toBytes(shares, 0, shares.length), bytes));
    byte[] sum = new byte[bytes];
    for (int party = 0; party < all.length; party++) {
      check.broadcasts().log(party, all[party], bytes);
      for (int at = 0; at < bytes; at++) {
        sum[at] ^= all[party][at];
      }
    }
    long[] opened = new long[sums * field.limbs()];
    for (int i = 0; i < sums; i++) {
      opened[i * field.limbs()] = (long) sum[i / Byte.SIZE] >>> i % Byte.SIZE & 1;
    }
    return opened;
  }

  /** Wipes all secrets; the session stays open. */
  void wipe() {
    random.wipe();
    for (int peer : session.peers()) {
      copes[peer].wipe();
    }
    Secrets.wipe(keyBits);
    Secrets.wipe(tile);
    Secrets.wipe(rows);
  }
}

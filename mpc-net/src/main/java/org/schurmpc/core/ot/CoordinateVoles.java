package org.schurmpc.core.ot;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.session.Session;

/**
 * Expands VOLEs over GF(2^8) with a fixed factor alpha_j for each coordinate j, in both directions,
 * from GGM trees: small-field VOLE (SoftSpokenOT, eprint 2022/192, figure 7) with 8/k trees of 2^k
 * leaves for each coordinate. Tree t of a coordinate belongs to bits kt to kt + k - 1 of alpha_j,
 * which form A_t = Σ_b X^(kt + b) alpha_(j, kt + b), so that alpha_j = Σ_t A_t.
 *
 * <p>The party that knows all leaves gets uniform symbols u_t and v of GF(2^8), the other party w =
 * v + Σ_t A_t u_t. Given corrections d_t = u_t + x, the other party gets w + Σ_t A_t d_t = v +
 * alpha_j x instead. <em>Nothing makes the corrections of the trees and coordinates
 * consistent</em>: whoever uses the results proves this apart. Malicious security of the trees by
 * the consistency check of PPRF.
 *
 * <p>Streams are bit-sliced: 64 symbols are a chunk of 8 longs, of which long p has the
 * coefficients of X^p. Used by one thread.
 */
public final class CoordinateVoles implements AutoCloseable {
  /** Number of longs of a chunk. */
  public static final int CHUNK = Codeword.PLANES;

  private static final int SYMBOL_BITS = Codeword.PLANES;
  private static final String SET_UP = "word set-up";

  private final int k;
  private final int n;
  private final CotKernels kernels;
  private final Leaves own;
  private final Leaves theirs;
  private final long[] alpha;
  private long[] columns = new long[0];
  private byte[] zeros = new byte[0];
  private byte[] uBytes = new byte[0];

  private CoordinateVoles(
      int k, int n, CotKernels kernels, Leaves own, Leaves theirs, long[] alpha) {
    this.k = k;
    this.n = n;
    this.kernels = kernels;
    this.own = own;
    this.theirs = theirs;
    this.alpha = alpha;
  }

  /**
   * Begins the streams of all coordinates. One round.
   *
   * @param keys keys created in this session or on a connection of which it is a fork
   * @param k 1, 2, 4 or 8
   * @throws Refused if k is another number
   * @throws org.schurmpc.core.abort.PeerCheated with PPRF if the peer's trees are inconsistent
   */
  public static CoordinateVoles begin(Session session, WordKeys keys, int k, CotKernels kernels)
      throws MpcException {
    SmallField.require(k);
    long setUp = session.nextNumber(SET_UP);
    int trees = SYMBOL_BITS / k * keys.n();
    TreeHash.Purpose words = TreeHash.Purpose.WORDS;
    TreeHash ownHash = new TreeHash(session, words, session.party(), setUp);
    FullTrees full = new FullTrees(k, trees, ownHash, keys.pairs());
    long[] alpha = keys.alphaBits();
    CoordinateVoles voles = null;
    try {
      byte[] message = session.exchange(full.message());
      TreeHash theirHash = new TreeHash(session, words, session.peer(), setUp);
      PuncturedTrees punctured =
          new PuncturedTrees(session, k, trees, theirHash, alpha, keys.chosen(), message);
      Leaves own = new Leaves(k, full.seeds(), 0, kernels);
      Leaves theirs = new Leaves(k, punctured.seeds(), 1, kernels);
      Secrets.wipe(punctured.seeds());
      voles = new CoordinateVoles(k, keys.n(), kernels, own, theirs, alpha);
    } finally {
      Secrets.wipe(full.seeds());
      if (voles == null) {
        Secrets.wipe(alpha);
      }
    }
    return voles;
  }

  /** Returns the number of coordinates. */
  public int coordinates() {
    return n;
  }

  /** Returns the number of trees of a coordinate. */
  public int trees() {
    return SYMBOL_BITS / k;
  }

  /**
   * Expands the next symbols of a coordinate whose factor the peer holds.
   *
   * @param u receives u_t, {@code 8 chunks} longs every {@code uStride} longs
   * @param v receives v, {@code 8 chunks} longs
   */
  public void expandOwn(
      int coordinate, int chunks, long[] u, int uOff, int uStride, long[] v, int vOff) {
    int length = CHUNK * chunks;
    long[] sums = columns(length);
    for (int t = 0; t < trees(); t++) {
      int tree = trees() * coordinate + t;
      own.expand(tree, length, zeros, 0, uBytes, 0, sums, t * k * length, length);
      Words.fromBytes(uBytes, 0, u, uOff + t * uStride, length);
    }
    combine(sums, length, v, vOff);
  }

  /**
   * Expands the next symbols of a coordinate whose factor this party holds.
   *
   * @param d the corrections d_t, {@code 8 chunks} longs every {@code dStride} longs
   * @param w receives w + Σ_t A_t d_t, {@code 8 chunks} longs
   */
  public void expandTheirs(
      int coordinate, int chunks, long[] d, int dOff, int dStride, long[] w, int wOff) {
    int length = CHUNK * chunks;
    long[] sums = columns(length);
    for (int t = 0; t < trees(); t++) {
      int tree = trees() * coordinate + t;
      theirs.expand(tree, length, zeros, 0, uBytes, 0, sums, t * k * length, length);
      for (int bit = t * k; bit < (t + 1) * k; bit++) {
        long mask = SmallField.mask(alpha, SYMBOL_BITS * coordinate + bit);
        kernels.xorMasked(sums, bit * length, d, dOff + t * dStride, mask, length);
      }
    }
    combine(sums, length, w, wOff);
  }

  private long[] columns(int length) {
    if (zeros.length < length * Long.BYTES) {
      Secrets.wipe(columns);
      Secrets.wipe(uBytes);
      columns = new long[SYMBOL_BITS * length];
      zeros = new byte[length * Long.BYTES];
      uBytes = new byte[length * Long.BYTES];
    }
    return columns;
  }

  /** Computes Σ_i X^i column_i by Horner's rule, chunk by chunk. */
  private static void combine(long[] columns, int length, long[] dst, int off) {
    for (int at = 0; at < length; at += CHUNK) {
      int from = (SYMBOL_BITS - 1) * length + at;
      long a0 = columns[from];
      long a1 = columns[from + 1];
      long a2 = columns[from + 2];
      long a3 = columns[from + 3];
      long a4 = columns[from + 4];
      long a5 = columns[from + 5];
      long a6 = columns[from + 6];
      long a7 = columns[from + 7];
      for (from -= length; from >= 0; from -= length) {
        long top = a7; // X^8 = X^4 + X^3 + X + 1
        a7 = a6 ^ columns[from + 7];
        a6 = a5 ^ columns[from + 6];
        a5 = a4 ^ columns[from + 5];
        a4 = a3 ^ top ^ columns[from + 4];
        a3 = a2 ^ top ^ columns[from + 3];
        a2 = a1 ^ columns[from + 2];
        a1 = a0 ^ top ^ columns[from + 1];
        a0 = top ^ columns[from];
      }
      int to = off + at;
      dst[to] = a0;
      dst[to + 1] = a1;
      dst[to + 2] = a2;
      dst[to + 3] = a3;
      dst[to + 4] = a4;
      dst[to + 5] = a5;
      dst[to + 6] = a6;
      dst[to + 7] = a7;
    }
  }

  /** Wipes the streams; the session stays open. */
  @Override
  public void close() {
    own.wipe();
    theirs.wipe();
    Secrets.wipe(alpha);
    Secrets.wipe(columns);
    Secrets.wipe(uBytes);
  }
}

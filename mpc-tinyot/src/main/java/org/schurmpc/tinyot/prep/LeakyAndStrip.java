package org.schurmpc.tinyot.prep;

import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.TweakedHash;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.tinyot.material.Material;

/**
 * The local work on a strip of leaky ANDs; symbols as in {@link LeakyAnd}. Rows of 128 bits are two
 * longs each, and the bits of x are expanded to rows of masks, so that all loops use one index for
 * several arrays. What is projected is in planes: one bit of all rows, 64 rows to a long, so that
 * products with bits take a word at a time.
 */
final class LeakyAndStrip {
  private final Kernels kernels;
  private final AuthColumns x;
  private final AuthColumns y;
  private final AuthColumns r;
  private final long[] delta;
  private final long[] imageMasks;
  private final int width;
  private final StripProjection projection;
  private final Optional<StripProjection> macProjection;
  private final long[] xKeys;
  private final long[] xMacs;
  private final long[] keyHash;
  private final long[] otherHash;
  private final long[] macHash;
  private final long[] columns;
  private final long[] constants;
  private final long[] factors;
  private final long[] planes;

  /**
   * Creates buffers.
   *
   * @param capacity length of the longest strip, a multiple of 64
   * @param projections map G and S, and those MACs and keys of the records that are one word
   */
  LeakyAndStrip(int capacity, long[] delta, Projections projections, Kernels kernels) {
    GarblingMatrix matrix = projections.garbling();
    this.kernels = kernels;
    this.x = new AuthColumns(capacity);
    this.y = new AuthColumns(capacity);
    this.r = new AuthColumns(capacity);
    this.delta = delta.clone();
    this.imageMasks = matrix.masks(delta);
    this.width = matrix.width();
    this.projection = new StripProjection(matrix.matrix(), capacity, kernels);
    this.macProjection =
        projections.narrow().matrix().map(each -> new StripProjection(each, capacity, kernels));
    this.xKeys = new long[AuthBits.ROW * capacity];
    this.xMacs = new long[AuthBits.ROW * capacity];
    this.keyHash = new long[2 * capacity];
    this.otherHash = new long[2 * capacity];
    this.macHash = new long[2 * capacity];
    this.columns = new long[AuthColumns.COLUMNS * x.stride()];
    this.constants = new long[columns.length];
    this.factors = new long[capacity / Long.SIZE];
    this.planes = new long[width * (capacity / Long.SIZE)];
  }

  int capacity() {
    return x.capacity();
  }

  long[] xBits() {
    return x.bits();
  }

  void draw(AuthBitSource source, int n) throws MpcException {
    source.nextColumns(x, n, kernels);
    source.nextColumns(y, n, kernels);
    source.nextColumns(r, n, kernels);
    int words = n / Long.SIZE;
    kernels.transpose128(x.keys(), 0, x.stride(), words, xKeys, 0);
    kernels.transpose128(x.macs(), 0, x.stride(), words, xMacs, 0);
  }

  /**
   * Computes H(K_A[x_B]) and H(K_A[x_B] + Δ_A), of which the peer can compute one, and H(M_A[x_A]).
   */
  void hash(TweakedHash ownHash, TweakedHash peerHash, long first, int n) {
    long[] keys = xKeys;
    long low = delta[0];
    long high = delta[1];
    for (int i = 0; i < 2 * n; i += 2) {
      otherHash[i] = keys[i] ^ low;
      otherHash[i + 1] = keys[i + 1] ^ high;
    }
    ownHash.hash(otherHash, 0, first, n, otherHash, 0);
    ownHash.hash(keys, 0, first, n, keyHash, 0);
    peerHash.hash(xMacs, 0, first, n, macHash, 0);
  }

  /**
   * Computes G_A, and all terms of S_A that do not need G_B. Both are planes: bit k of the strip's
   * rows is n / 64 longs. Multiples of Δ are added after the projection.
   */
  void garble(int n, byte[] bytes, int bytesAt, long[] dst, int at) {
    int words = n / Long.SIZE;
    int stride = x.stride();
    garbledColumns(n);
    projection.project(columns, stride, n, planes, 0);
    addDeltas(planes, 0, y.bits(), 0, words);
    Words.toBytes(planes, 0, planeLongs(n), bytes, bytesAt);
    sumColumns(n);
    projection.project(columns, stride, n, dst, at);
    for (int i = 0; i < words; i++) {
      factors[i] = r.bits()[i] ^ (x.bits()[i] & y.bits()[i]);
    }
    addDeltas(dst, at, factors, 0, words);
  }

  /** Computes H(K_A[x_B]) + H(K_A[x_B] + Δ_A) + C_A, without y_A Δ_A. */
  private void garbledColumns(int n) {
    kernels.xorInto(otherHash, 0, keyHash, 0, AuthBits.ROW * n);
    kernels.columns128(otherHash, 0, n / Long.SIZE, columns, 0, x.stride());
    kernels.xor(y.keys(), 0, y.macs(), 0, constants, 0, constants.length);
    kernels.xorInto(columns, 0, constants, 0, columns.length);
  }

  /** Computes S_A without the multiples of Δ_A. */
  private void sumColumns(int n) {
    kernels.xorInto(keyHash, 0, macHash, 0, AuthBits.ROW * n);
    kernels.columns128(keyHash, 0, n / Long.SIZE, columns, 0, x.stride());
    for (int at = 0; at < columns.length; at += x.stride()) {
      addSum(n / Long.SIZE, at);
    }
  }

  private void addSum(int words, int at) {
    long[] out = columns;
    long[] a = r.keys();
    long[] b = r.macs();
    long[] c = constants;
    long[] mask = x.bits();
    for (int i = 0; i < words; i++) {
      out[at + i] ^= a[at + i] ^ b[at + i] ^ (mask[i] & c[at + i]);
    }
  }

  /** Adds P Δ times bits to planes of {@code words} longs. */
  private void addDeltas(long[] dst, int at, long[] bits, int bitsAt, int words) {
    for (int k = 0; k < width; k++) {
      long mask = imageMasks[k];
      int plane = at + k * words;
      for (int i = 0; i < words; i++) {
        dst[plane + i] ^= mask & bits[bitsAt + i];
      }
    }
  }

  /** Returns the number of longs of the planes of {@code n} rows. */
  private int planeLongs(int n) {
    return width * (n / Long.SIZE);
  }

  /**
   * Adds x_A G_B to the sums and takes their bits 0.
   *
   * @param word index of the strip's bits in {@code xBits} and in {@code products}
   * @param all the planes of all strips, one strip after the other
   */
  void evaluate(
      long[] xBits, int word, int n, byte[] bytes, int bytesAt, long[] all, long[] products) {
    Words.fromBytes(bytes, bytesAt, planes, 0, planeLongs(n));
    int words = n / Long.SIZE;
    int at = width * word;
    for (int k = 0; k < width; k++) {
      addProduct(all, at + k * words, xBits, word, planes, k * words, words);
    }
    System.arraycopy(all, at, products, word, words);
  }

  /** Adds d P Δ to the sums of a strip, which gives L. */
  void addConstants(long[] all, int word, long[] constants, int n) {
    addDeltas(all, width * word, constants, word, n / Long.SIZE);
  }

  /** Writes the records, with [[r]] in the place of [[z]]. */
  void store(LeakyAnds batch, int from, int n) {
    storePart(x, batch, from, Material.A, n);
    storePart(y, batch, from, Material.B, n);
    storePart(r, batch, from, Material.C, n);
    for (int word = 0; word < n / Long.SIZE; word++) {
      storeShares(word, batch, from + Long.SIZE * word);
    }
  }

  private void storePart(AuthColumns part, LeakyAnds batch, int from, int number, int n) {
    int at = batch.at(from) + batch.macs(number);
    storeRows(part.macs(), n, batch, at, batch.macWords());
    storeRows(part.keys(), n, batch, at + batch.macWords(), batch.keyWords());
  }

  private void storeRows(long[] src, int n, LeakyAnds batch, int at, int rowWords) {
    int stride = x.stride();
    long[] dst = batch.records();
    int step = batch.recordLongs();
    if (rowWords == 1) {
      macProjection.orElseThrow().projectRows(src, stride, n, dst, at, step);
      return;
    }
    int words = n / Long.SIZE;
    kernels.transpose64(src, 0, stride, words, dst, at, step);
    kernels.transpose64(src, Long.SIZE * stride, stride, words, dst, at + 1, step);
  }

  private void storeShares(int word, LeakyAnds batch, int first) {
    long xWord = x.bits()[word];
    long yWord = y.bits()[word];
    long zWord = r.bits()[word];
    long[] dst = batch.records();
    int at = batch.at(first) + batch.shares();
    int step = batch.recordLongs();
    for (int i = 0; i < Long.SIZE; i++) {
      dst[at + i * step] =
          ((xWord >>> i & 1) << LeakyAnds.X_SHARE)
              | ((yWord >>> i & 1) << LeakyAnds.Y_SHARE)
              | ((zWord >>> i & 1) << LeakyAnds.Z_SHARE);
    }
  }

  private static void addProduct(
      long[] dst, int at, long[] a, int aAt, long[] b, int bAt, int length) {
    for (int i = 0; i < length; i++) {
      dst[at + i] ^= a[aAt + i] & b[bAt + i];
    }
  }

  void wipe() {
    x.wipe();
    y.wipe();
    r.wipe();
    for (long[] secret :
        new long[][] {
          delta,
          imageMasks,
          xKeys,
          xMacs,
          keyHash,
          otherHash,
          macHash,
          columns,
          constants,
          factors,
          planes
        }) {
      Secrets.wipe(secret);
    }
    projection.wipe();
    macProjection.ifPresent(StripProjection::wipe);
  }
}

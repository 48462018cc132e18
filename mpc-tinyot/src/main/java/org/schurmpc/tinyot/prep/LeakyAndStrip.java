package org.schurmpc.tinyot.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.TweakedHash;
import org.schurmpc.core.crypto.Words;

/**
 * The local work on a strip of leaky ANDs; symbols as in {@link LeakyAnd}. Rows are two longs each,
 * and bits are expanded to rows of masks, so that all loops use one index for several arrays.
 */
final class LeakyAndStrip {
  private final AuthBits x;
  private final AuthBits y;
  private final AuthBits r;
  private final long[] delta;
  private final long[] keyHash;
  private final long[] otherHash;
  private final long[] macHash;
  private final long[] cross;
  private final long[] garbled;
  private final long[] sums;
  private final long[] masks;
  private final long[] deltas;

  /**
   * Creates buffers.
   *
   * @param capacity length of the longest strip, a multiple of 64
   */
  LeakyAndStrip(int capacity, long[] delta) {
    this.x = new AuthBits(capacity);
    this.y = new AuthBits(capacity);
    this.r = new AuthBits(capacity);
    this.delta = delta.clone();
    this.keyHash = new long[2 * capacity];
    this.otherHash = new long[2 * capacity];
    this.macHash = new long[2 * capacity];
    this.cross = new long[2 * capacity];
    this.garbled = new long[2 * capacity];
    this.sums = new long[2 * capacity];
    this.masks = new long[2 * capacity];
    this.deltas = new long[2 * capacity];
  }

  int capacity() {
    return x.capacity();
  }

  long[] xBits() {
    return x.bits();
  }

  void draw(AuthBitSource source, int n) throws MpcException {
    source.next(x, n);
    source.next(y, n);
    source.next(r, n);
  }

  /**
   * Computes H(K_A[x_B]) and H(K_A[x_B] + Δ_A), of which the peer can compute one, and H(M_A[x_A]).
   */
  void hash(TweakedHash ownHash, TweakedHash peerHash, long first, int n) {
    long[] keys = x.keys();
    long low = delta[0];
    long high = delta[1];
    for (int i = 0; i < 2 * n; i += 2) {
      otherHash[i] = keys[i] ^ low;
      otherHash[i + 1] = keys[i + 1] ^ high;
    }
    ownHash.hash(otherHash, 0, first, n, otherHash, 0);
    ownHash.hash(keys, 0, first, n, keyHash, 0);
    peerHash.hash(x.macs(), 0, first, n, macHash, 0);
  }

  /** Computes G_A, and all terms of S_A that do not need G_B. */
  void garble(int n, byte[] bytes, int bytesAt, long[] dst, int at) {
    spread(y.bits(), 0, n, delta[0], delta[1], deltas);
    sum3(deltas, y.keys(), y.macs(), cross, 2 * n);
    sum3(keyHash, otherHash, cross, garbled, 2 * n);
    Words.toBytes(garbled, 0, 2 * n, bytes, bytesAt);
    spread(r.bits(), 0, n, delta[0], delta[1], deltas);
    sum3(deltas, r.keys(), r.macs(), sums, 2 * n);
    spread(x.bits(), 0, n, -1, -1, masks);
    addProduct(sums, masks, cross, 2 * n);
    sum3(sums, keyHash, macHash, sums, 2 * n);
    System.arraycopy(sums, 0, dst, at, 2 * n);
  }

  /**
   * Adds x_A G_B to the sums and takes their bits 0.
   *
   * @param word index of the strip's bits in {@code xBits} and in {@code products}
   * @param all the sums of the batch
   */
  void evaluate(
      long[] xBits, int word, int n, byte[] bytes, int bytesAt, long[] all, long[] products) {
    int at = 128 * word;
    System.arraycopy(all, at, sums, 0, 2 * n);
    Words.fromBytes(bytes, bytesAt, garbled, 0, 2 * n);
    spread(xBits, word, n, -1, -1, masks);
    addProduct(sums, masks, garbled, 2 * n);
    System.arraycopy(sums, 0, all, at, 2 * n);
    for (int w = 0; w < n / 64; w++) {
      long bits = 0;
      for (int i = 0; i < 64; i++) {
        bits |= (sums[128 * w + 2 * i] & 1) << i;
      }
      products[word + w] = bits;
    }
  }

  /** Computes L = S + d Δ of the strip, 2n longs, in an array that the next call overwrites. */
  long[] check(long[] all, int from, long[] constants, int n) {
    System.arraycopy(all, 2 * from, sums, 0, 2 * n);
    spread(constants, from / 64, n, delta[0], delta[1], deltas);
    add(sums, deltas, 2 * n);
    return sums;
  }

  /** Writes the records, with [[r]] in the place of [[z]]. */
  void store(LeakyAnds batch, int from, int n) {
    storeXz(batch.xz(), LeakyAnds.XZ_START + from * LeakyAnds.XZ, n);
    storeY(batch.y(), LeakyAnds.Y_START + from * LeakyAnds.Y, n);
    for (int word = 0; word < n / 64; word++) {
      storeShares(word, batch.shares(), from + 64 * word);
    }
  }

  private void storeXz(long[] dst, int at, int n) {
    long[] xMacs = x.macs();
    long[] xKeys = x.keys();
    long[] rMacs = r.macs();
    long[] rKeys = r.keys();
    for (int i = 0; i < n; i++) {
      int to = at + LeakyAnds.XZ * i;
      dst[to] = xMacs[2 * i];
      dst[to + 1] = xMacs[2 * i + 1];
      dst[to + 2] = xKeys[2 * i];
      dst[to + 3] = xKeys[2 * i + 1];
      dst[to + 4] = rMacs[2 * i];
      dst[to + 5] = rMacs[2 * i + 1];
      dst[to + 6] = rKeys[2 * i];
      dst[to + 7] = rKeys[2 * i + 1];
    }
  }

  private void storeY(long[] dst, int at, int n) {
    long[] macs = y.macs();
    long[] keys = y.keys();
    for (int i = 0; i < n; i++) {
      int to = at + LeakyAnds.Y * i;
      dst[to] = macs[2 * i];
      dst[to + 1] = macs[2 * i + 1];
      dst[to + 2] = keys[2 * i];
      dst[to + 3] = keys[2 * i + 1];
    }
  }

  private void storeShares(int word, byte[] shares, int at) {
    long xWord = x.bits()[word];
    long yWord = y.bits()[word];
    long zWord = r.bits()[word];
    for (int i = 0; i < 64; i++) {
      long bits =
          ((xWord >>> i & 1) << LeakyAnds.X_SHARE)
              | ((yWord >>> i & 1) << LeakyAnds.Y_SHARE)
              | ((zWord >>> i & 1) << LeakyAnds.Z_SHARE);
      shares[at + i] = (byte) bits;
    }
  }

  /** Sets row i to (low, high) if bit i is set, else to zero. */
  private static void spread(long[] bits, int word, int n, long low, long high, long[] rows) {
    for (int w = 0; w < n / 64; w++) {
      long value = bits[word + w];
      int at = 128 * w;
      for (int i = 0; i < 64; i++) {
        long mask = -(value >>> i & 1);
        rows[at + 2 * i] = mask & low;
        rows[at + 2 * i + 1] = mask & high;
      }
    }
  }

  private static void sum3(long[] a, long[] b, long[] c, long[] out, int length) {
    for (int i = 0; i < length; i++) {
      out[i] = a[i] ^ b[i] ^ c[i];
    }
  }

  private static void add(long[] dst, long[] src, int length) {
    for (int i = 0; i < length; i++) {
      dst[i] ^= src[i];
    }
  }

  private static void addProduct(long[] dst, long[] a, long[] b, int length) {
    for (int i = 0; i < length; i++) {
      dst[i] ^= a[i] & b[i];
    }
  }

  void wipe() {
    x.wipe();
    y.wipe();
    r.wipe();
    for (long[] secret :
        new long[][] {delta, keyHash, otherHash, macHash, cross, garbled, sums, masks, deltas}) {
      Secrets.wipe(secret);
    }
  }
}

package org.schurmpc.tinyot.prep;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.agree.EqualityCheck;
import org.schurmpc.core.crypto.PolynomialHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.TweakedHash;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.session.Session;

/**
 * Leaky ANDs from authenticated bits: Π_LaAND of Katz, Ranellucci, Rosulek, Wang (eprint 2018/578),
 * after Wang, Ranellucci, Katz (CCS 2017). Malicious security with abort; a peer that deviates is
 * caught with probability 1/2 for each leaky AND, and else has learned its x.
 *
 * <p>With A this party and B the peer, of the bits [[x]], [[y]], [[r]]:
 *
 * <pre>
 * C_A = y_A Δ_A + K_A[y_B] + M_A[y_A]                   so C_A + C_B = y (Δ_A + Δ_B)
 * G_A = H(K_A[x_B]) + H(K_A[x_B] + Δ_A) + C_A           sent
 * E_A = H(M_A[x_A]) + x_A G_B                           = H(K_B[x_A]) + x_A C_B
 * S_A = H(K_A[x_B]) + E_A + x_A C_A + K_A[r_B] + M_A[r_A] + r_A Δ_A
 *                                                       so S_A + S_B = (xy + r)(Δ_A + Δ_B)
 * d   = bit 0 of S_A + S_B, opened                      Δ_A + Δ_B is one there
 * L_A = S_A + d Δ_A                                     must equal L_B
 * </pre>
 *
 * and z = r + d. Three authenticated bits, 16 bytes and one bit each way for a leaky AND. One
 * exchange for each tile, then five for the whole batch.
 */
final class LeakyAnd {
  private final Session session;
  private final CoinToss coins;
  private final EqualityCheck equality;
  private final AuthBitSource source;
  private final RowHash hash;
  private final LeakyAndTweaks tweaks;
  private final long[] delta;
  private final int tileSize;

  private final AuthBits x;
  private final AuthBits y;
  private final AuthBits r;
  private final long[] keyHash;
  private final long[] otherHash;
  private final long[] macHash;
  private final long[] garbled;
  private final byte[] garbledBytes;
  private long[] products = new long[0];

  /**
   * @param tileSize how many are made with one exchange, a multiple of 64
   */
  LeakyAnd(Session session, CoinToss coins, AuthBitSource source, int tileSize) {
    this(session, coins, source, tileSize, new TweakedHash(session.sid())::hash);
  }

  LeakyAnd(Session session, CoinToss coins, AuthBitSource source, int tileSize, RowHash hash) {
    this.session = session;
    this.coins = coins;
    this.equality = new EqualityCheck(session);
    this.source = source;
    this.hash = hash;
    this.tweaks = new LeakyAndTweaks(session.channelNumber(), session.nextNumber("leaky ANDs"));
    this.delta = source.delta();
    this.tileSize = tileSize;
    this.x = new AuthBits(tileSize);
    this.y = new AuthBits(tileSize);
    this.r = new AuthBits(tileSize);
    this.keyHash = new long[2 * tileSize];
    this.otherHash = new long[2 * tileSize];
    this.macHash = new long[2 * tileSize];
    this.garbled = new long[2 * tileSize];
    this.garbledBytes = new byte[Long.BYTES * garbled.length];
  }

  /**
   * Makes a batch, all of which has passed the equality check on return.
   *
   * @param batch as many as it has been reset to
   */
  void make(LeakyAnds batch) throws MpcException {
    int count = batch.count();
    if (products.length < count / 64) {
      products = new long[count / 64];
    }
    for (int from = 0; from < count; from += tileSize) {
      tile(batch, from, Math.min(tileSize, count - from));
    }
    long[] constants = openConstants(count / 64);
    addConstants(batch, constants);
    requireEqual(batch);
  }

  private void tile(LeakyAnds batch, int from, int n) throws MpcException {
    source.next(x, n);
    source.next(y, n);
    source.next(r, n);
    long first = tweaks.take(n);
    hashKeys(first, n);
    garble(batch.checks(), 2 * from, n);
    exchangeGarbled(n);
    hash.hash(x.macs(), 0, tweaks.domain(session.peer()), first, n, macHash, 0);
    evaluate(batch.checks(), 2 * from, n);
    store(batch, from, n);
  }

  /** H(K_A[x_B]) and H(K_A[x_B] + Δ_A): of the two the peer can compute the one at its MAC. */
  private void hashKeys(long first, int n) {
    long[] keys = x.keys();
    long low = delta[0];
    long high = delta[1];
    for (int i = 0; i < 2 * n; i += 2) {
      otherHash[i] = keys[i] ^ low;
      otherHash[i + 1] = keys[i + 1] ^ high;
    }
    long domain = tweaks.domain(session.party());
    hash.hash(otherHash, 0, domain, first, n, otherHash, 0);
    hash.hash(keys, 0, domain, first, n, keyHash, 0);
  }

  /** G_A, and of S_A all that needs no G_B. */
  private void garble(long[] sums, int sumsAt, int n) {
    for (int word = 0; word < n / 64; word++) {
      garble64(word, sums, sumsAt);
    }
  }

  private void garble64(int word, long[] sums, int sumsAt) {
    long xBits = x.bits()[word];
    long yBits = y.bits()[word];
    long rBits = r.bits()[word];
    long low = delta[0];
    long high = delta[1];
    long[] yMacs = y.macs();
    long[] yKeys = y.keys();
    long[] rMacs = r.macs();
    long[] rKeys = r.keys();
    int to = sumsAt + 128 * word;
    int at = 128 * word;
    for (int i = 0; i < 64; i++) {
      int j = at + 2 * i;
      long mine = -(yBits >>> i & 1);
      long crossLow = (mine & low) ^ yKeys[j] ^ yMacs[j];
      long crossHigh = (mine & high) ^ yKeys[j + 1] ^ yMacs[j + 1];
      garbled[j] = keyHash[j] ^ otherHash[j] ^ crossLow;
      garbled[j + 1] = keyHash[j + 1] ^ otherHash[j + 1] ^ crossHigh;
      long xMask = -(xBits >>> i & 1);
      long rMask = -(rBits >>> i & 1);
      sums[to + 2 * i] = keyHash[j] ^ (xMask & crossLow) ^ rKeys[j] ^ rMacs[j] ^ (rMask & low);
      sums[to + 2 * i + 1] =
          keyHash[j + 1] ^ (xMask & crossHigh) ^ rKeys[j + 1] ^ rMacs[j + 1] ^ (rMask & high);
    }
  }

  private void exchangeGarbled(int n) throws MpcException {
    int length = 2 * Long.BYTES * n;
    Words.toBytes(garbled, 0, 2 * n, garbledBytes, 0);
    session.exchange(garbledBytes, 0, length, garbledBytes, 0, length);
    Words.fromBytes(garbledBytes, 0, garbled, 0, 2 * n);
  }

  /** Adds E_A to the sums and notes their bits 0. */
  private void evaluate(long[] sums, int sumsAt, int n) {
    for (int word = 0; word < n / 64; word++) {
      int at = sumsAt + 128 * word;
      products[at >>> 7] = evaluate64(x.bits()[word], 128 * word, sums, at);
    }
  }

  private long evaluate64(long xBits, int at, long[] sums, int to) {
    long bits = 0;
    for (int i = 0; i < 64; i++) {
      int j = 2 * i;
      long xMask = -(xBits >>> i & 1);
      long low = sums[to + j] ^ macHash[at + j] ^ (xMask & garbled[at + j]);
      sums[to + j] = low;
      sums[to + j + 1] ^= macHash[at + j + 1] ^ (xMask & garbled[at + j + 1]);
      bits |= (low & 1) << i;
    }
    return bits;
  }

  private void store(LeakyAnds batch, int from, int n) {
    storeRows(x, batch.xz(), LeakyAnds.XZ_START + from * LeakyAnds.XZ, LeakyAnds.XZ, n);
    storeRows(
        r, batch.xz(), LeakyAnds.XZ_START + from * LeakyAnds.XZ + LeakyAnds.Z, LeakyAnds.XZ, n);
    storeRows(y, batch.y(), LeakyAnds.Y_START + from * LeakyAnds.Y, LeakyAnds.Y, n);
    byte[] shares = batch.shares();
    for (int i = 0; i < n; i++) {
      int word = i >>> 6;
      long bits =
          ((x.bits()[word] >>> i & 1) << LeakyAnds.X_SHARE)
              | ((y.bits()[word] >>> i & 1) << LeakyAnds.Y_SHARE)
              | ((r.bits()[word] >>> i & 1) << LeakyAnds.Z_SHARE);
      shares[from + i] = (byte) bits;
    }
  }

  private static void storeRows(AuthBits bits, long[] dst, int at, int step, int n) {
    long[] macs = bits.macs();
    long[] keys = bits.keys();
    for (int i = 0; i < n; i++) {
      int to = at + step * i;
      dst[to] = macs[2 * i];
      dst[to + 1] = macs[2 * i + 1];
      dst[to + LeakyAnds.KEY] = keys[2 * i];
      dst[to + LeakyAnds.KEY + 1] = keys[2 * i + 1];
    }
  }

  /** Opens all d of the batch, packed. */
  private long[] openConstants(int words) throws MpcException {
    byte[] theirs = session.exchange(Words.toBytes(products, 0, words));
    long[] constants = new long[words];
    Words.fromBytes(theirs, 0, constants, 0, words);
    for (int i = 0; i < words; i++) {
      constants[i] ^= products[i];
    }
    return constants;
  }

  /** z = r + d: party 0 adds the constant to its share, party 1 to its key. And L = S + d Δ. */
  private void addConstants(LeakyAnds batch, long[] constants) {
    int position = session.party() == 0 ? LeakyAnds.Z_SHARE : LeakyAnds.Z_KEY_SHIFT;
    byte[] shares = batch.shares();
    long[] checks = batch.checks();
    long low = delta[0];
    long high = delta[1];
    for (int word = 0; word < constants.length; word++) {
      for (int i = 0; i < 64; i++) {
        int at = 64 * word + i;
        long d = constants[word] >>> i & 1;
        shares[at] ^= (byte) (d << position);
        checks[2 * at] ^= -d & low;
        checks[2 * at + 1] ^= -d & high;
      }
    }
  }

  private void requireEqual(LeakyAnds batch) throws MpcException {
    // Both parties' L are fixed here: G and d of the whole batch have gone both ways.
    byte[] key = coins.toss("leaky AND check", PolynomialHash.KEY_BYTES);
    PolynomialHash polynomial = new PolynomialHash(key);
    polynomial.update(batch.checks(), 0, 2 * batch.count());
    equality.requireEqual("leaky ANDs", polynomial.digest());
  }

  void wipe() {
    x.wipe();
    y.wipe();
    r.wipe();
    for (long[] secret : new long[][] {delta, keyHash, otherHash, macHash, garbled, products}) {
      Secrets.wipe(secret);
    }
    Arrays.fill(garbledBytes, (byte) 0);
  }
}

package org.schurmpc.tinyot.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.crypto.PolynomialHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.TweakedHash;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.session.Session;

/**
 * Leaky ANDs from authenticated bits: Π_LaAND of Katz, Ranellucci, Rosulek, Wang (eprint 2018/578),
 * after Wang, Ranellucci, Katz (CCS 2017). Malicious security with abort. A deviating peer is
 * caught with probability 1/2 for each leaky AND, and otherwise has learned its x.
 *
 * <p>With A this party and B the peer, of the bits [[x]], [[y]], [[r]], and P the {@link
 * GarblingMatrix}, a map of 128 bits to w bits that keeps bit 0:
 *
 * <pre>
 * C_A = y_A Δ_A + K_A[y_B] + M_A[y_A]                   so C_A + C_B = y (Δ_A + Δ_B)
 * G_A = P (H(K_A[x_B]) + H(K_A[x_B] + Δ_A) + C_A)       sent
 * E_A = P H(M_A[x_A]) + x_A G_B                         = P (H(K_B[x_A]) + x_A C_B)
 * S_A = P (H(K_A[x_B]) + x_A C_A + K_A[r_B] + M_A[r_A] + r_A Δ_A) + E_A
 *                                                       so S_A + S_B = (xy + r) P (Δ_A + Δ_B)
 * d   = bit 0 of S_A + S_B, opened                      Δ_A + Δ_B is one there
 * L_A = S_A + d P Δ_A                                   must equal L_B
 * </pre>
 *
 * and z = r + d. A wrong z passes with probability at most 2^-(w-1), but for 2^-117: the rows in
 * these terms are the whole 128 bits, whatever the widths of the MACs in the records. Costs three
 * authenticated bits, w + 1 bits each way for each leaky AND. Takes one exchange for each tile,
 * then five for the whole batch.
 */
final class LeakyAnd {
  /**
   * Number of leaky ANDs that are processed at once, so that they stay in a cache of the processor.
   */
  private static final int STRIP = TweakedHash.STRIP;

  private final Session session;
  private final CoinToss coins;
  private final PrivateEquality equality;
  private final AuthBitSource source;
  private final TweakedHash ownHash;
  private final TweakedHash peerHash;
  private final LeakyAndTweaks tweaks;
  private final long[] delta;
  private final int width;
  private final int tileSize;

  private final LeakyAndStrip strip;
  private final byte[] garbled;
  private long[] xBits = new long[0];
  private long[] products = new long[0];
  private long[] sums = new long[0];

  /**
   * Creates a generator of leaky ANDs.
   *
   * @param projections drawn when both parties' Δ were fixed
   * @param tileSize number of leaky ANDs made with one exchange, a multiple of 64
   * @param kernels used by this thread alone
   */
  LeakyAnd(
      Session session,
      CoinToss coins,
      AuthBitSource source,
      Projections projections,
      int tileSize,
      Kernels kernels) {
    this.session = session;
    this.coins = coins;
    this.equality = new PrivateEquality(session, source);
    this.source = source;
    this.tweaks = new LeakyAndTweaks(session.channelNumber(), session.nextNumber("leaky ANDs"));
    this.ownHash = new TweakedHash(session.sid(), tweaks.domain(session.party()));
    this.peerHash = new TweakedHash(session.sid(), tweaks.domain(session.peer()));
    this.delta = source.delta();
    this.width = projections.garbling().width();
    this.tileSize = tileSize;
    this.strip = new LeakyAndStrip(Math.min(tileSize, STRIP), delta, projections, kernels);
    this.garbled = new byte[bytes(tileSize)];
  }

  /** Returns the number of bytes that are sent for {@code n} leaky ANDs, a multiple of 64. */
  private int bytes(int n) {
    return width * (n / Byte.SIZE);
  }

  /**
   * Makes a batch. The whole batch has passed the equality check when the method returns.
   *
   * @param batch receives as many leaky ANDs as its last reset states, with the widths of the
   *     projections
   */
  void make(LeakyAnds batch) throws MpcException {
    int count = batch.count();
    reserve(count / Long.SIZE);
    source.expect(3L * count + PrivateEquality.BITS);
    for (int from = 0; from < count; from += tileSize) {
      tile(batch, from, Math.min(tileSize, count - from));
    }
    long[] constants = openConstants(count / Long.SIZE);
    addConstants(batch, constants);
    requireEqual(count, constants);
  }

  private void reserve(int words) {
    if (products.length < words) {
      wipeBatch();
      xBits = new long[words];
      products = new long[words];
      sums = new long[Math.multiplyExact(width, words)];
    }
  }

  private void tile(LeakyAnds batch, int from, int n) throws MpcException {
    for (int done = 0; done < n; done += strip.capacity()) {
      garble(batch, from + done, Math.min(strip.capacity(), n - done), done);
    }
    int length = bytes(n);
    session.exchange(garbled, 0, length, garbled, 0, length);
    for (int done = 0; done < n; done += strip.capacity()) {
      evaluate(from + done, Math.min(strip.capacity(), n - done), done);
    }
  }

  private void garble(LeakyAnds batch, int from, int n, int inTile) throws MpcException {
    int word = from / Long.SIZE;
    strip.draw(source, n);
    strip.hash(ownHash, peerHash, tweaks.take(n), n);
    strip.garble(n, garbled, bytes(inTile), sums, width * word);
    strip.store(batch, from, n);
    System.arraycopy(strip.xBits(), 0, xBits, word, n / Long.SIZE);
  }

  private void evaluate(int from, int n, int inTile) {
    strip.evaluate(xBits, from / Long.SIZE, n, garbled, bytes(inTile), sums, products);
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

  /** Computes z = r + d: party 0 adds the constant to its share, party 1 to its key. */
  private void addConstants(LeakyAnds batch, long[] constants) {
    batch.setConstants(constants, session.party() == 0 ? LeakyAnds.Z_SHARE : LeakyAnds.Z_KEY_SHIFT);
  }

  private void requireEqual(int count, long[] constants) throws MpcException {
    for (int from = 0; from < count; from += tileSize) {
      int end = Math.min(count, from + tileSize);
      for (int at = from; at < end; at += strip.capacity()) {
        int n = Math.min(strip.capacity(), end - at);
        strip.addConstants(sums, at / Long.SIZE, constants, n);
      }
    }
    equality.draw();
    // Both parties' L = S + d P Δ are fixed here: G and d of the whole batch have been exchanged.
    byte[] key = coins.toss("leaky AND check", PolynomialHash.KEY_BYTES);
    PolynomialHash polynomial = new PolynomialHash(key);
    polynomial.update(sums, 0, width * (count / Long.SIZE));
    byte[] digest = polynomial.digest();
    equality.requireEqual("leaky ANDs", count, width, digest);
    Secrets.wipe(digest);
  }

  private void wipeBatch() {
    Secrets.wipe(xBits);
    Secrets.wipe(products);
    Secrets.wipe(sums);
  }

  void wipe() {
    ownHash.wipe();
    peerHash.wipe();
    strip.wipe();
    equality.wipe();
    Secrets.wipe(delta);
    Secrets.wipe(garbled);
    wipeBatch();
  }
}

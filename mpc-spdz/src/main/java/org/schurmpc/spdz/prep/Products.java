package org.schurmpc.spdz.prep;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.session.Session;

/**
 * Shares of products a b of random values (KOS16, Figure 7, "Multiply"): for each triple τ values a
 * and one b. A party computes its own product locally. For its a and a peer's b they make shares by
 * k random OTs, with the bits of a as choice bits: the peer sends d_h = q_{0,h} - q_{1,h} + b, so
 * that t_h = s_h + a_h d_h = q_{0,h} + a_h b, and the sum of g_h t_h is that of g_h q_{0,h} plus a
 * b.
 *
 * <p>This class only checks that received messages are elements of the field: the shares are those
 * of a b if all parties are honest, and sacrificing detects errors.
 */
class Products {
  /** Number of OTs of a tile: its rows and messages stay in the second-level cache. */
  private static final int TILE_OTS = 1 << 15;

  /** Number of triples that start at whole words of choice bits for every field. */
  private static final int GRAIN = Long.SIZE;

  private final Session session;
  private final Field field;
  private final PairOts[] ots; // by peer
  private final Prg random;
  private final int tau;
  private final int tile;
  private final int tileOts;
  private final int[] lengths;
  private final byte[][] out;
  private final byte[][] in;
  private final int[] flipLengths;
  private final long[][] flips;
  private final long[] uniform;
  private final long[] rows;
  private final long[] others;
  private final long[] repeated;
  private final long[] parts;

  /**
   * Creates the products.
   *
   * @param ots with each peer, by party; null for this party
   * @param tau number of values a for each b
   */
  Products(Session session, Field field, PairOts[] ots, int tau) {
    this.session = session;
    this.field = field;
    this.ots = ots;
    this.random = Prg.seededFrom(session.random());
    this.tau = tau;
    this.tile = tile(field, tau);
    this.tileOts = tile * tau * field.bits();
    int parties = session.parties();
    this.lengths = new int[parties];
    this.out = new byte[parties][];
    this.in = new byte[parties][];
    this.flipLengths = new int[parties];
    this.flips = new long[parties][];
    for (int peer : session.peers()) {
      lengths[peer] = tileOts * field.bytes();
      out[peer] = new byte[lengths[peer]];
      in[peer] = new byte[lengths[peer]];
      flipLengths[peer] = tileOts / Byte.SIZE;
      flips[peer] = new long[tileOts / Long.SIZE];
    }
    this.uniform = new long[tileOts * field.uniformWords()];
    this.rows = new long[tileOts * field.limbs()];
    this.others = new long[tileOts * field.limbs()];
    this.repeated = new long[tau * field.bits() * field.limbs()];
    this.parts = new long[tile * tau * field.limbs()];
  }

  /** Returns the number of which triples come in multiples. */
  int tile() {
    return tile;
  }

  /** Returns the number of which triples over a field come in multiples. */
  static int tile(Field field, int tau) {
    return GRAIN * Math.max(1, TILE_OTS / (GRAIN * tau * field.bits()));
  }

  /**
   * Makes shares.
   *
   * @param n number of triples, a multiple of {@link #tile()}
   * @param a receives τ uniform elements for each triple
   * @param b receives one uniform element for each triple
   * @param c receives τ elements for each triple: shares of the sums of all parties' a times that
   *     of all b
   */
  void make(int n, long[] a, long[] b, long[] c) throws MpcException {
    int limbs = field.limbs();
    for (int done = 0; done < n; done += tile) {
      int atA = done * tau * limbs;
      int atB = done * limbs;
      draw(a, atA, b, atB);
      for (int triple = 0; triple < tile; triple++) {
        int at = atA + triple * tau * limbs;
        field.scale(b, atB + triple * limbs, a, at, c, at, tau);
      }
      multiply(b, atB, c, c, atA);
    }
  }

  /**
   * Makes shares of the products of each party's a and the other party's b alone, between two
   * parties.
   *
   * @param n number of b of each party, a multiple of {@link #tile()}
   * @param a receives τ uniform elements for each b of the other party
   * @param b receives one uniform element for τ elements a of the other party
   * @param taken receives shares of this party's a times the other party's b
   * @param offered receives shares of the other party's a times this party's b
   */
  void makeOneWay(int n, long[] a, long[] b, long[] taken, long[] offered) throws MpcException {
    int limbs = field.limbs();
    Arrays.fill(taken, 0, n * tau * limbs, 0);
    Arrays.fill(offered, 0, n * tau * limbs, 0);
    for (int done = 0; done < n; done += tile) {
      int atA = done * tau * limbs;
      int atB = done * limbs;
      draw(a, atA, b, atB);
      multiply(b, atB, taken, offered, atA);
    }
  }

  /** Draws the values of a tile: the bits of a are the choice bits of its OTs. */
  private void draw(long[] a, int atA, long[] b, int atB) throws MpcException {
    for (int peer : session.peers()) {
      ots[peer].next(tileOts);
    }
    random(b, atB, tile);
    field.fromBits(bits(), 0, a, atA, tile * tau);
  }

  private long[] bits() {
    return ots[session.peers()[0]].choices();
  }

  /** Adds shares of the products with each peer: of this party's a, and of the peer's. */
  private void multiply(long[] b, int atB, long[] taken, long[] offered, int atC)
      throws MpcException {
    long[] bits = bits();
    boolean flipped = sayFlips(bits);
    for (int peer : session.peers()) {
      offer(peer, flipped ? flips[peer] : null, b, atB, offered, atC);
    }
    session.exchangeAll(out, lengths, in, lengths);
    for (int peer : session.peers()) {
      take(peer, bits, taken, atC);
    }
  }

  private void random(long[] to, int at, int n) {
    int words = n * field.uniformWords();
    random.nextLongs(uniform, 0, words);
    field.fromUniform(uniform, 0, to, at, n);
  }

  /**
   * Sends flips. With several peers, a is equal towards all: its bits are those that the OTs with
   * the first peer drew. The other peers are sent the positions where their OTs drew another bit.
   *
   * @return whether there are flips
   */
  private boolean sayFlips(long[] bits) throws MpcException {
    if (session.parties() == 2) {
      return false;
    }
    int words = tileOts / Long.SIZE;
    int[] outLengths = flipLengths.clone();
    int[] inLengths = flipLengths.clone();
    outLengths[session.peers()[0]] = 0;
    for (int peer : session.peers()) {
      if (session.party() == firstPeer(peer)) {
        inLengths[peer] = 0;
        Arrays.fill(flips[peer], 0);
      }
      long[] drawn = ots[peer].choices();
      for (int w = 0; w < words; w++) {
        uniform[w] = drawn[w] ^ bits[w];
      }
      Words.toBytes(uniform, 0, words, out[peer], 0);
    }
    session.exchangeAll(out, outLengths, in, inLengths);
    for (int peer : session.peers()) {
      if (inLengths[peer] > 0) {
        Words.fromBytes(in[peer], 0, flips[peer], 0, words);
      }
    }
    return true;
  }

  private static int firstPeer(int party) {
    return party == 0 ? 1 : 0;
  }

  /**
   * Writes the message for a peer, q_0 - q_1 + b of each OT, and adds -q_0 to this party's shares.
   */
  private void offer(int peer, long[] flip, long[] b, int atB, long[] c, int atC) {
    messages(peer, 0, flip, rows);
    messages(peer, 1, flip, others);
    field.composeEach(rows, 0, parts, 0, tile * tau);
    field.subtract(c, atC, parts, 0, c, atC, tile * tau);
    int limbs = field.limbs();
    int each = tau * field.bits();
    for (int triple = 0; triple < tile; triple++) {
      for (int i = 0; i < each * limbs; i += limbs) {
        System.arraycopy(b, atB + triple * limbs, repeated, i, limbs);
      }
      int at = triple * each * limbs;
      field.subtract(rows, at, others, at, rows, at, each);
      field.add(rows, at, repeated, 0, rows, at, each);
    }
    field.toBytes(rows, 0, out[peer], 0, tileOts);
  }

  private void messages(int peer, int message, long[] flip, long[] to) {
    ots[peer].sent(message, flip, uniform);
    field.fromUniform(uniform, 0, to, 0, tileOts);
  }

  /** Adds a peer's message where a bit of a is set. */
  private void take(int peer, long[] bits, long[] c, int atC) throws MpcException {
    boolean elements = field.fromBytes(in[peer], 0, others, 0, tileOts);
    session.require(elements, Check.MALFORMED, "a correction of an OT is no element of the field");
    int limbs = field.limbs();
    for (int i = 0; i < tileOts; i++) {
      long mask = -(bits[i >>> 6] >>> i & 1);
      for (int limb = 0; limb < limbs; limb++) {
        others[limbs * i + limb] &= mask;
      }
    }
    ots[peer].received(uniform);
    field.fromUniform(uniform, 0, rows, 0, tileOts);
    field.add(rows, 0, others, 0, rows, 0, tileOts);
    field.composeEach(rows, 0, parts, 0, tile * tau);
    field.add(c, atC, parts, 0, c, atC, tile * tau);
  }

  void wipe() {
    random.wipe();
    Secrets.wipe(uniform);
    Secrets.wipe(rows);
    Secrets.wipe(others);
    Secrets.wipe(repeated);
    Secrets.wipe(parts);
  }
}

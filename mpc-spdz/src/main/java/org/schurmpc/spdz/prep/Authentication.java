package org.schurmpc.spdz.prep;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.share.GlobalMacCheck;

/**
 * Shares of MACs of values that single parties know (KOS16, Figure 6, "Input"). For each batch
 * every giver proves that it gave equal values to all peers and for all bits of their keys: a
 * combination of the values with coefficients tossed afterwards, masked by one additional value, is
 * sent to all and its MACs are checked.
 */
class Authentication {
  private final Session session;
  private final Field field;
  private final long[] key;
  private final KeyProducts[] products; // by peer
  private final GlobalMacCheck check;
  private final Prg random;
  private final int[] outLengths;
  private final int[] inLengths;
  private final byte[][] out;
  private final byte[][] in;

  /**
   * Creates the authentication.
   *
   * @param key this party's share of α, one element; not copied, not changed
   * @param products with each peer, by party; null for this party
   */
  Authentication(
      Session session, Field field, long[] key, KeyProducts[] products, GlobalMacCheck check) {
    this.session = session;
    this.field = field;
    this.key = key;
    this.products = Arrays.copyOf(products, products.length, KeyProducts[].class);
    this.check = check;
    this.random = Prg.seededFrom(session.random());
    int parties = session.parties();
    this.outLengths = new int[parties];
    this.inLengths = new int[parties];
    this.out = new byte[parties][];
    this.in = new byte[parties][];
    allocate();
  }

  private void allocate() {
    for (int peer : session.peers()) {
      int length = products[peer].messageBytes(products[peer].block());
      out[peer] = new byte[length];
      in[peer] = new byte[length];
    }
  }

  /** Takes products of another kind from here on, under the same α. */
  void use(KeyProducts[] others) {
    System.arraycopy(others, 0, products, 0, products.length);
    allocate();
  }

  /** Returns the number of elements that are given at a time. */
  private int block() {
    return products[session.peers()[0]].block();
  }

  /** Values given and not proven yet. Must be closed in any case, since this holds α x. */
  final class Under implements AutoCloseable {
    private final boolean[] gives;
    private final int n;
    private final long[] x;
    private final long[][] macs;
    private final long[][] apart; // by peer, if wanted; else null
    private final long[] combined = new long[field.limbs()];
    private int done; // elements given so far, of which the mask is the first

    private Under(boolean[] gives, int n, boolean apart) {
      int length = (n + 1) * field.limbs();
      this.gives = gives;
      this.n = n;
      this.x = new long[gives[session.party()] ? length : 0];
      this.macs = new long[gives.length][];
      this.apart = apart ? new long[gives.length][x.length] : null;
      for (int giver = 0; giver < gives.length; giver++) {
        macs[giver] = new long[gives[giver] ? length : 0];
      }
      if (gives[session.party()]) {
        mask(x);
      }
    }

    /**
     * Gives the next values; the mask is given with the first ones. The messages fix the values.
     *
     * @param values this party's values, if it gives any
     * @param from number of elements before them in the array
     */
    void give(long[] values, int from, int count) throws MpcException {
      int limbs = field.limbs();
      int me = session.party();
      int first = done == 0 ? 1 : done;
      int end = first + count;
      if (gives[me]) {
        System.arraycopy(values, from * limbs, x, first * limbs, count * limbs);
        field.scale(key, 0, x, done * limbs, macs[me], done * limbs, end - done);
      }
      int block = block();
      for (; done < end; done += Math.min(block, end - done)) {
        extend(this, done, Math.min(block, end - done));
      }
    }

    /** Returns this party's values, if it gives any, from {@link #at} on; not a copy. */
    long[] values() {
      return x;
    }

    /** Returns this party's shares of the MACs of a giver's values, from {@link #at}; no copy. */
    long[] macs(int giver) {
      return macs[giver];
    }

    /**
     * Returns this party's parts of the MACs of its own values under a peer's key alone, from
     * {@link #at} on, if they were {@linkplain #beginApart kept}; no copy. They and what the peer
     * {@linkplain #macs holds} add up to the values times the peer's key.
     */
    long[] macsUnder(int peer) {
      return apart[peer];
    }

    /** Returns the place of value {@code i} among the values and among the MACs. */
    int at(int i) {
      return (i + 1) * field.limbs();
    }

    /** Adds up this party's shares of the MACs of all givers' first {@code count} values. */
    void addUp(long[] to, int count) {
      Arrays.fill(to, 0, count * field.limbs(), 0);
      for (int giver = 0; giver < gives.length; giver++) {
        if (gives[giver]) {
          field.add(to, 0, macs[giver], at(0), to, 0, count);
        }
      }
    }

    /**
     * Proves and checks the given values. {@code 2 + 1} rounds and those of the check of MACs.
     *
     * @param to receives this party's shares of the MACs of all givers' values, added up: {@code n}
     *     elements
     * @throws org.schurmpc.core.abort.PeerCheated with MAC if a giver is not consistent
     */
    void prove(long[] to) throws MpcException {
      prove();
      addUp(to, n);
    }

    /** Like {@link #prove(long[])}, where the givers' MACs are needed apart. */
    void prove() throws MpcException {
      int limbs = field.limbs();
      int all = n + 1;
      Prg prg = new Prg(check.committed().toss("authentication", Prg.SEED_BYTES));
      long[] uniform = new long[all * field.uniformWords()];
      long[] coefficients = new long[all * limbs];
      prg.nextLongs(uniform, 0, uniform.length);
      field.fromUniform(uniform, 0, coefficients, 0, all);
      // The mask always counts.
      System.arraycopy(field.element(1), 0, coefficients, 0, limbs);
      long[][] y = combinations(coefficients);
      for (int giver = 0; giver < gives.length; giver++) {
        if (gives[giver]) {
          field.innerProduct(coefficients, 0, macs[giver], 0, combined, 0, all);
          check.opened(y[giver], 0, combined, 0, 1);
        }
      }
      check.check(Check.MAC, "what a party gave for authentication is not the same everywhere");
    }

    /** Returns the givers' combinations of their values. */
    private long[][] combinations(long[] coefficients) throws MpcException {
      int me = session.party();
      long[][] y = new long[gives.length][field.limbs()];
      byte[][] sent = new byte[gives.length][field.bytes()];
      int[] outs = new int[gives.length];
      int[] ins = new int[gives.length];
      if (gives[me]) {
        field.innerProduct(coefficients, 0, x, 0, y[me], 0, n + 1);
        field.toBytes(y[me], 0, sent[me], 0, 1);
      }
      byte[][] mine = new byte[gives.length][];
      Arrays.fill(mine, sent[me]);
      for (int peer : session.peers()) {
        outs[peer] = gives[me] ? field.bytes() : 0;
        ins[peer] = gives[peer] ? field.bytes() : 0;
      }
      session.exchangeAll(mine, outs, sent, ins);
      boolean elements = true;
      for (int giver = 0; giver < gives.length; giver++) {
        if (gives[giver]) {
          check.broadcasts().log(giver, sent[giver], field.bytes());
          elements &= field.fromBytes(sent[giver], 0, y[giver], 0, 1);
        }
      }
      session.require(elements, Check.MALFORMED, "a combination is no element of the field");
      return y;
    }

    /** Wipes all secrets. */
    @Override
    public void close() {
      Secrets.wipe(x);
      Secrets.wipe(combined);
      for (long[] each : macs) {
        Secrets.wipe(each);
      }
      if (apart != null) {
        for (long[] each : apart) {
          Secrets.wipe(each);
        }
      }
    }
  }

  /**
   * Gives values; the result is not proven yet.
   *
   * @param gives whether each party gives values
   * @param values this party's values, if it gives any
   */
  Under give(boolean[] gives, long[] values, int n) throws MpcException {
    Under under = begin(gives, n);
    boolean given = false;
    try {
      under.give(values, 0, n);
      given = true;
      return under;
    } finally {
      if (!given) {
        under.close();
      }
    }
  }

  /**
   * Begins to give values in several parts, which one proof is for.
   *
   * @param gives whether each party gives values
   * @param n number of values of all parts
   */
  Under begin(boolean[] gives, int n) {
    return new Under(gives, n, false);
  }

  /**
   * Begins like {@link #begin}, and keeps the givers' parts of MACs under each peer's key apart.
   */
  Under beginApart(boolean[] gives, int n) {
    return new Under(gives, n, true);
  }

  /** Gives {@code n} elements to each peer, and receives as many from each peer. */
  private void extend(Under under, int first, int n) throws MpcException {
    int at = first * field.limbs();
    int me = session.party();
    boolean[] gives = under.gives;
    for (int peer : session.peers()) {
      products[peer].require(gives[me] ? n : 0, gives[peer] ? n : 0);
      outLengths[peer] = gives[me] ? products[peer].messageBytes(n) : 0;
      inLengths[peer] = gives[peer] ? products[peer].messageBytes(n) : 0;
      if (gives[me]) {
        give(under, peer, at, n);
      }
    }
    session.exchangeAll(out, outLengths, in, inLengths);
    for (int peer : session.peers()) {
      if (gives[peer]) {
        products[peer].hold(in[peer], n, under.macs[peer], at);
      }
    }
  }

  private void give(Under under, int peer, int at, int n) {
    long[] macs = under.macs[session.party()];
    if (under.apart == null) {
      products[peer].give(under.x, at, n, out[peer], macs, at);
    } else {
      long[] alone = under.apart[peer];
      products[peer].give(under.x, at, n, out[peer], alone, at);
      field.add(macs, at, alone, at, macs, at, n);
    }
  }

  private void mask(long[] x) {
    long[] uniform = new long[field.uniformWords()];
    random.nextLongs(uniform, 0, uniform.length);
    field.fromUniform(uniform, 0, x, 0, 1);
    Secrets.wipe(uniform);
  }

  void wipe() {
    random.wipe();
  }
}

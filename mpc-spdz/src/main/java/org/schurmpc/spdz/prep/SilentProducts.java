package org.schurmpc.spdz.prep;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.silent.LpnParameters;
import org.schurmpc.core.silent.VolePair;
import org.schurmpc.core.silent.Voles;
import org.schurmpc.spdz.material.Material;

/**
 * Products from vector oblivious linear evaluation: of a random u with q + t = u α, the giver sends
 * x - u, and the holder's share of α x is t + α (x - u). The first values come from {@link Cope},
 * so that all have its α, and are checked as KOS16 checks what is given: a combination that is
 * tossed afterwards is opened under a mask.
 */
final class SilentProducts implements KeyProducts {
  private static final int BLOCK = 8192;
  private static final String FIRST = "the first values of a VOLE";

  private final Session pair;
  private final Field field;
  private final long[] alpha;
  private final VolePair voles;
  private final long[] u;
  private final long[] scaled;

  private SilentProducts(Session pair, Field field, long[] alpha, VolePair voles) {
    this.pair = pair;
    this.field = field;
    this.alpha = alpha.clone();
    this.voles = voles;
    this.u = new long[BLOCK * field.limbs()];
    this.scaled = new long[BLOCK * field.limbs()];
  }

  /**
   * Sets up the extension; one round with the peer.
   *
   * @param keys base OTs in both directions
   * @param k parameter of SoftSpokenOT
   * @param alpha this party's share, one element
   */
  static SilentProducts begin(
      Session pair, Field field, long[] alpha, CotKeys keys, int k, CotKernels kernels)
      throws MpcException {
    VolePair voles = VolePair.begin(pair, field, alpha, keys, k, kernels);
    return new SilentProducts(pair, field, alpha, voles);
  }

  /** Makes the first values from products of uniform values, and checks them. */
  void startFrom(Cope cope) throws MpcException {
    LpnParameters first = LpnParameters.STARTING.get(0);
    int n = first.kept();
    int all = n + 1; // the last one masks the check
    int limbs = field.limbs();
    Voles made = new Voles(new long[all * limbs], new long[all * limbs], new long[all * limbs]);
    try (made) {
      uniform(made.u(), all);
      int block = cope.block();
      byte[] out = new byte[cope.messageBytes(block)];
      byte[] in = new byte[out.length];
      for (int done = 0; done < all; done += block) {
        int now = Math.min(block, all - done);
        int length = cope.messageBytes(now);
        cope.give(made.u(), done * limbs, now, out, made.q(), done * limbs);
        pair.exchange(out, 0, length, in, 0, length);
        cope.hold(in, now, made.t(), done * limbs);
      }
      check(made, all);
      voles.start(first, made.part(field, 0, n));
    }
  }

  /**
   * Takes the first values from those that an earlier session left.
   *
   * @param left as {@link #leave} wrote them
   */
  void startFrom(long[] left, int at) {
    int longs = Material.VOLE_START.kept() * field.limbs();
    long[] owned = Arrays.copyOfRange(left, at, at + longs);
    long[] parts = Arrays.copyOfRange(left, at + longs, at + 2 * longs);
    long[] held = Arrays.copyOfRange(left, at + 2 * longs, at + 3 * longs);
    voles.start(Material.VOLE_START, new Voles(owned, parts, held));
  }

  /** Writes values that nothing else uses, u, q and t, for a later session with the peer. */
  void leave(long[] to, int at) throws MpcException {
    int n = Material.VOLE_START.kept();
    int longs = n * field.limbs();
    try (Voles left = voles.split(n)) {
      System.arraycopy(left.u(), 0, to, at, longs);
      System.arraycopy(left.q(), 0, to, at + longs, longs);
      System.arraycopy(left.t(), 0, to, at + 2 * longs, longs);
    }
  }

  /** Takes the first values from products on another connection with the peer. */
  void startFrom(SilentProducts other) throws MpcException {
    voles.start(LpnParameters.SMALL, other.voles.split(LpnParameters.SMALL.kept()));
  }

  /** Returns the values that products take. */
  VolePair voles() {
    return voles;
  }

  private void uniform(long[] to, int n) {
    long[] words = new long[n * field.uniformWords()];
    Prg prg = Prg.seededFrom(pair.random());
    prg.nextLongs(words, 0, words.length);
    prg.wipe();
    field.fromUniform(words, 0, to, 0, n);
    Secrets.wipe(words);
  }

  /** Checks that the peer gave one value for all bits of this party's α, with error 1/p. */
  private void check(Voles made, int all) throws MpcException {
    int limbs = field.limbs();
    Prg prg = new Prg(new CoinToss(pair).toss(FIRST, Prg.SEED_BYTES));
    long[] words = new long[all * field.uniformWords()];
    prg.nextLongs(words, 0, words.length);
    long[] coefficients = new long[all * limbs];
    field.fromUniform(words, 0, coefficients, 0, all);
    System.arraycopy(field.element(1), 0, coefficients, (all - 1) * limbs, limbs);
    long[] sums = new long[3 * limbs];
    field.innerProduct(coefficients, 0, made.u(), 0, sums, 0, all);
    field.innerProduct(coefficients, 0, made.q(), 0, sums, limbs, all);
    byte[] mine = new byte[2 * field.bytes()];
    field.toBytes(sums, 0, mine, 0, 2);
    field.innerProduct(coefficients, 0, made.t(), 0, sums, 2 * limbs, all);
    pair.judge(
        Check.MAC,
        FIRST,
        () -> {
          byte[] theirs = pair.exchange(mine);
          boolean elements = field.fromBytes(theirs, 0, sums, 0, 2);
          pair.require(elements, Check.MALFORMED, "a sum of " + FIRST + " is no element");
          // q + t - u α
          field.add(sums, limbs, sums, 2 * limbs, sums, limbs, 1);
          field.multiply(sums, 0, alpha, 0, sums, 0, 1);
          field.subtract(sums, limbs, sums, 0, sums, 0, 1);
          long rest = 0;
          for (int j = 0; j < limbs; j++) {
            rest |= sums[j];
          }
          pair.require(rest == 0, Check.MAC, FIRST);
        });
    Secrets.wipe(sums);
  }

  @Override
  public void require(int give, int hold) throws MpcException {
    voles.require(give, hold);
  }

  @Override
  public int messageBytes(int n) {
    return n * field.bytes();
  }

  @Override
  public int block() {
    return BLOCK;
  }

  @Override
  public void give(long[] x, int at, int n, byte[] message, long[] macs, int macsAt) {
    voles.owned(u, 0, scaled, 0, n);
    field.add(macs, macsAt, scaled, 0, macs, macsAt, n);
    field.subtract(x, at, u, 0, u, 0, n);
    field.toBytes(u, 0, message, 0, n);
  }

  @Override
  public void hold(byte[] message, int n, long[] macs, int macsAt) throws MpcException {
    boolean elements = field.fromBytes(message, 0, u, 0, n);
    pair.require(elements, Check.MALFORMED, "a difference of a product is no element of the field");
    field.addScaled(alpha, 0, u, 0, macs, macsAt, n);
    voles.held(scaled, 0, n);
    field.add(macs, macsAt, scaled, 0, macs, macsAt, n);
  }

  @Override
  public void wipe() {
    voles.close();
    Secrets.wipe(alpha);
    Secrets.wipe(u);
    Secrets.wipe(scaled);
  }
}

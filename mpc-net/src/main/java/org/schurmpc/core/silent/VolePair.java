package org.schurmpc.core.silent;

import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.session.Session;

/**
 * Vector oblivious linear evaluation over a prime field with one peer, in both directions
 * (Wolverine, eprint 2020/925): an owner knows uniform u and q, the holder of α has t, and q + t =
 * u α. Rounds extend some thousand values to millions under the assumption LPN with regular noise;
 * each takes its values from the round before.
 *
 * <p>Malicious security with abort. A holder that deviates can test whether places of the owner's
 * noise are in sets of its choice: b bits in one test pass with probability 2^-b, and otherwise the
 * owner aborts. An owner that deviates must guess α.
 *
 * <p>Used by one thread. Both parties call the same methods, with owned and held values exchanged.
 */
public final class VolePair implements AutoCloseable {
  /**
   * All rounds after the first one, in each direction. Longer rounds would send fewer bytes for a
   * value, and hold more at a time than these, which take 39 MB in each direction at 128 bits.
   */
  public static final LpnParameters LATER = LpnParameters.MEDIUM;

  private final Session pair;
  private final Field field;
  private final TreeOts ots;
  private final VoleOwner owner;
  private final VoleHolder holder;
  private final Prg random;
  private final SideCheck check;
  private final LpnParameters later;
  private LpnParameters owned; // of the next round
  private LpnParameters held;
  private Voles ownedBase;
  private Voles heldBase;

  private VolePair(
      Session pair,
      Field field,
      long[] alpha,
      TreeOts ots,
      CotKernels kernels,
      LpnParameters later) {
    this.later = later;
    this.pair = pair;
    this.field = field;
    this.ots = ots;
    this.random = Prg.seededFrom(pair.random());
    this.check = new SideCheck(pair, "a VOLE");
    this.owner = new VoleOwner(pair, field, random, kernels);
    this.holder = new VoleHolder(pair, field, alpha, random, kernels);
  }

  /**
   * Begins extensions in both directions; one round with the peer.
   *
   * @param alpha this party's α, one element; copied
   * @param keys base OTs in both directions
   * @param k parameter of SoftSpokenOT, which makes the OTs of trees
   */
  public static VolePair begin(
      Session pair, Field field, long[] alpha, CotKeys keys, int k, CotKernels kernels)
      throws MpcException {
    return begin(pair, field, alpha, keys, k, kernels, LATER);
  }

  /** Begins with chosen parameters of all rounds but those of {@link LpnParameters#STARTING}. */
  static VolePair begin(
      Session pair,
      Field field,
      long[] alpha,
      CotKeys keys,
      int k,
      CotKernels kernels,
      LpnParameters later)
      throws MpcException {
    return new VolePair(pair, field, alpha, TreeOts.begin(pair, keys, k, kernels), kernels, later);
  }

  /**
   * Returns about how many bytes a party sends in a round of both directions.
   *
   * @param k parameter of SoftSpokenOT
   */
  public static long roundBytes(LpnParameters round, Field field, int k) {
    return TreeOts.bytes((long) round.t() * round.h(), k) + 2L * round.t() * field.bytes();
  }

  /**
   * Supplies the values of the first round in each direction, which nothing else uses: made under
   * α, and checked already.
   *
   * @param values {@code round.kept()} of each direction, wiped by this object
   */
  public void start(LpnParameters round, Voles values) {
    int longs = round.kept() * field.limbs();
    if (values.u.length != longs || values.t.length != longs) {
      throw new IllegalArgumentException(
          "%d values for a round of %d".formatted(values.u.length, longs));
    }
    owned = round;
    held = round;
    ownedBase = new Voles(values.u, values.q, new long[0]);
    heldBase = new Voles(new long[0], new long[0], values.t);
  }

  /**
   * Makes more values until there are as many as named; nine rounds each time.
   *
   * @param own number of this party's values that are needed
   * @param hold number of the peer's
   * @throws PeerCheated with {@link Check#VOLE} if the peer's messages are not consistent, or if it
   *     leaves during the check
   */
  public void require(int own, int hold) throws MpcException {
    // The last values of a round are dropped, if the next call needs more.
    while (owner.left() < own || holder.left() < hold) {
      boolean last = later.equals(owned) && later.equals(held);
      if (last && Math.max(own, hold) > later.used()) {
        throw new IllegalArgumentException(
            "%d values, of rounds of %d".formatted(Math.max(own, hold), later.used()));
      }
      round(owner.left() < own, holder.left() < hold);
    }
  }

  /** Writes values of this party, and its parts of their products; as many as were required. */
  public void owned(long[] u, int uAt, long[] q, int qAt, int n) {
    requireLeft(owner.left(), n);
    owner.next(u, uAt, q, qAt, n);
  }

  /** Writes this party's parts of the products of the peer's values; as many as were required. */
  public void held(long[] t, int at, int n) {
    requireLeft(holder.left(), n);
    holder.next(t, at, n);
  }

  private static void requireLeft(int left, int n) {
    if (n > left) {
      throw new IllegalArgumentException("%d values of %d".formatted(n, left));
    }
  }

  /** Takes values of both directions, for the first round of an object on another connection. */
  public Voles split(int n) throws MpcException {
    require(n, n);
    Voles taken = Voles.zeros(field, n);
    owned(taken.u, 0, taken.q, 0, n);
    held(taken.t, 0, n);
    return taken;
  }

  private void round(boolean own, boolean hold) throws MpcException {
    if (ownedBase == null || heldBase == null) {
      throw new IllegalStateException("no values to begin with");
    }
    long number = pair.nextNumber("round of VOLE");
    int trees = Math.max(own ? owned.t() * owned.h() : 0, hold ? held.t() * held.h() : 0);
    ots.next(trees);
    byte[] begun = own ? owner.begin(owned, ownedBase, ots) : new byte[0];
    byte[] theirs = swap(begun, hold ? VoleOwner.beginBytes(held, field, ots) : 0);
    byte[] reply =
        hold
            ? holder.begin(held, heldBase, theirs, ots, purpose(number, pair.party()))
            : new byte[0];
    byte[] grown = swap(reply, own ? VoleOwner.replyBytes(owned, field) : 0);
    byte[] challenge =
        own ? owner.challenge(grown, ots, purpose(number, pair.peer())) : new byte[0];
    int ofChallenge = Prg.SEED_BYTES + field.bytes();
    byte[] challenged = swap(challenge, hold ? ofChallenge : 0);
    byte[] side = hold ? holder.side(challenged) : new byte[0];
    ots.wipe(); // with the messages they would give the trees again
    check.compare(number, side, own ? owner.claim() : new byte[0]);
    if (own) {
      owner.open();
      owned = after(owned);
      ownedBase = keptOwned();
    }
    if (hold) {
      holder.open();
      held = after(held);
      heldBase = keptHeld();
    }
  }

  private LpnParameters after(LpnParameters round) {
    List<LpnParameters> starting = LpnParameters.STARTING;
    int at = starting.indexOf(round);
    return at >= 0 && at + 1 < starting.size() ? starting.get(at + 1) : later;
  }

  private Voles keptOwned() {
    int n = owned.kept();
    Voles kept = new Voles(elements(n), elements(n), elements(0));
    owner.next(kept.u, 0, kept.q, 0, n);
    return kept;
  }

  private Voles keptHeld() {
    int n = held.kept();
    Voles kept = new Voles(elements(0), elements(0), elements(n));
    holder.next(kept.t, 0, n);
    return kept;
  }

  private long[] elements(int n) {
    return new long[n * field.limbs()];
  }

  private Trees.Purpose purpose(long number, int holding) {
    return group -> pair.hash("tree of a VOLE").add(holding).add(number).add(group).digest();
  }

  private byte[] swap(byte[] out, int length) throws MpcException {
    return SideCheck.swap(pair, out, length);
  }

  /** Wipes all values and α; the session stays open. */
  @Override
  public void close() {
    owner.wipe();
    holder.wipe();
    for (Voles base : Arrays.asList(ownedBase, heldBase)) {
      if (base != null) {
        base.close();
      }
    }
    random.wipe();
    ots.close();
  }
}

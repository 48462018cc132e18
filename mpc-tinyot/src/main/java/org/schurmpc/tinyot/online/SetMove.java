package org.schurmpc.tinyot.online;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.agree.CommittedBroadcast;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.deliver.Coefficients;
import org.schurmpc.core.deliver.DeliveryDomain;
import org.schurmpc.core.deliver.DeliveryRules;
import org.schurmpc.core.eval.KeptValues;
import org.schurmpc.core.eval.MovableKey;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.kernel.BitMacKernels;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.tinyot.material.Material;

/**
 * Moves bits [[x]] from the global keys of one batch to those of the batch in use. Party j inputs
 * its shares x_i of all bits, and a spare z of {@value Material#BITS} bits for each combination,
 * anew: with masks r of its own from the batch in use it sends x + r, and z + r. Then the parties
 * toss coefficients, and j opens
 *
 * <pre>
 * Y_a = Σ ρ_ai x_i + z_a
 * </pre>
 *
 * <p>The peer compares the MACs of Y_a under the old keys, and those of the new [[x]] and [[z]]
 * under the new ones. If a share was input wrongly, the two differ in Y_a for some a but with
 * probability 2^-120; then one of the MACs is forged, which takes a guess of 64 bits, or of as many
 * as a MAC has. A spare is used once, so Y_a shows nothing.
 *
 * <p>The new share of party j is x_i itself, and not a sum with public bits of the peer: each
 * party's input is compared with what it holds under the old key, and with nothing else. Costs 8
 * bytes for 64 bits, and 32 + 64 + 8 c + 32 further bytes each way, in four rounds.
 */
final class SetMove {
  private static final DeliveryDomain DOMAIN = DeliveryDomain.bits();
  private static final String TOSS = "move toss";

  private final Session session;
  private final Material material;
  private final long[] delta;
  private final BitMacs macs;
  private final BitMacKernels kernels;
  private final CommittedBroadcast broadcasts;
  private final Field field = DOMAIN.field();
  private final Leases own;
  private final Leases theirs;
  private final int itemLongs;

  SetMove(
      Session session,
      PrepStore store,
      Material material,
      long[] delta,
      BitMacs macs,
      BitMacKernels kernels) {
    this.session = session;
    this.material = material;
    this.delta = delta;
    this.macs = macs;
    this.kernels = kernels;
    this.broadcasts = new CommittedBroadcast(session, new BroadcastCheck(session));
    this.own = new Leases(store, material.inputMask(session.party()));
    this.theirs = new Leases(store, material.inputMask(session.peer()));
    this.itemLongs = material.inputMask(0).longsPerItem();
  }

  /** Returns the number of input masks of each party that a spare consists of. */
  static int masksOfASpare() {
    return DOMAIN.combinations();
  }

  /** Sets aside the keys, and for each spare c masks of this party and then c of the peer. */
  MovableKey keep(int spares, byte[] id) throws MpcException {
    int c = masksOfASpare();
    long[] words = new long[Math.multiplyExact(2 * c * itemLongs, spares)];
    try {
      own.lease(spares * c);
      theirs.lease(spares * c);
      for (int i = 0; i < spares * c; i++) {
        int at = ((i / c) * 2 * c + i % c) * itemLongs;
        System.arraycopy(own.data(i), own.offset(i), words, at, itemLongs);
        int peers = at + c * itemLongs;
        System.arraycopy(theirs.data(i), theirs.offset(i), words, peers, itemLongs);
      }
      return new MovableKey(AuthenticatedBits.form(material), id, delta.clone(), spares, words);
    } finally {
      release();
    }
  }

  /**
   * Moves bits.
   *
   * @param spare of {@code from}, recorded as used
   * @param ids of the new values
   */
  List<KeptValues> move(
      MovableKey from, int spare, List<KeptValues> values, List<byte[]> ids, byte[] newKey)
      throws MpcException {
    requireUnder(from, spare, values);
    List<AuthenticatedBits> old =
        values.stream().map(each -> AuthenticatedBits.of(material, each)).toList();
    List<AuthenticatedBits> moved = new ArrayList<>();
    boolean done = false;
    try {
      byte[] seed = input(from, spare, old, moved);
      compare(from, spare, old, moved, seed);
      List<KeptValues> kept = new ArrayList<>();
      for (int i = 0; i < moved.size(); i++) {
        kept.add(moved.get(i).keep(ids.get(i), newKey));
      }
      done = true;
      return kept;
    } finally {
      release();
      if (!done) {
        moved.forEach(each -> Secrets.wipe(each.words()));
      }
    }
  }

  private void requireUnder(MovableKey from, int spare, List<KeptValues> values) throws Refused {
    boolean fits =
        from.key().length == delta.length
            && from.words().length == 2 * masksOfASpare() * itemLongs * from.spares();
    if (!fits || spare < 0 || spare >= from.spares() || values.isEmpty()) {
      throw new IllegalArgumentException("spare " + spare + " of " + from);
    }
    for (KeptValues each : values) {
      if (!each.form().equals(AuthenticatedBits.form(material)) || !from.isOf(each)) {
        throw new Refused("kept bits are not under the key that they are moved from");
      }
    }
  }

  /** Returns the place of mask {@code a} of a spare; those of the peer come after this party's. */
  private int spareAt(int spare, int party, int a) {
    int c = masksOfASpare();
    return ((2 * spare + (party == session.party() ? 0 : 1)) * c + a) * itemLongs;
  }

  /** Inputs all shares and the spare anew, and returns the tossed seed. */
  private byte[] input(
      MovableKey from, int spare, List<AuthenticatedBits> old, List<AuthenticatedBits> moved)
      throws MpcException {
    int c = masksOfASpare();
    int items = old.stream().mapToInt(AuthenticatedBits::items).sum();
    own.lease(items + c);
    theirs.lease(items + c);
    long[] masked = new long[items + c];
    int at = 0;
    for (AuthenticatedBits bits : old) {
      for (int item = 0; item < bits.items(); item++, at++) {
        long used = BitMatrix.lastWordMask(bits.used(item));
        masked[at] = (bits.shares(item) ^ own.data(at)[own.offset(at)]) & used;
      }
    }
    for (int a = 0; a < c; a++, at++) {
      long z = from.words()[spareAt(spare, session.party(), a)];
      masked[at] = z ^ own.data(at)[own.offset(at)];
    }
    CommittedBroadcast.Toss toss = broadcasts.beginToss(TOSS, DeliveryRules.SEED_BYTES);
    try {
      byte[] commitment = toss.commitment();
      byte[] mine = Arrays.copyOf(commitment, commitment.length + masked.length * Long.BYTES);
      Words.toBytes(masked, 0, masked.length, mine, commitment.length);
      byte[][] all = broadcasts.broadcast(mine);
      // From here on, all shares under the new keys are fixed.
      long[] theirMasked = new long[masked.length];
      Words.fromBytes(all[session.peer()], commitment.length, theirMasked, 0, masked.length);
      addNew(old, theirMasked, moved);
      addToPeersSpare(theirMasked, items);
      byte[][] commitments = new byte[all.length][];
      Arrays.setAll(commitments, party -> Arrays.copyOf(all[party], commitment.length));
      return toss.end(commitments);
    } finally {
      toss.wipe();
    }
  }

  /** Adds the new bits: the old shares, the MACs of the masks, and their keys plus (x + r) Δ. */
  private void addNew(
      List<AuthenticatedBits> old, long[] theirMasked, List<AuthenticatedBits> moved) {
    int at = 0;
    for (AuthenticatedBits bits : old) {
      AuthenticatedBits fresh = new AuthenticatedBits(material, bits.count());
      moved.add(fresh);
      for (int item = 0; item < bits.items(); item++, at++) {
        addDelta(theirs.data(at), theirs.offset(at), theirMasked[at]);
        fresh.set(
            item,
            bits.shares(item),
            own.data(at),
            own.offset(at) + Material.BIT_PLANES,
            theirs.data(at),
            theirs.offset(at) + Material.BIT_PLANES);
      }
    }
  }

  private void addToPeersSpare(long[] theirMasked, int items) {
    for (int at = items; at < theirMasked.length; at++) {
      addDelta(theirs.data(at), theirs.offset(at), theirMasked[at]);
    }
  }

  /** Adds bits that the peer has sent to an item of its masks: key + bit Δ. */
  private void addDelta(long[] item, int at, long bits) {
    for (int v = 0; v < delta.length; v++) {
      int plane = at + Material.BIT_PLANES + v * Material.BITS;
      for (int i = 0; i < Material.BITS; i++) {
        item[plane + i] ^= delta[v] & -(bits >>> i & 1);
      }
    }
  }

  /** Opens combinations of all shares, and compares their MACs under both keys. */
  private void compare(
      MovableKey from,
      int spare,
      List<AuthenticatedBits> old,
      List<AuthenticatedBits> moved,
      byte[] seed)
      throws MpcException {
    int c = masksOfASpare();
    int items = old.stream().mapToInt(AuthenticatedBits::items).sum();
    BitCombinations before = new BitCombinations(material, kernels, c);
    BitCombinations after = new BitCombinations(material, kernels, c);
    try {
      Coefficients coefficients = Coefficients.ofMove(seed, field);
      long[] rho = new long[Material.BITS];
      for (int a = 0; a < c; a++) {
        for (int i = 0; i < old.size(); i++) {
          for (int item = 0; item < old.get(i).items(); item++) {
            coefficients.next(rho, 0, old.get(i).used(item));
            before.add(a, rho, old.get(i), item);
            after.add(a, rho, moved.get(i), item);
          }
        }
        before.addOwnMask(a, from.words(), spareAt(spare, session.party(), a));
        before.addPeersMask(a, from.words(), spareAt(spare, session.peer(), a));
        after.addOwnMacs(a, own.data(items + a), own.offset(items + a));
        after.addPeersMask(a, theirs.data(items + a), theirs.offset(items + a));
      }
      long[] received = before.exchange(session);
      before.log(macs, received, from.key());
      after.log(macs, received);
      macs.check();
    } finally {
      before.wipe();
      after.wipe();
    }
  }

  private void release() {
    own.release();
    theirs.release();
  }
}

package org.schurmpc.core.silent;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.kernel.PlaceKernels;
import org.schurmpc.core.session.Session;

/**
 * One direction of VOLE at the party that holds α (Wolverine, Figures 5 and 7: P_B): t of each
 * value u of the other party, the {@link VoleOwner}.
 *
 * <p>α enters by the owner's corrections of β and by its masked sum of the check only; both refer
 * to values of the round before. So all rounds have the α of the first values.
 */
final class VoleHolder {
  private final Session pair;
  private final PlaceKernels kernels;
  private final Field field;
  private final int limbs;
  private final long[] alpha;
  private final NodeHash hash;
  private final LeafElements elements;
  private final Prg random;
  private LpnParameters parameters;
  private Voles base; // t of the round before
  private long[] leaves = {}; // t but for A s
  private LocalCode code;
  private final long[] tops; // scratch of the code
  private int left;

  VoleHolder(Session pair, Field field, long[] alpha, Prg random, PlaceKernels kernels) {
    this.kernels = kernels;
    this.pair = pair;
    this.field = field;
    this.limbs = field.limbs();
    this.tops = new long[LocalCode.CHUNK * limbs];
    this.alpha = alpha.clone();
    this.hash = new NodeHash(LeafElements.further(field));
    this.elements = new LeafElements(field, hash);
    this.random = random;
  }

  int left() {
    return left;
  }

  /** Grows the trees of a round, and returns the message to the owner. */
  byte[] begin(LpnParameters round, Voles with, byte[] message, TreeOts ots, Trees.Purpose purpose)
      throws MpcException {
    endRound();
    parameters = round;
    base = with;
    int t = round.t();
    int ofTrees = t * round.h();
    byte[] flips = Arrays.copyOf(message, ots.flipBytes());
    long[] corrections = new long[t * limbs];
    boolean right = field.fromBytes(message, flips.length, corrections, 0, t);
    pair.require(right, Check.MALFORMED, "a difference of a VOLE is no element of the field");
    // t of β: that of the base's value, and α times the difference.
    field.scale(alpha, 0, corrections, 0, corrections, 0, t);
    field.add(corrections, 0, base.t, round.k() * limbs, corrections, 0, t);
    if (leaves.length < round.outputs() * limbs) {
      Secrets.wipe(leaves);
      leaves = new long[round.outputs() * limbs];
    }
    long[] sums = new long[2 * NodeHash.NODE * ofTrees];
    new Trees(round, hash, purpose)
        .grow(random, sums, (first, g, nodes) -> finish(first, g, nodes, corrections));
    byte[] reply = new byte[VoleOwner.replyBytes(round, field)];
    ots.send(flips, sums, ofTrees, reply);
    field.toBytes(corrections, 0, reply, ofTrees * TreeOts.BYTES, t);
    Secrets.wipe(sums);
    return reply;
  }

  private void finish(int first, int g, long[] nodes, long[] corrections) {
    int size = 1 << parameters.h();
    int start = (first << parameters.h()) * limbs;
    elements.write(nodes, g * size, leaves, start);
    for (int y = 0; y < size; y++) {
      field.subtract(
          corrections, first * limbs, leaves, start + y * g * limbs, corrections, first * limbs, g);
    }
  }

  /** Returns this party's side of the check, from the owner's challenge. */
  byte[] side(byte[] message) throws MpcException {
    long[] masked = new long[limbs];
    boolean right = field.fromBytes(message, Prg.SEED_BYTES, masked, 0, 1);
    pair.require(right, Check.MALFORMED, "a sum of a VOLE is no element of the field");
    byte[] seed = Arrays.copyOf(message, Prg.SEED_BYTES);
    Challenge challenge = new Challenge(field, seed);
    int n = parameters.outputs();
    long[] sum = Voles.part(base.t, field, parameters.k() + parameters.t(), 1);
    for (int done = 0; done < n; done += Challenge.CHUNK) {
      int now = Math.min(Challenge.CHUNK, n - done);
      challenge.draw(now);
      challenge.addProduct(leaves, done * limbs, now, sum);
    }
    field.scale(alpha, 0, masked, 0, masked, 0, 1);
    field.subtract(masked, 0, sum, 0, masked, 0, 1);
    byte[] side = new byte[field.bytes()];
    field.toBytes(masked, 0, side, 0, 1);
    Secrets.wipe(masked);
    Secrets.wipe(sum);
    code = new LocalCode(VoleOwner.seed(pair, seed), parameters.logK(), kernels);
    return side;
  }

  /** Opens the outputs, once the check has passed. */
  void open() {
    left = parameters.outputs();
  }

  /** Writes the next outputs. */
  void next(long[] t, int at, int n) {
    for (int done = 0; done < n; done += LocalCode.CHUNK) {
      int now = Math.min(LocalCode.CHUNK, n - done);
      int from = (parameters.outputs() - left) * limbs;
      int to = at + done * limbs;
      System.arraycopy(leaves, from, t, to, now * limbs);
      Arrays.fill(leaves, from, from + now * limbs, 0);
      code.draw(now);
      code.addTo(field, base.t, 0, 1, t, to, tops, now);
      left -= now;
    }
  }

  /** Wipes the secrets of the round. */
  void endRound() {
    left = 0;
    if (base != null) {
      base.close();
      Secrets.wipe(tops);
    }
  }

  void wipe() {
    endRound();
    Secrets.wipe(leaves);
    Secrets.wipe(alpha);
    elements.wipe();
    hash.wipe();
  }
}

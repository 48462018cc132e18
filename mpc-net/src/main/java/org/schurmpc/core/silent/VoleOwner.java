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
 * One direction of VOLE at the party that knows the values u (Wolverine, Figures 5 and 7: P_A). A
 * round makes u = A s + e, where s are values of the round before and e has one value β in each
 * interval, at a secret place. The leaves of an interval's tree are -q but for that place, where
 * the holder's correction gives q with q + t = β α.
 */
final class VoleOwner {
  private final Session pair;
  private final PlaceKernels kernels;
  private final Field field;
  private final int limbs;
  private final NodeHash hash;
  private final LeafElements elements;
  private final Prg random;
  private LpnParameters parameters;
  private Voles base; // u and q of the round before
  private int[] missing = {};
  private long[] wanted;
  private long[] beta;
  private long[] leaves = {}; // -q but for A s
  private Outputs outputs;
  private LocalCode code;
  private byte[] seed;
  private long[] claim;
  private int left;

  /** Each secret's u and q, which are read together. */
  private long[] secrets = {};

  private final long[] both;
  private final long[] tops; // scratch of the code

  VoleOwner(Session pair, Field field, Prg random, PlaceKernels kernels) {
    this.kernels = kernels;
    this.pair = pair;
    this.field = field;
    this.limbs = field.limbs();
    this.hash = new NodeHash(LeafElements.further(field));
    this.elements = new LeafElements(field, hash);
    this.random = random;
    this.both = new long[2 * LocalCode.CHUNK * limbs];
    this.tops = new long[both.length];
  }

  /** Returns the number of outputs that are left. */
  int left() {
    return left;
  }

  /**
   * Begins a round: chooses the places of the noise and β, and returns the message to the holder.
   *
   * @param with {@link LpnParameters#kept} values, wiped at the end of the round's use
   */
  byte[] begin(LpnParameters round, Voles with, TreeOts ots) {
    endRound();
    parameters = round;
    base = with;
    int t = round.t();
    missing = new int[t];
    beta = new long[t * limbs];
    draw(beta, t);
    long[] places = new long[t];
    random.nextLongs(places, 0, t);
    wanted = new long[ots.flipBytes() / Long.BYTES]; // more, if the peer has more trees
    for (int tree = 0; tree < t; tree++) {
      missing[tree] = (int) places[tree] & ((1 << round.h()) - 1);
      for (int level = 0; level < round.h(); level++) {
        int ot = tree * round.h() + level;
        wanted[ot >>> 6] |= (~places[tree] >>> level & 1) << ot;
      }
    }
    Secrets.wipe(places);
    byte[] flips = ots.flips(wanted);
    byte[] message = Arrays.copyOf(flips, flips.length + t * field.bytes());
    long[] differences = new long[t * limbs];
    field.subtract(beta, 0, base.u, round.k() * limbs, differences, 0, t);
    field.toBytes(differences, 0, message, flips.length, t);
    return message;
  }

  static int beginBytes(LpnParameters round, Field field, TreeOts ots) {
    return ots.flipBytes() + round.t() * field.bytes();
  }

  private void draw(long[] to, int n) {
    long[] uniform = new long[n * field.uniformWords()];
    random.nextLongs(uniform, 0, uniform.length);
    field.fromUniform(uniform, 0, to, 0, n);
    Secrets.wipe(uniform);
  }

  /**
   * Grows the trees of the holder's message, and returns the challenge of the check: the seed of
   * its coefficients χ, and the sum of χ β over all intervals under a mask.
   */
  byte[] challenge(byte[] message, TreeOts ots, Trees.Purpose purpose) throws MpcException {
    int t = parameters.t();
    int ofTrees = t * parameters.h();
    long[] sums = new long[NodeHash.NODE * ofTrees];
    ots.receive(wanted, message, ofTrees, sums);
    long[] corrections = new long[t * limbs];
    boolean right = field.fromBytes(message, ofTrees * TreeOts.BYTES, corrections, 0, t);
    pair.require(right, Check.MALFORMED, "a correction of a VOLE is no element of the field");
    if (leaves.length < parameters.outputs() * limbs) {
      Secrets.wipe(leaves);
      leaves = new long[parameters.outputs() * limbs];
    }
    new Trees(parameters, hash, purpose)
        .grow(missing, sums, (first, g, nodes) -> finish(first, g, nodes, corrections));
    Secrets.wipe(sums);
    seed = new byte[Prg.SEED_BYTES];
    pair.random().nextBytes(seed);
    byte[] challenge = Arrays.copyOf(seed, Prg.SEED_BYTES + field.bytes());
    field.toBytes(combine(), 0, challenge, Prg.SEED_BYTES, 1);
    return challenge;
  }

  static int replyBytes(LpnParameters round, Field field) {
    return round.t() * (round.h() * TreeOts.BYTES + field.bytes());
  }

  /** Makes elements of a group's leaves, and completes the missing ones. */
  private void finish(int first, int g, long[] nodes, long[] corrections) {
    int size = 1 << parameters.h();
    int start = (first << parameters.h()) * limbs;
    elements.write(nodes, g * size, leaves, start);
    long[] sums = new long[g * limbs];
    // -q = -(the base's q + the correction + the sum of all other leaves)
    int at = (parameters.k() + first) * limbs;
    field.add(base.q, at, corrections, first * limbs, sums, 0, g);
    for (int y = 0; y < size; y++) {
      int row = start + y * g * limbs;
      for (int tree = 0; tree < g; tree++) {
        long off = ~Trees.equal(y, missing[first + tree]);
        for (int j = 0; j < limbs; j++) {
          leaves[row + tree * limbs + j] &= off;
        }
      }
      field.add(sums, 0, leaves, row, sums, 0, g);
    }
    field.subtract(new long[g * limbs], 0, sums, 0, sums, 0, g);
    for (int y = 0; y < size; y++) {
      int row = start + y * g * limbs;
      for (int tree = 0; tree < g; tree++) {
        long on = Trees.equal(y, missing[first + tree]);
        for (int j = 0; j < limbs; j++) {
          leaves[row + tree * limbs + j] |= on & sums[tree * limbs + j];
        }
      }
    }
    Secrets.wipe(sums);
  }

  /**
   * Computes this party's side of the check, -Σ χ (-q) + q of the mask, and returns Σ χ β plus the
   * mask's u.
   */
  private long[] combine() {
    Challenge challenge = new Challenge(field, seed);
    int n = parameters.outputs();
    int mask = (parameters.k() + parameters.t()) * limbs;
    long[] selected = new long[parameters.t() * limbs];
    long[] sum = new long[limbs];
    Outputs walk = new Outputs(parameters);
    for (int done = 0; done < n; done += Challenge.CHUNK) {
      int now = Math.min(Challenge.CHUNK, n - done);
      challenge.draw(now);
      challenge.addProduct(leaves, done * limbs, now, sum);
      for (int i = 0; i < now; i++, walk.advance()) {
        int tree = walk.tree();
        long on = Trees.equal(walk.node(), missing[tree]);
        for (int j = 0; j < limbs; j++) {
          selected[tree * limbs + j] |= on & challenge.coefficients[i * limbs + j];
        }
      }
    }
    claim = new long[limbs];
    field.subtract(base.q, mask, sum, 0, claim, 0, 1);
    long[] masked = new long[limbs];
    field.innerProduct(selected, 0, beta, 0, masked, 0, parameters.t());
    field.add(masked, 0, base.u, mask, masked, 0, 1);
    Secrets.wipe(selected);
    return masked;
  }

  /** Returns what the holder's side of the check must be. */
  byte[] claim() {
    byte[] bytes = new byte[field.bytes()];
    field.toBytes(claim, 0, bytes, 0, 1);
    return bytes;
  }

  /** Opens the outputs, once the check has passed. */
  void open() {
    code = new LocalCode(seed(pair, seed), parameters.logK(), kernels);
    outputs = new Outputs(parameters);
    left = parameters.outputs();
    secrets = new long[LocalCode.START + 2 * parameters.k() * limbs];
    for (int i = 0; i < parameters.k(); i++) {
      int at = LocalCode.START + 2 * i * limbs;
      System.arraycopy(base.u, i * limbs, secrets, at, limbs);
      System.arraycopy(base.q, i * limbs, secrets, at + limbs, limbs);
    }
  }

  /** Returns the seed of the matrix A, of that of the check. */
  static byte[] seed(Session pair, byte[] ofCheck) {
    byte[] digest = pair.hash("matrix of LPN").add(ofCheck).digest();
    return Arrays.copyOf(digest, Prg.SEED_BYTES);
  }

  /** Writes the next outputs. */
  void next(long[] u, int uAt, long[] q, int qAt, int n) {
    for (int done = 0; done < n; done += LocalCode.CHUNK) {
      int now = Math.min(LocalCode.CHUNK, n - done);
      int from = (parameters.outputs() - left) * limbs;
      for (int i = 0; i < now; i++, outputs.advance()) {
        int tree = outputs.tree();
        long on = Trees.equal(outputs.node(), missing[tree]);
        for (int j = 0; j < limbs; j++) {
          both[2 * i * limbs + j] = on & beta[tree * limbs + j];
          both[(2 * i + 1) * limbs + j] = 0;
        }
      }
      code.draw(now);
      code.addTo(field, secrets, LocalCode.START, 2, both, 0, tops, now);
      for (int i = 0; i < now; i++) {
        int to = (done + i) * limbs;
        System.arraycopy(both, 2 * i * limbs, u, uAt + to, limbs);
        System.arraycopy(both, (2 * i + 1) * limbs, q, qAt + to, limbs);
      }
      field.subtract(q, qAt + done * limbs, leaves, from, q, qAt + done * limbs, now);
      Arrays.fill(leaves, from, from + now * limbs, 0);
      left -= now;
    }
  }

  /** Wipes the secrets of the round. */
  void endRound() {
    left = 0;
    if (base != null) {
      base.close();
      Secrets.wipe(secrets);
      Secrets.wipe(both);
      Secrets.wipe(tops);
      Arrays.fill(missing, 0);
      Secrets.wipe(wanted);
      Secrets.wipe(beta);
    }
  }

  void wipe() {
    endRound();
    Secrets.wipe(leaves);
    elements.wipe();
    hash.wipe();
  }
}

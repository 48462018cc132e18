package org.schurmpc.core.silent;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.session.Session;

/**
 * One direction of correlated OTs from LPN at the party that knows the choice bits: x = A s + e,
 * where e has a one at a secret place of each interval, and rows q + x Δ for q of the {@link
 * SilentSender}.
 */
final class SilentReceiver {
  private static final int ROW = 2;

  private final Session session;
  private final Prg random;
  private final NodeHash hash = new NodeHash(0);
  private LpnParameters parameters;
  private long[] baseBits = {}; // of the round before
  private long[] baseRows = {};
  private int[] missing = {};
  private long[] leaves = {};
  private byte[] claim;
  private Outputs outputs;
  private int left;

  SilentReceiver(Session session, Prg random) {
    this.session = session;
    this.random = random;
  }

  int left() {
    return left;
  }

  /**
   * Begins a round: chooses the places of the noise, and returns the message to the sender.
   *
   * @param bits choice bits of {@link LpnParameters#keptOts} OTs, wiped at the end of the round's
   *     use; so are the rows
   */
  byte[] begin(LpnParameters round, long[] bits, long[] rows) {
    endRound();
    parameters = round;
    baseBits = bits;
    baseRows = rows;
    int t = round.t();
    missing = new int[t];
    long[] places = new long[t];
    random.nextLongs(places, 0, t);
    byte[] flips = new byte[flipBytes(round)];
    for (int tree = 0; tree < t; tree++) {
      missing[tree] = (int) places[tree] & ((1 << round.h()) - 1);
      for (int level = 0; level < round.h(); level++) {
        int i = tree * round.h() + level;
        int ot = round.k() + i;
        long flip = ((~places[tree] >>> level) ^ (bits[ot >>> 6] >>> ot)) & 1;
        flips[i / Byte.SIZE] |= (byte) (flip << (i % Byte.SIZE));
      }
    }
    Secrets.wipe(places);
    return flips;
  }

  static int flipBytes(LpnParameters round) {
    return (round.t() * round.h() + Byte.SIZE - 1) / Byte.SIZE;
  }

  static int replyBytes(LpnParameters round) {
    return round.t() * round.h() * ROW * Long.BYTES;
  }

  /**
   * Grows the trees of the sender's message, and returns the challenge of the check: the key of its
   * hash, and the hash of the noise under masks.
   */
  byte[] challenge(byte[] message, Trees.Purpose purpose) throws MpcException {
    int levels = parameters.t() * parameters.h();
    long[] sums = new long[ROW * levels];
    Words.fromBytes(message, 0, sums, 0, sums.length);
    for (int i = 0; i < sums.length; i++) {
      sums[i] ^= baseRows[ROW * parameters.k() + i];
    }
    int n = ROW * parameters.outputs();
    if (leaves.length < n) {
      Secrets.wipe(leaves);
      leaves = new long[n];
    }
    new Trees(parameters, hash, purpose).growCorrelated(missing, sums, this::finish);
    Secrets.wipe(sums);
    byte[] seed = new byte[Prg.SEED_BYTES];
    session.random().nextBytes(seed);
    CheckHash check = new CheckHash(seed);
    claim = check.of(leaves, parameters.outputs());
    byte[] noise = check.ofNoise(parameters, missing);
    check.wipe();
    byte[] challenge = Arrays.copyOf(seed, Prg.SEED_BYTES + CheckHash.BYTES);
    int mask = parameters.k() + levels;
    for (int i = 0; i < CheckHash.BITS; i++) {
      int ot = mask + i;
      long bit = CheckHash.bit(noise, i) ^ (baseBits[ot >>> 6] >>> ot & 1);
      int at = Prg.SEED_BYTES + i / Byte.SIZE;
      challenge[at] |= (byte) (bit << (Byte.SIZE - 1 - i % Byte.SIZE));
    }
    CheckHash.addPowers(baseRows, ROW * mask, claim);
    Arrays.fill(noise, (byte) 0);
    return challenge;
  }

  /** Keeps a group's leaves, and completes the missing ones: the sum of all is Δ. */
  private void finish(int first, int g, long[] nodes) {
    int row = ROW * g;
    int size = 1 << parameters.h();
    long[] sums = new long[row];
    for (int y = 0; y < size; y++) {
      for (int j = 0; j < row; j++) {
        sums[j] ^= nodes[y * row + j];
      }
    }
    int start = ROW * (first << parameters.h());
    for (int y = 0; y < size; y++) {
      for (int tree = 0; tree < g; tree++) {
        long on = Trees.equal(y, missing[first + tree]);
        int at = y * row + ROW * tree;
        leaves[start + at] = nodes[at] | (on & sums[ROW * tree]);
        leaves[start + at + 1] = nodes[at + 1] | (on & sums[ROW * tree + 1]);
      }
    }
    Secrets.wipe(sums);
  }

  /** Returns what the sender's side of the check must be. */
  byte[] claim() {
    return claim;
  }

  /** Opens the outputs, once the check has passed. */
  void open() {
    outputs = new Outputs(parameters);
    left = parameters.outputs();
  }

  /**
   * Writes the next choice bits and rows but for the products with the matrix, each row behind one
   * of the sender.
   *
   * @param n a multiple of 64
   */
  void next(long[] bits, int bitsAt, long[] both, int n) {
    for (int word = 0; word < n / Long.SIZE; word++) {
      long ons = 0;
      for (int i = 0; i < Long.SIZE; i++, outputs.advance()) {
        ons |= (Trees.equal(outputs.node(), missing[outputs.tree()]) & 1) << i;
      }
      bits[bitsAt + word] = ons;
    }
    int from = ROW * (parameters.outputs() - left);
    for (int i = 0; i < ROW * n; i += ROW) {
      both[2 * i + ROW] = leaves[from + i];
      both[2 * i + ROW + 1] = leaves[from + i + 1];
    }
    Arrays.fill(leaves, from, from + ROW * n, 0);
    left -= n;
  }

  /** Ends the round; its bits and rows are wiped by who gave them. */
  void endRound() {
    left = 0;
    Arrays.fill(missing, 0);
  }

  void wipe() {
    endRound();
    Secrets.wipe(leaves);
    hash.wipe();
  }
}

package org.schurmpc.core.silent;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;

/**
 * One direction of correlated OTs from LPN at the party that holds Δ (Ferret, eprint 2020/924;
 * trees as in Half-Tree, eprint 2022/1431): rows q of OTs whose choice bits the {@link
 * SilentReceiver} knows.
 */
final class SilentSender {
  private static final int ROW = 2;

  private final long[] delta;
  private final Prg random;
  private final NodeHash hash = new NodeHash(0);
  private LpnParameters parameters;
  private long[] base = {}; // rows of the round before
  private long[] leaves = {};
  private int left;

  SilentSender(long[] delta, Prg random) {
    this.delta = delta;
    this.random = random;
  }

  int left() {
    return left;
  }

  /**
   * Grows the trees of a round, and returns the sums of their levels under OTs of the round before.
   *
   * @param rows {@link LpnParameters#keptOts} rows, wiped at the end of the round's use
   * @param flips of the receiver: a bit for each level of each tree
   */
  byte[] reply(LpnParameters round, long[] rows, byte[] flips, Trees.Purpose purpose)
      throws MpcException {
    endRound();
    parameters = round;
    base = rows;
    int n = ROW * round.outputs();
    if (leaves.length < n) {
      Secrets.wipe(leaves);
      leaves = new long[n];
    }
    int levels = round.t() * round.h();
    long[] sums = new long[ROW * levels];
    new Trees(round, hash, purpose)
        .growCorrelated(
            random,
            delta,
            sums,
            (first, g, nodes) ->
                System.arraycopy(
                    nodes, 0, leaves, ROW * (first << round.h()), ROW * (g << round.h())));
    for (int i = 0; i < levels; i++) {
      long flip = -(long) (flips[i / Byte.SIZE] >>> (i % Byte.SIZE) & 1);
      for (int j = 0; j < ROW; j++) {
        sums[ROW * i + j] ^= base[ROW * (round.k() + i) + j] ^ (delta[j] & flip);
      }
    }
    return Words.toBytes(sums, 0, sums.length);
  }

  /** Returns this party's side of the check, from the receiver's challenge. */
  byte[] side(byte[] challenge) {
    byte[] seed = Arrays.copyOf(challenge, Prg.SEED_BYTES);
    byte[] masked = Arrays.copyOfRange(challenge, Prg.SEED_BYTES, challenge.length);
    CheckHash check = new CheckHash(seed);
    byte[] side = check.of(leaves, parameters.outputs());
    check.wipe();
    int at = ROW * (parameters.k() + parameters.t() * parameters.h());
    long[] rows = Arrays.copyOfRange(base, at, at + ROW * CheckHash.BITS);
    for (int i = 0; i < CheckHash.BITS; i++) {
      long bit = -CheckHash.bit(masked, i);
      rows[ROW * i] ^= delta[0] & bit;
      rows[ROW * i + 1] ^= delta[1] & bit;
    }
    CheckHash.addPowers(rows, 0, side);
    Secrets.wipe(rows);
    return side;
  }

  /** Opens the outputs, once the check has passed. */
  void open() {
    left = parameters.outputs();
  }

  /** Writes the next rows but for the products with the matrix, each before one of the receiver. */
  void next(long[] both, int n) {
    int from = ROW * (parameters.outputs() - left);
    for (int i = 0; i < ROW * n; i += ROW) {
      both[2 * i] = leaves[from + i];
      both[2 * i + 1] = leaves[from + i + 1];
    }
    Arrays.fill(leaves, from, from + ROW * n, 0);
    left -= n;
  }

  /** Ends the round; its rows are wiped by who gave them. */
  void endRound() {
    left = 0;
  }

  void wipe() {
    endRound();
    Secrets.wipe(leaves);
    hash.wipe();
  }
}

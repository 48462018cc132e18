package org.schurmpc.core.ot;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.session.Session;

/**
 * Seeds of GGM trees in both directions with one peer, from OTs whose choice bits are those of a
 * fixed factor: small-field VOLE (SoftSpokenOT, eprint 2022/192, figures 7, 13 and 14) over any
 * field. A tree of 2^k leaves belongs to k bits of the factor, its digit. The giver knows all
 * leaves, the holder of the factor all but the one that its digit selects.
 *
 * <p>Malicious security of the trees by the consistency check of PPRF: a giver that sends other
 * sums guesses bits of the factor, and ends the session if it guesses wrong.
 */
public final class DigitTrees {
  /** Number of longs of a seed. */
  public static final int SEED = TreeHash.NODE;

  private static final String SET_UP = "digit set-up";

  private final long[] full;
  private final long[] punctured;

  private DigitTrees(long[] full, long[] punctured) {
    this.full = full;
    this.punctured = punctured;
  }

  /** Returns the number of bytes that a party sends to begin. */
  public static int messageBytes(int k, int trees) {
    return FullTrees.messageBytes(k, trees);
  }

  /**
   * Grows the trees; one round with the peer, or none if k is 1.
   *
   * @param k 1, 2, 4 or 8
   * @param bits of the factor that this party holds, {@code k trees} of them
   * @param chosen the seed of each OT received, by bit, {@value #SEED} longs each: the second one
   *     if the bit is set
   * @param pairs both seeds of each OT sent: the first seeds, and the second seeds
   * @throws org.schurmpc.core.abort.PeerCheated with PPRF if the peer's trees are inconsistent
   */
  public static DigitTrees begin(
      Session pair, int k, int trees, long[] bits, long[] chosen, long[][] pairs)
      throws MpcException {
    SmallField.require(k);
    long setUp = pair.nextNumber(SET_UP);
    int ots = k * trees;
    byte[] known = new byte[ots * BaseOt.KEY_BYTES];
    byte[] both = new byte[2 * known.length];
    FullTrees own = null;
    PuncturedTrees theirs = null;
    try {
      ByteBuffer knownTo = ByteBuffer.wrap(known).order(ByteOrder.LITTLE_ENDIAN);
      ByteBuffer bothTo = ByteBuffer.wrap(both).order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 0; i < SEED * ots; i += SEED) {
        put(knownTo, chosen, i);
        // A tree's holder knows the branches that its bits do not select.
        put(bothTo, pairs[1], i);
        put(bothTo, pairs[0], i);
      }
      TreeHash.Purpose digits = TreeHash.Purpose.DIGITS;
      own = new FullTrees(k, trees, new TreeHash(pair, digits, pair.party(), setUp), both);
      byte[] message = k == 1 ? new byte[0] : pair.exchange(own.message());
      TreeHash hash = new TreeHash(pair, digits, pair.peer(), setUp);
      theirs = new PuncturedTrees(pair, k, trees, hash, bits, known, message);
      return new DigitTrees(own.seeds(), theirs.seeds());
    } finally {
      Secrets.wipe(known);
      Secrets.wipe(both);
      if (theirs == null && own != null) {
        Secrets.wipe(own.seeds());
      }
    }
  }

  private static void put(ByteBuffer to, long[] seeds, int at) {
    for (int j = 0; j < SEED; j++) {
      to.putLong(seeds[at + j]);
    }
  }

  /** Returns the seeds of this party's trees, tree by tree, 2^k each; not a copy. */
  public long[] full() {
    return full;
  }

  /**
   * Returns the seeds of the peer's trees, tree by tree, 2^k each, numbered relative to the digit:
   * seed y is that of leaf y xor the digit. Seed 0, which nobody knows here, is zero. Not a copy.
   */
  public long[] punctured() {
    return punctured;
  }

  /** Wipes the seeds. */
  public void wipe() {
    Secrets.wipe(full);
    Secrets.wipe(punctured);
  }
}

package org.schurmpc.core.mac;

import java.util.Arrays;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.NhHash;
import org.schurmpc.core.session.Session;

/**
 * Computes the proof of {@link MacCheck} in one message, without a toss: long intervals are hashed
 * under a key that is itself a hash of everything that was opened. The sender computes the proof
 * from the MACs that it <em>holds</em>, the receiver from those that its keys give; a proof of
 * expected MACs never leaves a party.
 *
 * <p>Security, in the random oracle model: for fixed openings that differ from those that the
 * sender should have sent, the expected MACs differ from those that the sender knows by a linear
 * function of the receiver's key α, which is zero only for α = 0. For two different keys α, the
 * hashes of the expected MACs collide with probability 2^-248 over the key of the hash ({@link
 * NhHash}). So of the 2^64 keys α, on average less than 2^-119 have a hash that another key has as
 * well, for each choice of openings that the sender tries, and then the sender must guess α. The
 * sender can try only openings of the last message: earlier ones are fixed by the peer's next
 * message.
 *
 * <p>Intervals of up to {@value #SHORT_WORDS} words are hashed directly.
 */
public final class MacProof {
  /** Length of a proof in bytes. */
  public static final int BYTES = FieldHash.BYTES;

  /**
   * Maximum number of words of MACs that are hashed directly (4 KB). For longer intervals, NH is
   * faster.
   */
  static final int SHORT_WORDS = 512;

  private final Session session;
  private final NhHash nh = new NhHash();

  /** Creates proofs between the two parties of a session. */
  public MacProof(Session session) {
    this.session = session;
  }

  /**
   * Computes the proof that one party sends and the other requires.
   *
   * @param number distinguishes this interval from others between the two parties
   * @param statement a collision-resistant hash of everything that was opened in the interval, in
   *     the order of the MACs
   * @param macs the MACs of the values that {@code sender} opened
   */
  public byte[] of(int sender, int receiver, long number, byte[] statement, MacLog macs) {
    FieldHash hash =
        session
            .hash("MAC proof")
            .add(sender)
            .add(receiver)
            .add(number)
            .add(statement)
            .add(macs.size());
    if (macs.size() <= SHORT_WORDS) {
      return hash.add(macs.words(), 0, macs.size()).digest();
    }
    byte[] seed =
        session
            .hash("key of a MAC proof")
            .add(sender)
            .add(receiver)
            .add(number)
            .add(statement)
            .add(macs.size())
            .digest();
    nh.begin(Arrays.copyOf(seed, NhHash.SEED_BYTES));
    nh.update(macs.words(), 0, macs.size());
    return hash.add(nh.digest()).digest();
  }

  /** Wipes what the last proof left. No proof can be made afterwards. */
  public void wipe() {
    nh.wipe();
  }
}

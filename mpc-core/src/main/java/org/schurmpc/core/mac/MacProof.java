package org.schurmpc.core.mac;

import java.util.Arrays;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.NhHash;
import org.schurmpc.core.session.Session;

/**
 * The proof of {@link MacCheck} in one message, without a toss: long intervals are hashed under a
 * key that is itself a hash of all that was opened. The sender makes it of the MACs that it
 * <em>holds</em>, the receiver of those that its keys give; a proof of expected MACs never leaves a
 * party.
 *
 * <p>What it withstands, in the random oracle model: for openings that are fixed, and differ from
 * what the sender should have opened, the expected MACs differ from those that it knows by a linear
 * function of the receiver's key α, which is zero only for α = 0. For two keys α that are not the
 * same, the hashes of what is expected collide with probability 2^-248 over the key of the hash
 * ({@link NhHash}). So of the 2^64 keys α, on average less than 2^-119 have a hash that another has
 * as well, for each choice of openings that the sender tries, and then it must guess α. It can try
 * only those of the last message: earlier ones are fixed by what the peer said next.
 *
 * <p>Intervals of up to {@value #SHORT_WORDS} words are hashed as they are.
 */
public final class MacProof {
  /** The length of a proof. */
  public static final int BYTES = FieldHash.BYTES;

  /** Up to so many MACs are hashed as they are (4 KB): beyond, NH is faster. */
  static final int SHORT_WORDS = 512;

  private MacProof() {}

  /**
   * The proof that one party makes and the other requires.
   *
   * @param number tells this interval from others between the two parties
   * @param statement a collision-resistant hash of all that was opened in the interval, in the
   *     order of the MACs
   * @param macs those of what {@code sender} opened
   */
  public static byte[] of(
      Session session, int sender, int receiver, long number, byte[] statement, MacLog macs) {
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
    NhHash nh = new NhHash(Arrays.copyOf(seed, NhHash.SEED_BYTES));
    nh.update(macs.words(), 0, macs.size());
    return hash.add(nh.digest()).digest();
  }
}

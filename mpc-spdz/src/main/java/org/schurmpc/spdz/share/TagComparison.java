package org.schurmpc.spdz.share;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.session.Session;

/**
 * Compares two parties' shares σ_0 and σ_1 of zero without showing them. The parties hold s_0 = σ_0
 * and s_1 = -σ_1; party j sends a hash of j and s_j, its tag, and requires that the other's is that
 * of its own s. One round, 32 bytes each way. A protocol of our own: decision 63 has its proof.
 *
 * <p>Security, in the random oracle model: if openings were wrong by E in total, E not zero and
 * known to the peer, then s of this party is what the peer knows, less α_i E: any element is as
 * likely. A peer that computes q hashes finds it with probability q/|F|, over all checks in the
 * key's life, since each hash is of one session, connection and number. So fields have at least
 * {@value #LEAST_BITS} bits. A peer that leaves holds a hash of an unknown element. A wrong tag
 * fails the check.
 *
 * <p>Not for errors that take few values, such as those that hang on guessed bits of α in the
 * generation of material: a peer would find their tag. Such a peer also must not choose the map
 * from α to s, as it can for a hash of differences.
 */
final class TagComparison {
  /** The least number of bits of a field: 2^115 hashes take the time that other parts allow. */
  static final int LEAST_BITS = 120;

  private static final String LABEL = "tag of a MAC check";

  private final Session session;
  private final Field field;

  TagComparison(Session session, Field field) {
    if (!serves(session.parties(), field)) {
      throw new IllegalArgumentException(
          "tags are for two parties over a field of %d bits or more".formatted(LEAST_BITS));
    }
    this.session = session;
    this.field = field;
  }

  /** Returns whether a number of parties compare elements of the field by tags. */
  static boolean serves(int parties, Field field) {
    return parties == 2 && field.bits() >= LEAST_BITS;
  }

  /**
   * Requires that both parties' shares add up to zero. A peer that leaves has failed nothing.
   *
   * @param sigma this party's share, one element's encoding; wiped
   * @param kind fails if the peer's tag is another one
   * @param where description of the checked values, never the data
   */
  void requireZero(byte[] sigma, Check kind, String where) throws MpcException {
    byte[] mine = sigma;
    try {
      mine = session.party() == 0 ? sigma : negated(sigma);
      long number = session.nextNumber(LABEL);
      byte[] expected = tag(number, session.peer(), mine);
      byte[] theirs = session.exchange(tag(number, session.party(), mine));
      session.require(Secrets.equal(theirs, expected), kind, where);
    } finally {
      Secrets.wipe(mine);
      Secrets.wipe(sigma);
    }
  }

  private byte[] negated(byte[] element) {
    long[] value = new long[field.limbs()];
    byte[] negated = new byte[field.bytes()];
    field.fromBytes(element, 0, value, 0, 1);
    field.subtract(new long[field.limbs()], 0, value, 0, value, 0, 1);
    field.toBytes(value, 0, negated, 0, 1);
    Secrets.wipe(value);
    return negated;
  }

  /** Returns the tag of a party that holds {@code s}. */
  private byte[] tag(long number, int party, byte[] s) {
    return tag(session.hash(LABEL), number, party, s);
  }

  /**
   * Completes a tag.
   *
   * @param hash of the session and the connection
   * @param number of the comparison among those of the connection
   */
  static byte[] tag(FieldHash hash, long number, int party, byte[] s) {
    return hash.add(number).add(party).add(s).digest();
  }
}

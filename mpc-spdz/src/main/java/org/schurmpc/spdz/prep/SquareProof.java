package org.schurmpc.spdz.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.session.Session;

/**
 * The proof, by each of two parties to the other, that an authenticated Q is the sum of χ a^2 over
 * its authenticated values a (QuickSilver, Yang, Sarkar, Weng and Wang, eprint 2021/076). For each
 * value x of the prover, the holder of α has q = t + α x, and the prover has t. The sum of χ q^2 -
 * α q_Q + q_m is a polynomial in α: the prover sends its two lower coefficients, and the third one
 * is zero if Q is right. m is a uniform value that hides them.
 *
 * <p>A wrong Q passes with probability 2/|F|. Whether it passes depends on α, so this is a check
 * like that of MACs: a peer that leaves fails it. One round; two elements are sent.
 */
final class SquareProof {
  private final Session session;
  private final Field field;
  private final long[] key;

  /**
   * Creates the proof.
   *
   * @param key this party's share of α; not copied, not changed
   */
  SquareProof(Session session, Field field, long[] key) {
    this.session = session;
    this.field = field;
    this.key = key;
  }

  /**
   * Proves this party's Q and checks the peer's.
   *
   * @param factors a χ for each value
   * @param roots proven values of both parties, of which the first {@code n} are squared
   * @param sums proven values of both parties
   * @param q place of Q among the sums
   * @param mask place of the uniform value
   * @throws org.schurmpc.core.abort.PeerCheated with SACRIFICE if the peer's Q is wrong, or if the
   *     peer leaves
   */
  void prove(
      long[] factors, int n, Authentication.Under roots, Authentication.Under sums, int q, int mask)
      throws MpcException {
    int length = field.limbs();
    long[] proof = new long[2 * length];
    long[] expected = new long[length];
    try {
      coefficients(factors, n, roots, sums, q, mask, proof);
      evaluation(factors, n, roots, sums, q, mask, expected);
      session.judge(Check.SACRIFICE, "a proof of squares", () -> compare(proof, expected));
    } finally {
      Secrets.wipe(proof);
      Secrets.wipe(expected);
    }
  }

  /** Computes the sum of χ t^2 + t_m, and 2 times the sum of χ t a, - t_Q + m. */
  private void coefficients(
      long[] factors,
      int n,
      Authentication.Under roots,
      Authentication.Under sums,
      int q,
      int mask,
      long[] proof) {
    int second = field.limbs();
    int one = sums.at(mask);
    long[] keys = keys(roots, 0, n);
    long[] scaled = new long[keys.length];
    long[] keyOfQ = keys(sums, q, 1);
    long[] keyOfMask = keys(sums, mask, 1);
    try {
      field.multiply(factors, 0, keys, 0, scaled, 0, n);
      field.innerProduct(scaled, 0, keys, 0, proof, 0, n);
      field.add(proof, 0, keyOfMask, 0, proof, 0, 1);
      field.innerProduct(scaled, 0, roots.values(), roots.at(0), proof, second, n);
      field.add(proof, second, proof, second, proof, second, 1);
      field.subtract(proof, second, keyOfQ, 0, proof, second, 1);
      field.add(proof, second, sums.values(), one, proof, second, 1);
    } finally {
      Secrets.wipe(keys);
      Secrets.wipe(scaled);
      Secrets.wipe(keyOfQ);
      Secrets.wipe(keyOfMask);
    }
  }

  /** Returns t of this party's values: its share of the MAC is α_i x - t. */
  private long[] keys(Authentication.Under of, int first, int n) {
    long[] keys = new long[n * field.limbs()];
    int at = of.at(first);
    field.scale(key, 0, of.values(), at, keys, 0, n);
    field.subtract(keys, 0, of.macs(session.party()), at, keys, 0, n);
    return keys;
  }

  /** Computes the peer's polynomial at this party's share of α: the sum of χ q^2 - α q_Q + q_m. */
  private void evaluation(
      long[] factors,
      int n,
      Authentication.Under roots,
      Authentication.Under sums,
      int q,
      int mask,
      long[] to) {
    long[] held = roots.macs(session.peer());
    long[] heldSums = sums.macs(session.peer());
    long[] scaled = new long[n * field.limbs()];
    long[] part = new long[field.limbs()];
    try {
      field.multiply(factors, 0, held, roots.at(0), scaled, 0, n);
      field.innerProduct(scaled, 0, held, roots.at(0), to, 0, n);
      field.multiply(key, 0, heldSums, sums.at(q), part, 0, 1);
      field.subtract(to, 0, part, 0, to, 0, 1);
      field.add(to, 0, heldSums, sums.at(mask), to, 0, 1);
    } finally {
      Secrets.wipe(scaled);
      Secrets.wipe(part);
    }
  }

  private void compare(long[] proof, long[] expected) throws MpcException {
    int limbs = field.limbs();
    byte[] sent = new byte[2 * field.bytes()];
    field.toBytes(proof, 0, sent, 0, 2);
    byte[] received = session.exchange(sent);
    long[] theirs = new long[2 * limbs];
    boolean elements = field.fromBytes(received, 0, theirs, 0, 2);
    session.require(elements, Check.MALFORMED, "a proof of squares is no element of the field");
    field.multiply(key, 0, theirs, limbs, theirs, limbs, 1);
    field.add(theirs, 0, theirs, limbs, theirs, 0, 1);
    long difference = 0;
    for (int limb = 0; limb < limbs; limb++) {
      difference |= theirs[limb] ^ expected[limb];
    }
    Secrets.wipe(theirs); // the key times a public element
    session.require(difference == 0, Check.SACRIFICE, "a sum of squares is another one");
  }
}

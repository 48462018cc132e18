package org.schurmpc.spdz.prep;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.share.GlobalMacCheck;

/**
 * The proof, by one party to each other one, that its authenticated values are 0 or 1 (QuickSilver,
 * Yang, Sarkar, Weng and Wang, eprint 2021/076). Of a value x the owner has m, and the holder of
 * α_j has q with q + m = α_j x, so that
 *
 * <pre>q (q - α_j) = α_j^2 x (x - 1) + α_j m (1 - 2x) + m^2.</pre>
 *
 * The sum of χ times this is U α_j + V if all x are bits. The owner sends U and V to each holder,
 * under a uniform value u of this proof and holder alone: U has u more, and V less of u's m.
 *
 * <p>The values are given, and proven to be equal everywhere, before χ is tossed. If one is no bit,
 * the sum of χ x (x - 1) is 0 with probability 1/p. Otherwise the difference of both sides is a
 * polynomial in α_j of degree 2, whose coefficients the owner has fixed: α_j is a root with
 * probability 2/p at most. So a value that is no bit passes with probability at most 3/p. Whether
 * it passes depends on α_j, so this is a check like that of MACs: an owner that leaves fails it. To
 * a holder, U is uniform, and V follows from U, α_j and what the holder has.
 *
 * <p>One round after the toss, in which two elements go from the owner to each holder; with more
 * than two parties, one more.
 */
class BitProof {
  private static final int SENT = 2;

  private final Session session;
  private final Field field;
  private final long[] key;
  private final GlobalMacCheck check;
  private final int limbs;

  /**
   * Creates the proof.
   *
   * @param key this party's share of α; not copied, not changed
   */
  BitProof(Session session, Field field, long[] key, GlobalMacCheck check) {
    this.session = session;
    this.field = field;
    this.key = key;
    this.check = check;
    this.limbs = field.limbs();
  }

  /** Returns the number of uniform values behind the bits: one for each holder. */
  int masks() {
    return session.parties() - 1;
  }

  /**
   * Proves this party's values, or checks the owner's.
   *
   * @param given proven values of the owner: {@code n} bits, and the uniform values; the owner's
   *     parts of MACs are kept apart
   * @throws org.schurmpc.core.abort.PeerCheated with MAC if a value is no bit, or if the owner
   *     leaves
   */
  void prove(int owner, Authentication.Under given, int n) throws MpcException {
    long[] factors = factors(n);
    byte[][] out = new byte[session.parties()][SENT * field.bytes()];
    long[] expected = new long[SENT * limbs];
    try {
      if (owner == session.party()) {
        for (int peer : session.peers()) {
          coefficients(factors, n, given, peer, expected);
          field.toBytes(expected, 0, out[peer], 0, SENT);
        }
      } else {
        evaluation(factors, n, given, owner, expected);
      }
      session.judge(Check.MAC, "a proof of bits", () -> compare(owner, out, expected));
    } finally {
      Secrets.wipe(expected);
      for (byte[] each : out) {
        Secrets.wipe(each);
      }
    }
  }

  /** Tosses the χ of all values. */
  long[] factors(int n) throws MpcException {
    Prg prg = new Prg(check.committed().toss("bits of a party", Prg.SEED_BYTES));
    long[] uniform = new long[n * field.uniformWords()];
    long[] factors = new long[n * limbs];
    prg.nextLongs(uniform, 0, uniform.length);
    field.fromUniform(uniform, 0, factors, 0, n);
    return factors;
  }

  /** Returns the place of the uniform value for a holder among an owner's values. */
  private static int mask(int n, int owner, int holder) {
    return n + (holder < owner ? holder : holder - 1);
  }

  /** Computes U, the sum of χ m (1 - 2x), + u, and V, the sum of χ m^2, - the m of u. */
  void coefficients(long[] factors, int n, Authentication.Under given, int holder, long[] to) {
    long[] macs = given.macsUnder(holder);
    long[] bits = given.values();
    int from = given.at(0);
    int mask = given.at(mask(n, session.party(), holder));
    long[] scaled = new long[n * limbs];
    long[] part = new long[limbs];
    try {
      field.multiply(factors, 0, macs, from, scaled, 0, n);
      field.innerProduct(factors, 0, macs, from, to, 0, n);
      field.innerProduct(scaled, 0, bits, from, part, 0, n);
      field.add(part, 0, part, 0, part, 0, 1);
      field.subtract(to, 0, part, 0, to, 0, 1);
      field.add(to, 0, bits, mask, to, 0, 1);
      field.innerProduct(scaled, 0, macs, from, to, limbs, n);
      field.subtract(to, limbs, macs, mask, to, limbs, 1);
    } finally {
      Secrets.wipe(scaled);
      Secrets.wipe(part);
    }
  }

  /** Computes what U α + V must be: the sum of χ q (q - α), + the q of u. */
  void evaluation(long[] factors, int n, Authentication.Under given, int owner, long[] to) {
    long[] held = given.macs(owner);
    int from = given.at(0);
    long[] scaled = new long[n * limbs];
    long[] part = new long[limbs];
    try {
      field.multiply(factors, 0, held, from, scaled, 0, n);
      field.innerProduct(scaled, 0, held, from, to, 0, n);
      field.innerProduct(factors, 0, held, from, part, 0, n);
      field.multiply(key, 0, part, 0, part, 0, 1);
      field.subtract(to, 0, part, 0, to, 0, 1);
      field.add(to, 0, held, given.at(mask(n, owner, session.party())), to, 0, 1);
    } finally {
      Secrets.wipe(scaled);
      Secrets.wipe(part);
    }
  }

  private void compare(int owner, byte[][] out, long[] expected) throws MpcException {
    int me = session.party();
    byte[][] in = new byte[out.length][SENT * field.bytes()];
    int[] outLengths = new int[out.length];
    int[] inLengths = new int[out.length];
    if (owner == me) {
      Arrays.fill(outLengths, SENT * field.bytes());
    } else {
      inLengths[owner] = SENT * field.bytes();
    }
    session.exchangeAll(out, outLengths, in, inLengths);
    // All have tossed one χ: otherwise an honest owner's values would seem to be no bits.
    check.broadcasts().check();
    if (owner != me) {
      requireBits(owner, in[owner], expected);
    }
  }

  private void requireBits(int owner, byte[] received, long[] expected) throws MpcException {
    long[] theirs = new long[SENT * limbs];
    boolean elements = field.fromBytes(received, 0, theirs, 0, SENT);
    session.require(elements, Check.MALFORMED, "a proof of bits is no element of the field");
    session.require(
        fits(theirs, expected), Check.MAC, "a value of party %d is no bit".formatted(owner + 1));
  }

  /** Whether an owner's U and V, which are changed, give what U α + V must be. */
  boolean fits(long[] theirs, long[] expected) {
    field.multiply(key, 0, theirs, 0, theirs, 0, 1);
    field.add(theirs, 0, theirs, limbs, theirs, 0, 1);
    long difference = 0;
    for (int limb = 0; limb < limbs; limb++) {
      difference |= theirs[limb] ^ expected[limb];
    }
    Secrets.wipe(theirs); // the key times a public element
    return difference == 0;
  }
}

package org.schurmpc.core.deliver;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.CommittedBroadcast;
import org.schurmpc.core.crypto.Commitment;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.session.Session;

/**
 * Fixes what parties will tell clients, and then tosses the coefficients of the combinations that
 * the parties open among themselves. For any number of deliveries at once two rounds: commitments
 * to all values and to the toss, then the opening of the toss.
 *
 * <p>Two or more parties, all but one of them actively corrupted, together with any clients. The
 * order is the whole security: a party that knows a coefficient before its values are fixed can
 * deliver wrong ones. Once the coefficients are known, each list of commitments determines the
 * values, up to a collision of SHA-256, so errors do not depend on the coefficients. For N
 * deliveries of one toss, errors that suit any of them have probability N 2^-120.
 *
 * <p>The toss fails no check if a peer leaves in it: the next one is about other masks and other
 * randomness, and each suits an error with the same small probability.
 */
public final class Deliveries {
  private Deliveries() {}

  /**
   * Fixes values; two rounds, both logged in the {@link org.schurmpc.core.agree.BroadcastCheck} of
   * the broadcasts.
   *
   * @param broadcasts those of the check that later covers the opened combinations
   * @param numbers of the deliveries, equal at all parties, each different from all others
   * @param values what this party delivers, by delivery: shares of values and then of masks; not
   *     copied, not changed
   * @throws org.schurmpc.core.abort.PeerCheated if a peer opens another toss than it committed to
   */
  public static Fixed fix(
      Session session, CommittedBroadcast broadcasts, long[] numbers, List<byte[]> values)
      throws MpcException {
    requireDistinct(numbers, values.size());
    int parties = session.parties();
    int n = numbers.length;
    byte[] sid = session.sid();
    byte[][] randomness = new byte[n][];
    CommittedBroadcast.Toss toss = broadcasts.beginToss("delivery toss", DeliveryRules.SEED_BYTES);
    boolean fixed = false;
    try {
      byte[] mine = new byte[Math.multiplyExact(n + 1, Commitment.BYTES)];
      for (int t = 0; t < n; t++) {
        randomness[t] = Commitment.randomness(session.random());
        byte[] commitment =
            DeliveryRules.commitment(
                sid, numbers[t], session.party(), values.get(t), randomness[t]);
        System.arraycopy(commitment, 0, mine, t * Commitment.BYTES, Commitment.BYTES);
      }
      System.arraycopy(toss.commitment(), 0, mine, n * Commitment.BYTES, Commitment.BYTES);
      byte[][] all = broadcasts.broadcast(mine);
      // From here on, all values are fixed.
      byte[] seed = toss.end(eachAt(all, n));
      byte[][][] commitments = new byte[n][parties][];
      for (int t = 0; t < n; t++) {
        commitments[t] = eachAt(all, t);
      }
      fixed = true;
      return new Fixed(sid, numbers.clone(), seed, commitments, randomness);
    } finally {
      toss.wipe();
      if (!fixed) {
        wipe(randomness);
      }
    }
  }

  private static void requireDistinct(long[] numbers, int values) {
    Set<Long> seen = new HashSet<>();
    for (long number : numbers) {
      if (!seen.add(number)) {
        throw new IllegalArgumentException("two deliveries of number " + number);
      }
    }
    if (numbers.length != values || values == 0) {
      throw new IllegalArgumentException(
          "%d numbers for %d deliveries".formatted(numbers.length, values));
    }
  }

  /** Returns commitment {@code i} of each party. */
  private static byte[][] eachAt(byte[][] all, int i) {
    byte[][] each = new byte[all.length][];
    Arrays.setAll(
        each,
        party -> Arrays.copyOfRange(all[party], i * Commitment.BYTES, (i + 1) * Commitment.BYTES));
    return each;
  }

  private static void wipe(byte[][] secrets) {
    for (byte[] each : secrets) {
      if (each != null) {
        Secrets.wipe(each);
      }
    }
  }

  /** Holds what all parties have fixed. */
  public static final class Fixed {
    private final byte[] sid;
    private final long[] numbers;
    private final byte[] seed;
    private final byte[][][] commitments; // by delivery, by party
    private final byte[][] randomness; // by delivery

    private Fixed(
        byte[] sid, long[] numbers, byte[] seed, byte[][][] commitments, byte[][] randomness) {
      this.sid = sid;
      this.numbers = numbers;
      this.seed = seed;
      this.commitments = commitments;
      this.randomness = randomness;
    }

    /** Returns the coefficients of delivery {@code t}, counted from 0, from the first on. */
    public Coefficients coefficients(int t, Field field) {
      return new Coefficients(seed, numbers[t], field);
    }

    /**
     * Returns delivery {@code t}. The caller has checked the MACs of the opened combinations.
     *
     * @param elements the number m of elements without masks
     * @param sums the combinations that the parties opened; not copied
     * @param own what this party delivers; not copied, wiped with the delivery
     */
    public Delivery delivery(int t, DeliveryDomain domain, int elements, byte[] sums, byte[] own) {
      return new Delivery(
          numbers[t], sid, domain, elements, seed, commitments[t], sums, own, randomness[t]);
    }

    /** Wipes the randomness, for deliveries that are given to nobody. */
    public void wipe() {
      Deliveries.wipe(randomness);
    }
  }
}

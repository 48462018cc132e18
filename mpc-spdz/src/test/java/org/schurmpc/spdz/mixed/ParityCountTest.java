package org.schurmpc.spdz.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.share.Shares;
import org.schurmpc.tinyot.prep.BitBlocks;

/** How often values that differ pass few repetitions of the check of parities. */
class ParityCountTest {
  private static final int N = 64;
  private static final int TRIES = 10_000;
  private static final int SEED = 59;

  /**
   * One bit has two values, or all bits and the lowest bits of all masks: 2^-σ pass. A lowest bit
   * of a mask alone never passes, and equal values always.
   */
  @ParameterizedTest
  @CsvSource({
    "1, ONE, 0.5", "2, ONE, 0.25", "3, ONE, 0.125", "5, ONE, 0.03125",
    "1, ALL, 0.5", "3, ALL, 0.125", "2, MASK, 0", "2, NONE, 1"
  })
  void aCheatPassesWithOneHalfEachTime(int sigma, Cheat cheat, double expected) throws Exception {
    MixedRig rig = new MixedRig("p128");
    int[] passed = new int[2];
    SessionPairs.run(
        session -> {
          try (MixedRig.Parts parts = rig.new Parts(session, words -> {})) {
            SplittableRandom random = new SplittableRandom(SEED + session.party());
            for (int i = 0; session.party() == 0 && i < TRIES; i++) {
              passed[0] += passes(parts, new ParityParameters(N, sigma), cheat, random) ? 1 : 0;
            }
            return null;
          }
        });
    double deviation = Math.sqrt(TRIES * expected * (1 - expected));
    assertEquals(expected * TRIES, passed[0], 4 * deviation + 0.5, "seed " + SEED);
  }

  /** Which bits have two values. */
  enum Cheat {
    NONE,
    ONE,
    ALL,
    MASK
  }

  private static boolean passes(
      MixedRig.Parts parts, ParityParameters size, Cheat cheat, SplittableRandom random) {
    BitBlocks blocks = parts.blocks;
    long[] delta = blocks.delta();
    long[] owners = new long[size.blocks() * blocks.longs()];
    long[] holders = new long[owners.length];
    Shares numbers = new Shares(parts.given.field(), size.numbers());
    long[] one = parts.given.field().element(1);
    for (int i = 0; i < size.numbers(); i++) {
      boolean bit = random.nextBoolean();
      if (bit != differs(size, cheat, i)) {
        System.arraycopy(one, 0, numbers.values(), numbers.at(i), one.length);
      }
      if (i < size.blocks() * 64) {
        int at = i / 64 * blocks.longs() + i % 64;
        holders[at + blocks.keys()] = random.nextLong();
        owners[at + blocks.macs()] = holders[at + blocks.keys()] ^ (bit ? delta[0] : 0);
      }
    }
    long[] subsets = random.longs(size.sigma()).toArray();
    long[] sums = parts.check.sums(size, subsets, numbers).values();
    long[] expected = parts.check.tags(size, subsets, holders, blocks.keys());
    parts.check.addParities(sums, expected);
    return Arrays.equals(expected, parts.check.tags(size, subsets, owners, blocks.macs()));
  }

  private static boolean differs(ParityParameters size, Cheat cheat, int i) {
    return switch (cheat) {
      case NONE -> false;
      case ONE -> i == 17;
      case ALL -> i < N + size.sigma();
      case MASK -> i == N;
    };
  }
}

package org.schurmpc.spdz.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.crypto.Commitment;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.LinearTag;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.net.TamperingNetwork;

/** The lengths of the frames that an honest party sends each peer, up to the end of a check. */
public final class CheckStages {
  /** The length of an opened hash. */
  private static final int HASH = Commitment.RANDOMNESS_BYTES + LinearTag.TAG_BYTES;

  private final List<List<Integer>> lengths = new ArrayList<>();

  /**
   * Creates an empty record.
   *
   * @param parties number of parties
   */
  public CheckStages(int parties) {
    for (int party = 0; party < parties; party++) {
      lengths.add(new ArrayList<>());
    }
  }

  /** Returns a hook that records the frames of one party. */
  public TamperingNetwork.Hook hook() {
    return (peer, index, frame) -> {
      lengths.get(peer).add(frame.length);
      return frame;
    };
  }

  /**
   * Requires that the party sent the same as in an honest run up to the verdict on elements, σ
   * included, and then nothing, where the honest run goes on with the hash of differences.
   *
   * @param honest of the same party
   */
  public void requireNoHash(CheckStages honest, Field field) {
    requireEnd(honest, field, List.of(FieldHash.BYTES, HASH));
  }

  /**
   * Requires that the party sent the same as in an honest run up to the verdict on elements, and
   * then nothing, where the honest run goes on with the σ of masked indices.
   *
   * @param honest of the same party
   */
  public void requireNoIndices(CheckStages honest, Field field) {
    int sigma = Commitment.RANDOMNESS_BYTES + field.bytes();
    requireEnd(honest, field, List.of(FieldHash.BYTES, sigma));
  }

  private void requireEnd(CheckStages honest, Field field, List<Integer> next) {
    int opening = Commitment.RANDOMNESS_BYTES + field.bytes();
    int comparisons = lengths.size() == 2 ? 0 : 1;
    int compared = 0;
    for (int peer = 0; peer < lengths.size(); peer++) {
      List<Integer> mine = lengths.get(peer);
      List<Integer> others = honest.lengths.get(peer);
      assertEquals(others.subList(0, Math.min(mine.size(), others.size())), mine);
      if (!mine.isEmpty()) {
        int end = mine.lastIndexOf(opening) + 1;
        assertTrue(end > 0, "σ is not shown: " + mine);
        assertTrue(mine.size() <= end + comparisons, mine.subList(end, mine.size()).toString());
        int from = end + comparisons;
        assertEquals(next, others.subList(from, from + next.size()));
        compared++;
      }
    }
    assertEquals(lengths.size() - 1, compared);
  }
}

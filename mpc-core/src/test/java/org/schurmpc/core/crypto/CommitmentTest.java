package org.schurmpc.core.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CommitmentTest {
  private static final byte[] SID = new byte[32];
  private static final byte[] VALUE = {1, 2, 3};
  private static final byte[] RANDOMNESS = new byte[Commitment.RANDOMNESS_BYTES];

  private static byte[] with(byte[] original, int at) {
    byte[] changed = original.clone();
    changed[at] ^= 1;
    return changed;
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  @Test
  void bindsEverything() {
    byte[] base = Commitment.commit(SID, "label", 0, 0, VALUE, RANDOMNESS);
    assertEquals(Commitment.BYTES, base.length);
    assertArrayEquals(base, Commitment.commit(SID, "label", 0, 0, VALUE, RANDOMNESS));
    List<String> all =
        List.of(
            hex(base),
            hex(Commitment.commit(with(SID, 31), "label", 0, 0, VALUE, RANDOMNESS)),
            hex(Commitment.commit(SID, "labe", 0, 0, VALUE, RANDOMNESS)),
            hex(Commitment.commit(SID, "label", 1, 0, VALUE, RANDOMNESS)),
            hex(Commitment.commit(SID, "label", 0, 1, VALUE, RANDOMNESS)),
            hex(Commitment.commit(SID, "label", 1, 1, VALUE, RANDOMNESS)),
            hex(Commitment.commit(SID, "label", 0, 0, with(VALUE, 2), RANDOMNESS)),
            hex(Commitment.commit(SID, "label", 0, 0, Arrays.copyOf(VALUE, 4), RANDOMNESS)),
            hex(Commitment.commit(SID, "label", 0, 0, VALUE, with(RANDOMNESS, 0))));
    assertEquals(all.size(), Set.copyOf(all).size());
  }

  @Test
  void bytesDoNotMoveBetweenValueAndRandomness() {
    byte[] joined = {1, 2, 3, 4};
    byte[] one = Commitment.commit(SID, "l", 0, 0, Arrays.copyOf(joined, 1), new byte[] {2, 3, 4});
    byte[] two = Commitment.commit(SID, "l", 0, 0, Arrays.copyOf(joined, 2), new byte[] {3, 4});
    assertFalse(Arrays.equals(one, two));
  }

  @Test
  void randomnessIsFresh() {
    SecureRandom random = new SecureRandom();
    byte[] first = Commitment.randomness(random);
    assertEquals(32, first.length);
    assertFalse(Arrays.equals(first, Commitment.randomness(random)));
  }
}

package org.schurmpc.core.silent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckHashTest {
  /** The hash of noise is what the noise changes in the hash of rows, for groups of any size. */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 16, 37})
  void noiseIsHashedAtItsPlaces(int trees) {
    LpnParameters round = new LpnParameters(trees, 1, 5);
    Random random = new Random(trees);
    int[] places = random.ints(trees, 0, 1 << round.h()).toArray();
    long[] rows = random.longs(2L * round.outputs()).toArray();
    byte[] key = new byte[16];
    random.nextBytes(key);
    byte[] before = new CheckHash(key).of(rows, round.outputs());
    Outputs walk = new Outputs(round);
    for (int i = 0; i < round.outputs(); i++, walk.advance()) {
      if (walk.node() == places[walk.tree()]) {
        rows[2 * i] ^= 0x80; // 1, as GHASH reads it
      }
    }
    CheckHash hash = new CheckHash(key);
    byte[] change = hash.of(rows, round.outputs());
    for (int i = 0; i < change.length; i++) {
      change[i] ^= before[i];
    }
    assertArrayEquals(change, hash.ofNoise(round, places));
  }
}

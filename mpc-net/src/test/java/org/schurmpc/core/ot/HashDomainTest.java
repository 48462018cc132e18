package org.schurmpc.core.ot;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HashDomainTest {
  private static final int LAST = (1 << 24) - 1;

  @Test
  void domainsDiffer() {
    Set<Long> seen = new HashSet<>();
    for (int purpose : new int[] {HashDomain.OT, HashDomain.LEAKY_AND}) {
      for (int connection : new int[] {0, 1, 2, 255, 256, LAST}) {
        for (int holder = 0; holder < 2; holder++) {
          for (long user : new long[] {0, 1, 2, 255, 256, LAST}) {
            assertTrue(seen.add(HashDomain.of(purpose, connection, holder, user)));
          }
        }
      }
    }
  }

  @Test
  void numbersBeyondTheirBitsAreRefused() {
    assertThrows(IllegalStateException.class, () -> HashDomain.of(1, LAST + 1, 0, 0));
    assertThrows(IllegalStateException.class, () -> HashDomain.of(1, 0, 0, LAST + 1L));
    assertThrows(IllegalStateException.class, () -> HashDomain.of(1, -1, 0, 0));
    assertThrows(IllegalStateException.class, () -> HashDomain.of(1, 0, 0, -1));
  }
}

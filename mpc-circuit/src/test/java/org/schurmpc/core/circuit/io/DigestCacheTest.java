package org.schurmpc.core.circuit.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;

class DigestCacheTest {
  private final DigestCache cache = new DigestCache();
  private final List<Circuit> computed = new ArrayList<>();

  private byte[] compute(Circuit circuit) {
    computed.add(circuit);
    return BristolFashion.digest(circuit);
  }

  private static Circuit and() {
    CircuitBuilder builder = new CircuitBuilder();
    builder.output(builder.and(builder.input(1)[0], builder.input(1)[0]));
    return builder.build();
  }

  @Test
  void computesTheDigestOfAnObjectOnce() {
    Circuit circuit = and();
    byte[] first = cache.digest(circuit, this::compute);

    assertArrayEquals(first, cache.digest(circuit, this::compute));
    assertEquals(1, computed.size());
  }

  @Test
  void doesNotCompareCircuits() {
    Circuit one = and();
    Circuit other = and();
    assertArrayEquals(cache.digest(one, this::compute), cache.digest(other, this::compute));
    assertEquals(2, computed.size());
    assertEquals(2, cache.size());
  }

  @Test
  void theCallerMayChangeWhatItGot() {
    Circuit circuit = and();
    byte[] first = cache.digest(circuit, this::compute);
    byte[] copy = first.clone();
    Arrays.fill(first, (byte) 0);

    assertArrayEquals(copy, cache.digest(circuit, this::compute));
    assertArrayEquals(copy, BristolFashion.digest(circuit));
  }

  @Test
  void forgetsCircuitsThatAreOutOfUse() throws Exception {
    Circuit kept = and();
    cache.digest(kept, this::compute);
    cache.digest(and(), this::compute);
    assertEquals(2, cache.size());
    computed.clear();

    for (int i = 0; i < 200 && cache.size() > 1; i++) {
      System.gc();
      Thread.sleep(10);
      cache.digest(kept, this::compute);
    }
    assertEquals(1, cache.size());
    assertTrue(computed.isEmpty());
  }
}

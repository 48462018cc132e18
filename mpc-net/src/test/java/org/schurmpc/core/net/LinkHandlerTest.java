package org.schurmpc.core.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBufUtil;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The imitated line in virtual time, to the nanosecond; {@link LinkTest} sees it over sockets. */
class LinkHandlerTest {

  private static byte[] random(int seed, int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }

  private static byte[] bytesOf(VirtualLine.End end) {
    return ByteBufUtil.getBytes(end.received);
  }

  @ParameterizedTest
  @ValueSource(longs = {50_000, 2_000_000, 20_000_000})
  void roundTripsTakeTwiceTheDelay(long delay) {
    try (VirtualLine line = new VirtualLine(new Link(1_000_000_000, Duration.ofNanos(delay)))) {
      for (int round = 1; round <= 20; round++) {
        long start = line.now();
        line.first().write(new byte[8]);
        while (line.second().received.writerIndex() < 8 * round) {
          assertTrue(line.step());
        }
        line.second().write(new byte[8]);
        while (line.first().received.writerIndex() < 8 * round) {
          assertTrue(line.step());
        }
        // At 1 Gbit/s the eight bytes take 64 ns.
        assertEquals(2 * (delay + 64), line.now() - start, "round " + round);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {50_000_000, 400_000_000})
  void throughputIsTheRateBothWaysAtOnce(long rate) {
    long onTheLine = 200_000_000; // nanoseconds that a message takes
    long delay = 10_000_000;
    int length = (int) (rate / 8 / 5);
    try (VirtualLine line = new VirtualLine(new Link(rate, Duration.ofNanos(delay)))) {
      for (int round = 1; round <= 3; round++) {
        long start = line.now();
        byte[] forth = random(round, length);
        byte[] back = random(-round, length);
        line.first().write(forth);
        line.second().write(back);
        boolean full = false;
        while (line.step()) {
          full |= !line.second().reads();
        }
        assertArrayEquals(forth, bytesOf(line.second()));
        assertArrayEquals(back, bytesOf(line.first()));
        for (VirtualLine.End end : List.of(line.first(), line.second())) {
          long took = end.arrivals.get(end.arrivals.size() - 1).nanos() - start;
          // A segment's time is rounded down to nanoseconds.
          assertTrue(took <= onTheLine + delay, "took " + took);
          assertTrue(took > onTheLine + delay - length / 1024, "took " + took);
          end.received.clear();
        }
        // The line held back its socket, and was not slower for that.
        assertTrue(full);
      }
    }
  }

  /** A long message does not come in one lump at the end, and nothing comes before its time. */
  @Test
  void bytesArriveAsTheLineCarriesThem() {
    int segment = 1 << 14;
    try (VirtualLine line = new VirtualLine(new Link(40_000_000, Duration.ofMillis(5)))) {
      line.first().write(new byte[1_000_000]); // 200 ns a byte
      while (line.step()) {}
      assertEquals(1_000_000, line.second().received.writerIndex());
      int before = 0;
      for (VirtualLine.Arrival arrival : line.second().arrivals) {
        assertEquals(5_000_000 + 200L * arrival.bytes(), arrival.nanos());
        assertTrue(arrival.bytes() - before <= segment, "a lump after byte " + before);
        before = arrival.bytes();
      }
    }
  }

  @Test
  void whatWasSentBeforeClosingArrivesAfterTheDelay() {
    byte[] message = random(1, 5_000_000); // 100 ms, more than is held at once
    try (VirtualLine line = new VirtualLine(new Link(400_000_000, Duration.ofMillis(30)))) {
      line.first().write(message);
      line.first().endStream();
      while (line.second().received.writerIndex() < message.length) {
        assertEquals(-1, line.second().ended(), "the end overtook what was sent before it");
        assertTrue(line.step());
      }
      while (line.step()) {}
      assertArrayEquals(message, bytesOf(line.second()));
      assertEquals(130_000_000, line.second().ended());
      assertEquals(130_000_000, line.now());
    }
  }

  @Test
  void anIdleLineSavesNothingUp() {
    try (VirtualLine line = new VirtualLine(new Link(8_000_000, Duration.ZERO))) {
      line.first().write(new byte[1000]); // a millisecond
      while (line.step()) {}
      line.second().write(new byte[5000]);
      while (line.step()) {}
      assertEquals(6_000_000, line.now());
      line.first().write(new byte[1000]);
      line.first().write(new byte[1000]);
      while (line.step()) {}
      assertEquals(8_000_000, line.now());
      assertFalse(line.step());
    }
  }
}

package org.schurmpc.cli.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.Network;

/** Tests what a peer cannot make of a party that runs {@code doctor} with it. */
@Timeout(30)
class LineProbeTest {
  private static final int PINGS = 10;

  private final Network[] pair = InMemoryNetwork.create(2, NetOptions.service());
  private final Channel peer = pair[1].channel(0);
  private final LineProbe probe =
      new LineProbe(pair[0].channel(1), false, InstantSource.system(), 1);

  private void send(long... values) throws MpcException {
    for (long value : values) {
      peer.send(ByteBuffer.allocate(Long.BYTES).putLong(value).array(), 0, Long.BYTES);
    }
  }

  /** Sends a peer's part up to the acknowledgements of this side's blocks. */
  private void sendWhole(long time, double rate) throws MpcException {
    send(new long[PINGS]);
    send(0); // no block
    long[] times = new long[PINGS];
    Arrays.fill(times, time);
    send(times);
    send(0, 0, Double.doubleToLongBits(rate));
  }

  private void assertRefused() {
    String said = assertThrows(Disagreement.class, probe::measure).getMessage();
    assertTrue(said.endsWith("does not measure the line as doctor does"), said);
  }

  @Test
  void aPeerThatMeasures() throws Exception {
    sendWhole(0, 5e6);
    LineFigures line = probe.measure();
    assertEquals(5e6, line.receivingBits());
    assertTrue(line.clockMillis() > 0);
  }

  @Test
  void aBlockWithoutEnd() throws Exception {
    send(new long[PINGS]);
    send(Long.MAX_VALUE);
    assertRefused();
  }

  @Test
  void blocksWithoutEnd() throws Exception {
    send(new long[PINGS]);
    for (int i = 0; i < 40; i++) {
      send(1);
      peer.send(new byte[1], 0, 1);
    }
    assertRefused();
  }

  @Test
  void aRateThatIsNoNumber() throws Exception {
    sendWhole(0, Double.NaN);
    assertRefused();
  }

  @Test
  void aClockBeyondAllTime() throws Exception {
    sendWhole(Long.MIN_VALUE, 1);
    assertRefused();
  }

  @Test
  void aPeerThatSaysALittleNowAndThen() throws Exception {
    Channel channel = pair[0].channel(1);
    TimeLimit limit = new TimeLimit(Duration.ofMillis(50));
    TimeLimit.Test endless =
        () -> {
          while (true) {
            send(1);
            channel.receive(new byte[Long.BYTES], 0, Long.BYTES);
          }
        };
    String said =
        assertThrows(ConnectionLost.class, () -> limit.run(channel, endless)).getMessage();
    assertTrue(said.endsWith("did not finish its part of the tests within 50 ms"), said);
    assertEquals(3, new TimeLimit(Duration.ofDays(1)).run(peer, () -> 3));
  }

  @Test
  void aGreetingOfNothing() throws Exception {
    peer.send("null".getBytes(StandardCharsets.UTF_8), 0, 4);
    Greeting mine = new Greeting(Greeting.DOCTOR, 1, 2, "1", 0);
    String said =
        assertThrows(ConnectionLost.class, () -> mine.exchange(pair[0].channel(1))).getMessage();
    assertTrue(said.endsWith("is a program other than doctor"), said);
  }
}

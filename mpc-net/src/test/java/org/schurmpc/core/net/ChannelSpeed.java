package org.schurmpc.core.net;

import java.time.Duration;
import java.util.Arrays;

/**
 * Prints round trip and throughput of each kind of network, two threads over loopback. No test: run
 * its main method.
 */
final class ChannelSpeed {

  private static final int PINGS = 20_000;
  private static final int WARM_UP = 20_000;
  private static final int FRAMES = 2_000;

  private ChannelSpeed() {}

  public static void main(String[] args) throws Exception {
    long spin = args.length > 0 ? Long.parseLong(args[0]) : NetOptions.party().spin().toNanos();
    NetOptions options = NetOptions.party().withSpin(Duration.ofNanos(spin));
    for (Networks kind : Networks.values()) {
      System.out.println(kind + " (spin " + spin + " ns)");
      Parties.run(
          kind.create(2, options),
          Duration.ofMinutes(2),
          network -> {
            Channel channel = network.channel(1 - network.party());
            pingPong(channel, network.party());
            stream(channel, network.party());
            exchange(channel, network.party());
            return null;
          });
    }
  }

  private static void pingPong(Channel channel, int party) throws Exception {
    byte[] frame = new byte[64];
    long[] nanos = new long[PINGS];
    for (int i = -WARM_UP; i < PINGS; i++) {
      long start = System.nanoTime();
      if (party == 0) {
        channel.send(frame, 0, frame.length);
        channel.receive(frame, 0, frame.length);
        nanos[Math.max(i, 0)] = System.nanoTime() - start;
      } else {
        channel.receive(frame, 0, frame.length);
        channel.send(frame, 0, frame.length);
      }
    }
    if (party == 0) {
      Arrays.sort(nanos);
      System.out.printf(
          "  64-byte round trip: median %.1f us, 90 %% %.1f us%n",
          nanos[PINGS / 2] / 1e3, nanos[PINGS * 9 / 10] / 1e3);
    }
  }

  private static void stream(Channel channel, int party) throws Exception {
    byte[] frame = new byte[Channel.PIECE];
    for (int round = 0; round < 2; round++) {
      long start = System.nanoTime();
      for (int i = 0; i < FRAMES; i++) {
        if (party == 0) {
          channel.send(frame, 0, frame.length);
        } else {
          channel.receive(frame, 0, frame.length);
        }
      }
      if (party == 1) {
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf("  stream: %.2f GB/s%n", (double) FRAMES * frame.length / seconds / 1e9);
      }
    }
  }

  private static void exchange(Channel channel, int party) throws Exception {
    byte[] buffer = new byte[64 * Channel.PIECE];
    long start = System.nanoTime();
    for (int i = 0; i < 10; i++) {
      channel.exchange(buffer, 0, buffer.length, buffer, 0, buffer.length);
    }
    if (party == 0) {
      double seconds = (System.nanoTime() - start) / 1e9;
      System.out.printf("  exchange: %.2f GB/s each way%n", 10.0 * buffer.length / seconds / 1e9);
    }
  }
}

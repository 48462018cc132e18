package org.schurmpc.cli.doctor;

import java.nio.ByteBuffer;
import java.time.InstantSource;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Channel;

/**
 * Measures a line: the round trip and the difference of the clocks from short messages, and the
 * rate of each direction from blocks that grow until one of them takes long enough.
 *
 * @param channel the line
 * @param leads whether this side asks first; exactly one of the two does
 * @param clock this side's clock
 * @param enoughNanos the time of a block, without the round trip, that is long enough
 */
record LineProbe(Channel channel, boolean leads, InstantSource clock, long enoughNanos) {
  private static final int PINGS = 10;
  private static final int FIRST_BLOCK = 1 << 14;
  private static final int LAST_BLOCK = 1 << 26;

  /** Number of blocks that a peer may send: more than there are sizes, each doubled. */
  private static final int MOST_BLOCKS = 32;

  private static final int FRAME = 1 << 16;
  private static final int FULL_BLOCKS = 2;

  /** The latest time of a clock, in the year 9999: differences do not overflow. */
  private static final long LAST_MILLIS = 253_402_300_799_999L;

  /** Reciprocal of the part of the time that is enough from which on a block's rate counts. */
  private static final int SHORTEST_PART = 4;

  /**
   * Measures, together with the peer.
   *
   * @throws Disagreement if the peer sends what a probe never sends
   */
  LineFigures measure() throws MpcException {
    long[] ping = new long[2];
    double rate = 0;
    for (int turn = 0; turn < 2; turn++) {
      if (leads == (turn == 0)) {
        ping = ping();
        rate = push(ping[0]);
      } else {
        echo();
        swallow();
      }
    }
    double theirRate = Double.longBitsToDouble(swap(Double.doubleToLongBits(rate)));
    require(Double.isFinite(theirRate));
    return new LineFigures(ping[0], ping[1], rate, Math.max(1, theirRate));
  }

  /** Returns the shortest round trip in nanoseconds, and the lead of the clock it shows. */
  private long[] ping() throws MpcException {
    long shortest = Long.MAX_VALUE;
    long ahead = 0;
    for (int i = 0; i < PINGS; i++) {
      long start = System.nanoTime();
      long before = clock.millis();
      send(0);
      long theirs = receive();
      require(theirs >= 0 && theirs <= LAST_MILLIS);
      long after = clock.millis();
      long nanos = System.nanoTime() - start;
      if (nanos < shortest) {
        shortest = nanos;
        ahead = before + (after - before) / 2 - theirs;
      }
    }
    return new long[] {shortest, ahead};
  }

  private void echo() throws MpcException {
    for (int i = 0; i < PINGS; i++) {
      receive();
      send(clock.millis());
    }
  }

  /**
   * Sends blocks, each acknowledged, until two of them took long enough: one may have been held up
   * by something else than the line.
   *
   * @return the best rate of blocks that did not take too little time, in bits a second
   */
  private double push(long roundTrip) throws MpcException {
    double best = 1;
    int block = FIRST_BLOCK;
    for (int full = 0; full < FULL_BLOCKS; ) {
      long nanos = Math.max(1, time(block) - roundTrip);
      boolean enough = nanos >= enoughNanos || block >= LAST_BLOCK;
      if (enough || nanos >= enoughNanos / SHORTEST_PART) {
        best = Math.max(best, (double) block * Byte.SIZE / nanos * 1e9);
      }
      if (enough) {
        full++;
      } else {
        block *= 2;
      }
    }
    send(0);
    return best;
  }

  /** Returns the time from the start of a block to its acknowledgement, in nanoseconds. */
  private long time(int block) throws MpcException {
    byte[] frame = new byte[FRAME];
    long start = System.nanoTime();
    send(block);
    for (int sent = 0; sent < block; sent += FRAME) {
      channel.send(frame, 0, Math.min(FRAME, block - sent));
    }
    receive();
    return System.nanoTime() - start;
  }

  private void swallow() throws MpcException {
    byte[] frame = new byte[FRAME];
    int blocks = 0;
    for (long block = receive(); block != 0; block = receive()) {
      blocks++;
      require(block > 0 && block <= LAST_BLOCK && blocks <= MOST_BLOCKS);
      for (long left = block; left > 0; left -= FRAME) {
        channel.receive(frame, 0, (int) Math.min(FRAME, left));
      }
      send(0);
    }
  }

  private void require(boolean holds) throws Disagreement {
    if (!holds) {
      throw new Disagreement(channel.peer() + " does not measure the line as doctor does");
    }
  }

  private long swap(long mine) throws MpcException {
    send(mine);
    return receive();
  }

  private void send(long value) throws MpcException {
    byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    channel.send(bytes, 0, bytes.length);
  }

  private long receive() throws MpcException {
    byte[] bytes = new byte[Long.BYTES];
    channel.receive(bytes, 0, bytes.length);
    return ByteBuffer.wrap(bytes).getLong();
  }
}

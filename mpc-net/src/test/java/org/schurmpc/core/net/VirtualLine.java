package org.schurmpc.core.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.concurrent.MockTicker;
import io.netty.util.concurrent.Ticker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Two ends of an imitated line in virtual time: what one end writes is at the other at once, and
 * the clock of both stands still until a test moves it on to the next timed task.
 */
final class VirtualLine implements AutoCloseable {

  /** Bytes that came out of the line, and when the last of them did. */
  record Arrival(long nanos, int bytes) {}

  /** One end: a line next to a socket that is none, and what it has passed on. */
  final class End extends ChannelInboundHandlerAdapter {
    final List<Arrival> arrivals = new ArrayList<>();
    final ByteBuf received = Unpooled.buffer();
    private final EmbeddedChannel socket;
    private boolean closing;
    private long ended = -1;

    End(Link link) {
      socket = EmbeddedChannel.builder().ticker(ticker).build();
      socket.pipeline().addFirst(new LinkHandler(link, new Reads(socket), ticker::nanoTime));
      socket.pipeline().addLast(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf bytes = (ByteBuf) message;
      received.writeBytes(bytes);
      bytes.release();
      arrivals.add(new Arrival(now(), received.writerIndex()));
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (event instanceof ChannelInputShutdownEvent) {
        ended = now();
      }
    }

    /** Writes at the time of now, as a socket takes it: in pieces. */
    void write(byte[] bytes) {
      for (int from = 0; from < bytes.length; from += PIECE) {
        int n = Math.min(PIECE, bytes.length - from);
        socket.writeOneOutbound(Unpooled.wrappedBuffer(bytes, from, n));
      }
      socket.flushOutbound();
    }

    /** Ends the stream that this end writes; the other socket sees it after the last byte. */
    void endStream() {
      closing = true;
    }

    /** Whether the line wants more from the socket. */
    boolean reads() {
      return socket.config().isAutoRead();
    }

    /** When the end of the stream came out of the line; -1 before. */
    long ended() {
      return ended;
    }
  }

  private static final int PIECE = 1 << 18;

  private final MockTicker ticker = Ticker.newMockTicker();
  private final End first;
  private final End second;

  VirtualLine(Link link) {
    first = new End(link);
    second = new End(link);
  }

  End first() {
    return first;
  }

  End second() {
    return second;
  }

  long now() {
    return ticker.nanoTime();
  }

  /** Carries what is under way, and moves time on to the next task; false if there is none. */
  boolean step() {
    deliver(first, second);
    deliver(second, first);
    long next = soonest(first.socket.runScheduledPendingTasks(), second.socket);
    if (next < 0) {
      return false;
    }
    ticker.advance(next, TimeUnit.NANOSECONDS);
    first.socket.runScheduledPendingTasks();
    second.socket.runScheduledPendingTasks();
    return true;
  }

  private static long soonest(long one, EmbeddedChannel other) {
    long two = other.runScheduledPendingTasks();
    return one < 0 || two < 0 ? Math.max(one, two) : Math.min(one, two);
  }

  private static void deliver(End from, End to) {
    while (to.reads()) {
      ByteBuf bytes = from.socket.readOutbound();
      if (bytes == null) {
        if (from.closing) {
          from.closing = false;
          to.socket.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        }
        return;
      }
      to.socket.writeInbound(bytes);
    }
  }

  @Override
  public void close() {
    first.socket.finishAndReleaseAll();
    second.socket.finishAndReleaseAll();
  }
}

package org.schurmpc.core.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Imitates a {@link Link} next to the socket. A loop runs only while its thread waits, so a sender
 * cannot delay its data: it sends at once, in segments that state when their last byte would have
 * left the imitated line, and the receiving end holds them until that time plus the delay. The two
 * ends compare readings of {@link System#nanoTime}, which is one clock for all processes of a
 * machine (CLOCK_MONOTONIC on Linux).
 *
 * <p>Layout of a segment, big-endian: identity of the line (4 bytes), time (8), length of the data
 * (4), data. This header takes no time on the line.
 */
final class LinkHandler extends ChannelDuplexHandler {

  /** Indicates that the other end imitates another line, or none. */
  static final class OtherLink extends IOException {
    OtherLink() {
      super("another line");
    }
  }

  private static final int HEADER = 2 * Integer.BYTES + Long.BYTES;

  /** Maximum length of a segment, whose bytes arrive at once. */
  private static final int SEGMENT = 1 << 14;

  /** Maximum length for which a copy is cheaper than keeping the containing buffer. */
  private static final int SMALL = 4096;

  private static final long LEAST_HELD = 1 << 20;
  private static final long MOST_HELD = 1 << 26;

  /** Holds bytes, or an event that follows them. */
  private record Held(Object message, long until) {}

  private final long bitsPerSecond;
  private final long delayNanos;
  private final int tag;
  private final long heldLimit;
  private final Reads reads;
  private final LongSupplier clock;
  private final ArrayDeque<Held> held = new ArrayDeque<>();
  private final byte[] header = new byte[HEADER];
  private ChannelHandlerContext context;
  private long lineFree;
  private long heldBytes;
  private int headerRead;
  private long until;
  private int segmentLeft;
  private boolean foreign;
  private Future<?> timer;

  /**
   * Creates a handler.
   *
   * @param clock nanoseconds, the same clock at both ends
   */
  LinkHandler(Link link, Reads reads, LongSupplier clock) {
    this.bitsPerSecond = link.bitsPerSecond();
    this.delayNanos = link.delay().toNanos();
    this.tag = 0x4C4E0000 ^ Objects.hash(bitsPerSecond, delayNanos);
    this.reads = reads;
    this.clock = clock;
    this.lineFree = clock.getAsLong();
    // Twice the content of the line, so that the limit does not reduce the rate.
    double lineful = bitsPerSecond / 8.0 * delayNanos / 1e9;
    this.heldLimit = (long) Math.min(MOST_HELD, Math.max(LEAST_HELD, 2 * lineful));
  }

  /** Installs the line next to a socket, before any other handler. */
  static void install(Channel socket, Link link, Reads reads) {
    // If the end of the stream closed the socket, it would overtake held data.
    socket.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
    socket.pipeline().addFirst(new LinkHandler(link, reads, System::nanoTime));
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  @Override
  public void write(ChannelHandlerContext to, Object message, ChannelPromise promise) {
    ByteBuf bytes = (ByteBuf) message;
    if (!bytes.isReadable()) {
      to.write(bytes, promise);
      return;
    }
    lineFree = Math.max(clock.getAsLong(), lineFree);
    while (bytes.readableBytes() > SEGMENT) {
      writeSegment(to, bytes.readRetainedSlice(SEGMENT), to.newPromise());
    }
    writeSegment(to, bytes, promise);
  }

  private void writeSegment(ChannelHandlerContext to, ByteBuf bytes, ChannelPromise promise) {
    int length = bytes.readableBytes();
    lineFree += (long) (length * 8e9 / bitsPerSecond);
    to.write(to.alloc().directBuffer(HEADER).writeInt(tag).writeLong(lineFree).writeInt(length));
    to.write(bytes, promise);
  }

  @Override
  public void channelRead(ChannelHandlerContext from, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    try {
      while (bytes.isReadable()) {
        if (segmentLeft > 0) {
          int n = Math.min(segmentLeft, bytes.readableBytes());
          segmentLeft -= n;
          heldBytes += n;
          ByteBuf part = n <= SMALL ? bytes.readBytes(n) : bytes.readRetainedSlice(n);
          held.addLast(new Held(part, until));
        } else if (foreign || !readHeader(bytes)) {
          return;
        }
      }
    } finally {
      bytes.release();
    }
    if (heldBytes > heldLimit && !reads.stopped(Reads.LINE_FULL)) {
      reads.stop(Reads.LINE_FULL);
    }
    release();
  }

  /**
   * Continues reading a segment's header; returns false if the header is invalid or of another
   * line.
   */
  private boolean readHeader(ByteBuf bytes) {
    int n = Math.min(HEADER - headerRead, bytes.readableBytes());
    bytes.readBytes(header, headerRead, n);
    headerRead += n;
    if (headerRead < HEADER) {
      return true;
    }
    headerRead = 0;
    ByteBuffer in = ByteBuffer.wrap(header);
    foreign = in.getInt() != tag;
    until = in.getLong() + delayNanos;
    segmentLeft = in.getInt();
    if (foreign || segmentLeft <= 0 || segmentLeft > SEGMENT) {
      foreign = true;
      segmentLeft = 0;
      context.fireExceptionCaught(new OtherLink());
      return false;
    }
    return true;
  }

  /** Passes on messages that are due, and schedules the rest. */
  private void release() {
    long now = clock.getAsLong();
    boolean passed = false;
    for (Held first = held.peekFirst();
        first != null && first.until - now <= 0;
        first = held.peekFirst()) {
      held.removeFirst();
      passed = true;
      pass(first.message);
    }
    if (passed) {
      context.fireChannelReadComplete();
    }
    if (reads.stopped(Reads.LINE_FULL) && heldBytes <= heldLimit / 2) {
      reads.resume(Reads.LINE_FULL);
    }
    arm();
  }

  private void pass(Object message) {
    if (message instanceof ByteBuf bytes) {
      heldBytes -= bytes.readableBytes();
      context.fireChannelRead(bytes);
    } else {
      context.fireUserEventTriggered(message);
    }
  }

  private void releaseAll() {
    for (Held first = held.pollFirst(); first != null; first = held.pollFirst()) {
      pass(first.message);
    }
    context.fireChannelReadComplete();
  }

  /**
   * Schedules the next release on the socket's current loop, which changes when the socket is
   * moved.
   */
  private void arm() {
    if (timer == null && !held.isEmpty() && context.channel().isRegistered()) {
      long wait = held.peekFirst().until - clock.getAsLong();
      timer =
          context
              .channel()
              .eventLoop()
              .schedule(this::ring, Math.max(0, wait), TimeUnit.NANOSECONDS);
    }
  }

  private void ring() {
    timer = null;
    release();
  }

  private void disarm() {
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext from) {
    // Fired after released messages instead.
  }

  @Override
  public void deregister(ChannelHandlerContext from, ChannelPromise promise) {
    disarm();
    from.deregister(promise);
  }

  @Override
  public void channelRegistered(ChannelHandlerContext to) {
    arm();
    to.fireChannelRegistered();
  }

  /** Holds the end of the stream until its last byte has been passed on. */
  @Override
  public void userEventTriggered(ChannelHandlerContext from, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      reads.end();
    }
    if (event instanceof ChannelInputShutdownEvent && !held.isEmpty()) {
      held.addLast(new Held(event, held.peekLast().until));
    } else {
      from.fireUserEventTriggered(event);
    }
  }

  /**
   * Passes on held messages early: the connection is broken, not closed, and the handlers are
   * removed next.
   */
  @Override
  public void channelInactive(ChannelHandlerContext from) {
    disarm();
    releaseAll();
    from.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
    disarm();
    releaseAll();
    from.fireExceptionCaught(cause);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext from) {
    disarm();
    for (Held each : held) {
      ReferenceCountUtil.release(each.message);
    }
    held.clear();
  }
}

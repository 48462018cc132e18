package org.schurmpc.core.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.DuplexChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;

/**
 * A channel over TCP. Its thread drives the loop while it waits, so a socket is read only while
 * somebody waits on its network, and no further than to {@link NetOptions#maxFrame}: past that, TCP
 * holds the sender back.
 */
final class NettyChannel extends FrameChannel {

  /** How much of a frame is copied for the socket at a time; fits the cache. */
  private static final int CHUNK = 1 << 18;

  private static final int DISCARD_ROUNDS = 16;

  private final Loop loop;
  private final Channel socket;
  private final ByteInbox inbox = new ByteInbox();
  private final ByteBuf outbound = Unpooled.directBuffer(256, HEADER + CHUNK);
  private final long inboxLimit;
  private final AtomicBoolean closing = new AtomicBoolean();
  private long discarded;
  private long timeoutNanos;
  private boolean ownsLoop;
  private boolean ended;
  private boolean reading = true;

  /**
   * Takes over a socket that is registered with {@code loop} and not reading; the loop's driver
   * calls it.
   */
  NettyChannel(String peer, NetOptions options, Loop loop, Channel socket) {
    super(peer, options);
    this.loop = loop;
    this.socket = socket;
    this.timeoutNanos = options.timeout().toNanos();
    this.inboxLimit = options.maxFrame() + (long) HEADER;
    initialise(socket.pipeline());
    ended = !socket.isActive();
    socket.config().setAutoRead(true);
  }

  /** Waits for the peer this long, in place of the time-out of the options; for the prelude. */
  void setTimeoutNanos(long nanos) {
    timeoutNanos = nanos;
  }

  /** From here on the loop ends with this channel. */
  void ownLoop() {
    ownsLoop = true;
  }

  /** The handlers between the socket and this channel; TLS goes before the others. */
  private void initialise(ChannelPipeline pipeline) {
    pipeline.addLast(new Receiver());
  }

  private final class Receiver extends ChannelInboundHandlerAdapter {

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf buffer = (ByteBuf) message;
      if (closing.get()) {
        discarded += buffer.readableBytes();
        buffer.release();
        return;
      }
      inbox.add(buffer);
      if (reading && inbox.readable() >= inboxLimit) {
        reading = false;
        socket.config().setAutoRead(false);
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      ended = true;
    }

    /** A reset connection has ended like a closed one. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      ended = true;
      socket.close();
    }
  }

  @Override
  void write(byte[] src, int off, int len) throws MpcException {
    loop.enter();
    try {
      requireOpen();
      outbound.clear().writeInt(len);
      int done = 0;
      do {
        int n = Math.min(CHUNK, len - done);
        outbound.writeBytes(src, off + done, n);
        done += n;
        flush();
        requireOpen();
        outbound.clear();
      } while (done < len);
    } finally {
      loop.exit();
    }
  }

  /** Writes the outbound buffer; it is ours again when nobody else holds it. */
  private void flush() throws ConnectionLost {
    outbound.retain();
    socket.writeAndFlush(outbound, socket.voidPromise());
    if (outbound.refCnt() > 1) {
      awaitFlushed();
    }
  }

  private void awaitFlushed() throws ConnectionLost {
    long left = outbound.readableBytes();
    long since = System.nanoTime();
    while (outbound.refCnt() > 1) {
      long patience = timeoutNanos - (System.nanoTime() - since);
      if (patience <= 0) {
        throw takesNothing();
      }
      step(patience);
      if (closing.get()) {
        throw closedHere();
      }
      if (outbound.readableBytes() < left) {
        left = outbound.readableBytes();
        since = System.nanoTime();
      }
    }
  }

  @Override
  int awaitHeader() throws MpcException {
    loop.enter();
    try {
      awaitReadable(HEADER);
      return inbox.readInt();
    } finally {
      loop.exit();
    }
  }

  @Override
  void readBody(byte[] dst, int off, int len) throws MpcException {
    loop.enter();
    try {
      int done = inbox.read(dst, off, len);
      while (done < len) {
        awaitReadable(1);
        done += inbox.read(dst, off + done, len - done);
      }
      resumeReading();
    } finally {
      loop.exit();
    }
  }

  private void awaitReadable(int bytes) throws ConnectionLost {
    if (inbox.readable() >= bytes) {
      return;
    }
    if (closing.get()) {
      throw closedHere();
    }
    resumeReading();
    loop.poll();
    if (inbox.readable() < bytes) {
      awaitArrival(bytes);
    }
  }

  private void awaitArrival(int bytes) throws ConnectionLost {
    long spin = options.spin().toNanos();
    long since = System.nanoTime();
    long arrived = inbox.arrived();
    while (inbox.readable() < bytes) {
      if (closing.get()) {
        throw closedHere();
      }
      if (ended) {
        throw closedByPeer();
      }
      long waited = System.nanoTime() - since;
      if (waited >= timeoutNanos) {
        throw silent();
      }
      if (waited < spin) {
        giveWay();
        loop.poll();
      } else {
        step(timeoutNanos - waited);
      }
      if (inbox.arrived() != arrived) {
        arrived = inbox.arrived();
        since = System.nanoTime();
      }
    }
  }

  /** The peer may need this very core: without yielding, both sides spin to the end each time. */
  @SuppressWarnings("ThreadPriorityCheck")
  private static void giveWay() {
    Thread.yield();
  }

  private void step(long nanos) throws ConnectionLost {
    if (Thread.currentThread().isInterrupted()) {
      throw interrupted();
    }
    loop.block(nanos);
  }

  private void resumeReading() {
    if (!reading && inbox.readable() <= inboxLimit / 2) {
      reading = true;
      socket.config().setAutoRead(true);
    }
  }

  private void requireOpen() throws ConnectionLost {
    if (closing.get()) {
      throw closedHere();
    }
    if (ended) {
      throw closedByPeer();
    }
  }

  /** Whether neither side has ended the stream, as far as is known; for the loop's driver. */
  boolean isOpen() {
    return !closing.get() && !ended;
  }

  /** The most bytes that were ever waiting to be received. */
  long inboxPeak() {
    return inbox.peak();
  }

  @Override
  public void close() {
    if (closing.compareAndSet(false, true)) {
      loop.runAsDriver(this::closeNow);
    }
  }

  private void closeNow() {
    if (!ended) {
      discardInbound();
    }
    socket.close();
    inbox.clear();
    outbound.release();
    if (ownsLoop) {
      loop.shutDown();
    }
  }

  /**
   * Ends our direction and reads what has come: a socket closed with unread bytes resets the
   * connection, and the peer could lose what was sent to it last.
   */
  private void discardInbound() {
    if (socket instanceof DuplexChannel duplex && socket.isActive()) {
      duplex.shutdownOutput();
      socket.config().setAutoRead(true);
      long before = -1;
      for (int i = 0; i < DISCARD_ROUNDS && !ended && discarded != before; i++) {
        before = discarded;
        loop.poll();
      }
    }
  }
}

package org.schurmpc.core.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Implements a channel over TCP. Its thread drives the loop while the thread waits, so a socket is
 * read only while a thread waits on its network, and only up to {@link NetOptions#maxFrame}: beyond
 * that, TCP slows the sender down.
 */
final class NettyChannel extends FrameChannel {

  private static final Logger LOG = LoggerFactory.getLogger(NettyChannel.class);

  /** Number of bytes of a frame that are copied for the socket at a time; fits the cache. */
  private static final int CHUNK = 1 << 18;

  private static final int DISCARD_ROUNDS = 16;

  /**
   * Least number of bytes in a second of a frame that is under way. A peer that sends, or takes,
   * fewer of them is treated as silent, so that single bytes do not make this side wait on.
   */
  private static final long LEAST_RATE = 1 << 12;

  private final Loop loop;
  private final Channel socket;
  private final ReceiveHandler receiver;
  private final ByteInbox inbox;
  private final ByteBuf outbound = Unpooled.directBuffer(256, HEADER + CHUNK);
  private final AtomicBoolean closing = new AtomicBoolean();
  private final boolean direct;
  private final Spin spin;
  private volatile Certificates certificates;
  private long timeoutNanos;

  /** More time for the first frame of a peer that waits for other parties; 0 after that frame. */
  private long startNanos;

  private boolean ownsLoop;
  private boolean gone;

  /**
   * Takes over a socket that is registered with {@code loop} and {@link Reads#PARKED}. Called by
   * the loop's driver.
   */
  NettyChannel(
      String peer, NetOptions options, Loop loop, Channel socket, ReceiveHandler receiver) {
    super(peer, options);
    this.loop = loop;
    this.socket = socket;
    this.receiver = receiver;
    this.inbox = receiver.inbox();
    this.direct = options.tls().isEmpty() && options.link().isEmpty();
    this.spin = new Spin(options.spin().toNanos());
    this.timeoutNanos = options.timeout().toNanos();
    gone = !socket.isActive();
    receiver.listen(null);
    receiver.limit(options.maxFrame() + (long) HEADER);
    receiver.reads().resume(Reads.PARKED);
  }

  /** Sets the certificates of both ends, once they are known. */
  void secured(Certificates both) {
    certificates = both;
  }

  @Override
  public Optional<Certificates> certificates() {
    return Optional.ofNullable(certificates);
  }

  /**
   * Sets how long to wait for the peer, in place of the time-out of the options; for the prelude.
   */
  void setTimeoutNanos(long nanos) {
    timeoutNanos = nanos;
  }

  /**
   * Gives the peer more time for its first frame: it cannot send while other parties have not
   * connected to it.
   *
   * @param nanos the time beyond the time-out
   */
  void setStartNanos(long nanos) {
    startNanos = nanos;
  }

  /** Makes this channel the owner of the loop, which then ends with the channel. */
  void ownLoop() {
    ownsLoop = true;
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

  /**
   * Writes the outbound buffer, and returns when the socket has taken all of it. The buffer can be
   * reused when nobody else holds a reference. If data is encrypted or divided first, this moment
   * is too early: the converted data would accumulate, so the write itself is awaited.
   */
  private void flush() throws ConnectionLost {
    outbound.retain();
    if (direct) {
      socket.writeAndFlush(outbound, socket.voidPromise());
      if (outbound.refCnt() > 1) {
        timeFlush(null);
      }
      return;
    }
    ChannelFuture written = socket.writeAndFlush(outbound);
    if (!written.isDone()) {
      timeFlush(written);
    }
    if (!written.isSuccess()) {
      gone = true;
    }
  }

  private void timeFlush(ChannelFuture written) throws ConnectionLost {
    long start = System.nanoTime();
    awaitFlushed(written);
    waited(System.nanoTime() - start);
  }

  private void awaitFlushed(ChannelFuture written) throws ConnectionLost {
    long left = unsent();
    long since = System.nanoTime();
    long end = endOf(since, left);
    while (written == null ? outbound.refCnt() > 1 : !written.isDone()) {
      long waited = System.nanoTime();
      long patience = Math.min(timeoutNanos - (waited - since), end - waited);
      if (patience <= 0) {
        throw takesNothing();
      }
      step(patience);
      if (closing.get()) {
        throw closedHere();
      }
      long now = unsent();
      if (now != left) {
        left = now;
        since = System.nanoTime();
      }
    }
  }

  /** Returns the latest end of a transfer that begins now, for a number of bytes. */
  private long endOf(long now, long bytes) {
    return now + timeoutNanos + startNanos + bytes * TimeUnit.SECONDS.toNanos(1) / LEAST_RATE;
  }

  /** Returns the number of bytes that the socket has not taken yet. */
  private long unsent() {
    if (direct) {
      return outbound.readableBytes();
    }
    ChannelOutboundBuffer pending = socket.unsafe().outboundBuffer();
    return pending == null ? 0 : pending.totalPendingWriteBytes();
  }

  @Override
  int awaitHeader() throws MpcException {
    loop.enter();
    try {
      awaitReadable(HEADER, endOf(System.nanoTime(), 0));
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
      long end = done < len ? endOf(System.nanoTime(), len) : 0;
      while (done < len) {
        awaitReadable(1, end);
        done += inbox.read(dst, off + done, len - done);
      }
      receiver.resume();
    } finally {
      loop.exit();
    }
  }

  private void awaitReadable(int bytes, long end) throws ConnectionLost {
    if (inbox.readable() >= bytes) {
      return;
    }
    if (closing.get()) {
      throw closedHere();
    }
    receiver.resume();
    loop.poll();
    if (inbox.readable() < bytes) {
      long start = System.nanoTime();
      awaitArrival(bytes, end);
      waited(System.nanoTime() - start);
    }
  }

  private void awaitArrival(int bytes, long end) throws ConnectionLost {
    long since = System.nanoTime();
    long arrived = inbox.arrived();
    while (inbox.readable() < bytes) {
      if (closing.get()) {
        throw closedHere();
      }
      if (ended()) {
        throw closedByPeer();
      }
      long now = System.nanoTime();
      long waited = now - since;
      long patience = timeoutNanos + startNanos;
      if (waited >= patience) {
        throw silent(Duration.ofMillis(TimeUnit.NANOSECONDS.toMillis(patience)));
      }
      // A peer that has not begun a frame is silent: both limits end then at the same moment.
      long left = bytes < HEADER || inbox.readable() > 0 ? end - now : Long.MAX_VALUE;
      if (left <= 0) {
        throw tooSlow();
      }
      if (spin.again(waited)) {
        loop.poll();
      } else {
        step(Math.min(patience - waited, left));
      }
      if (inbox.arrived() != arrived) {
        arrived = inbox.arrived();
        since = System.nanoTime();
      }
    }
    startNanos = 0;
  }

  private void step(long nanos) throws ConnectionLost {
    if (Thread.currentThread().isInterrupted()) {
      throw interrupted();
    }
    loop.block(nanos);
  }

  private boolean ended() {
    return gone || receiver.ended();
  }

  private void requireOpen() throws ConnectionLost {
    if (closing.get()) {
      throw closedHere();
    }
    if (ended()) {
      throw closedByPeer();
    }
  }

  @Override
  public void requirePeer() throws ConnectionLost {
    loop.enter();
    try {
      if (closing.get()) {
        throw closedHere();
      }
      receiver.resume();
      loop.poll();
      if (ended() && inbox.readable() < HEADER) {
        throw closedByPeer();
      }
    } finally {
      loop.exit();
    }
  }

  /**
   * Returns whether neither side has ended the stream, as far as is known. Called by the loop's
   * driver.
   */
  boolean isOpen() {
    return !closing.get() && !ended();
  }

  /** Returns the largest number of bytes that ever waited to be received. */
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
    LOG.debug("closed the connection to {}", peer());
    receiver.discard();
    if (!ended()) {
      endOutput();
    }
    // Bypasses the handlers, which would try to finish work for which there is no time.
    socket.unsafe().close(socket.voidPromise());
    outbound.release();
    if (ownsLoop) {
      loop.shutDown();
    }
  }

  /**
   * Ends the outgoing direction and reads the data that has arrived: closing a socket with unread
   * bytes resets the connection, and the peer could lose the data sent to it last.
   */
  private void endOutput() {
    if (socket instanceof DuplexChannel duplex && socket.isActive()) {
      SslHandler tls = socket.pipeline().get(SslHandler.class);
      if (tls != null) {
        tls.closeOutbound();
      }
      duplex.shutdownOutput();
      receiver.reads().resume(Reads.INBOX_FULL);
      long before = -1;
      for (int i = 0; i < DISCARD_ROUNDS && !ended() && receiver.discarded() != before; i++) {
        before = receiver.discarded();
        loop.poll();
      }
    }
  }
}

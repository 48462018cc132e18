package org.schurmpc.core.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

/**
 * The end of a socket's pipeline: keeps what came until it is received. It stays with the socket as
 * this passes from a {@link ListeningPort} to a {@link NettyChannel}, so that nothing is lost
 * between them. For the driver of the loop that has the socket.
 */
final class ReceiveHandler extends ChannelInboundHandlerAdapter {

  /** Learns what happens; for whoever does not ask by itself. */
  interface Listener {
    void arrived();

    void ended();
  }

  private final Reads reads;
  private final ByteInbox inbox = new ByteInbox();
  private Listener listener;
  private long limit = Long.MAX_VALUE;
  private boolean discarding;
  private long discarded;
  private boolean ended;
  private Throwable failure;

  ReceiveHandler(Channel socket) {
    this.reads = new Reads(socket);
  }

  Reads reads() {
    return reads;
  }

  ByteInbox inbox() {
    return inbox;
  }

  /** At most one listener; null for none. */
  void listen(Listener to) {
    listener = to;
  }

  /** Stops reading when this many bytes wait. */
  void limit(long bytes) {
    limit = bytes;
  }

  /** From here on what comes is thrown away. */
  void discard() {
    discarding = true;
    inbox.clear();
  }

  long discarded() {
    return discarded;
  }

  /** Whether nothing more will come. */
  boolean ended() {
    return ended;
  }

  /** What the connection broke with; null if it did not. */
  Throwable failure() {
    return failure;
  }

  /** Reads on if that stopped for what was waiting, and half of it is gone. */
  void resume() {
    if (reads.stopped(Reads.INBOX_FULL) && inbox.readable() <= limit / 2) {
      reads.resume(Reads.INBOX_FULL);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf buffer = (ByteBuf) message;
    if (discarding) {
      discarded += buffer.readableBytes();
      buffer.release();
      return;
    }
    inbox.add(buffer);
    if (inbox.readable() >= limit && !reads.stopped(Reads.INBOX_FULL)) {
      reads.stop(Reads.INBOX_FULL);
    }
    if (listener != null) {
      listener.arrived();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    end(null);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      end(null);
    } else if (event instanceof SslHandshakeCompletionEvent handshake && !handshake.isSuccess()) {
      end(handshake.cause());
    }
  }

  /** A broken connection has ended like a closed one. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    end(cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause);
    context.close();
  }

  private void end(Throwable cause) {
    ended = true;
    if (failure == null) {
      failure = cause;
    }
    if (listener != null) {
      listener.ended();
    }
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    if (listener != null) {
      inbox.clear();
    }
  }
}

package org.schurmpc.core.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

/**
 * Ends a socket's pipeline and keeps data until it is received. The handler stays with the socket
 * when the socket passes from a {@link ListeningPort} to a {@link NettyChannel}, so that nothing is
 * lost in between. Used by the driver of the loop with which the socket is registered.
 */
final class ReceiveHandler extends ChannelInboundHandlerAdapter {

  /** Receives events, for users that do not poll. */
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

  /** Sets the only listener; null for none. */
  void listen(Listener to) {
    listener = to;
  }

  /** Sets the number of waiting bytes at which reading stops. */
  void limit(long bytes) {
    limit = bytes;
  }

  /** Discards all data from now on. */
  void discard() {
    discarding = true;
    inbox.clear();
  }

  long discarded() {
    return discarded;
  }

  /** Returns whether no more data will arrive. */
  boolean ended() {
    return ended;
  }

  /** Returns the cause of the connection's failure; null if there was none. */
  Throwable failure() {
    return failure;
  }

  /**
   * Resumes reading if it stopped because of waiting data, and half of that data has been received.
   */
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

  /** Treats a broken connection like a closed one. */
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

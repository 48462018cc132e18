package org.schurmpc.core.net;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;

/**
 * Closes only the outgoing direction when the channel is closed: the caller reads the last bytes
 * and closes then. If a socket with unread bytes were closed at once, the close would reset the
 * connection and could discard these bytes. Whoever uses this handler closes the socket completely
 * after a limited time.
 */
final class Linger extends ChannelOutboundHandlerAdapter {

  @Override
  public void close(ChannelHandlerContext context, ChannelPromise promise) {
    if (context.channel() instanceof DuplexChannel duplex && duplex.isActive()) {
      if (!duplex.isOutputShutdown()) {
        duplex.shutdownOutput();
      }
      promise.trySuccess();
    } else {
      context.close(promise);
    }
  }
}

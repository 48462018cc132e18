package org.schurmpc.core.net;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;

/**
 * Closes our direction only, where others close: the caller reads our last words and closes then.
 * Closed at once, a socket with unread bytes would reset the connection and could take them away.
 * Whoever uses this closes for good when that takes too long.
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

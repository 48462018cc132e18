package org.schurmpc.core.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.function.IntConsumer;

/** Shows the first byte that comes on a connection, then leaves: TLS or plaintext. */
final class FirstByte extends ChannelInboundHandlerAdapter {

  private static final int ALERT = 0x15;
  private static final int HANDSHAKE = 0x16;

  private final IntConsumer seen;

  /**
   * @param seen gets the byte, 0 to 255, before it goes on; may change the pipeline behind this
   */
  FirstByte(IntConsumer seen) {
    this.seen = seen;
  }

  /** Whether a stream that begins with this byte is TLS. */
  static boolean isTls(int first) {
    return first == HANDSHAKE || first == ALERT;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf buffer = (ByteBuf) message;
    if (!buffer.isReadable()) {
      buffer.release();
      return;
    }
    seen.accept(buffer.getUnsignedByte(buffer.readerIndex()));
    context.fireChannelRead(buffer);
    if (!context.isRemoved()) {
      context.pipeline().remove(this);
    }
  }
}

package org.schurmpc.core.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.function.IntConsumer;

/**
 * Inspects the first byte that arrives on a connection to distinguish TLS from plaintext, then
 * removes itself from the pipeline.
 */
final class FirstByte extends ChannelInboundHandlerAdapter {

  private static final int ALERT = 0x15;
  private static final int HANDSHAKE = 0x16;

  private final IntConsumer seen;

  /**
   * Creates a handler.
   *
   * @param seen receives the byte, 0 to 255, before it is passed on; may change the pipeline after
   *     this handler
   */
  FirstByte(IntConsumer seen) {
    this.seen = seen;
  }

  /** Returns whether a stream that begins with this byte is TLS. */
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

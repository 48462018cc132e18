package org.schurmpc.core.net;

import java.util.Arrays;
import java.util.Optional;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;

/**
 * A channel that lets a test see and change what its owner sends. An exchange is tampered with
 * piece by piece; what is received passes untouched, if late.
 */
public final class TamperingChannel implements Channel {

  /** What becomes of a frame. */
  @FunctionalInterface
  public interface Hook {
    /**
     * Called for each frame before it is sent.
     *
     * @param frameIndex counts this channel's frames from 0
     * @param frame a copy, which may be changed
     * @return what is sent instead, of any length; null drops the frame
     */
    byte[] onSend(int frameIndex, byte[] frame);

    /** Called before each wait for a frame, which it may delay. */
    default void beforeReceive() {}
  }

  private final Channel channel;
  private final Hook hook;
  private int frames;

  public TamperingChannel(Channel channel, Hook hook) {
    this.channel = channel;
    this.hook = hook;
  }

  @Override
  public void send(byte[] src, int off, int len) throws MpcException {
    byte[] frame = hook.onSend(frames++, Arrays.copyOfRange(src, off, off + len));
    if (frame != null) {
      channel.send(frame, 0, frame.length);
    }
  }

  @Override
  public void receive(byte[] dst, int off, int len) throws MpcException {
    hook.beforeReceive();
    channel.receive(dst, off, len);
  }

  @Override
  public byte[] receive(int maxLength) throws MpcException {
    hook.beforeReceive();
    return channel.receive(maxLength);
  }

  @Override
  public void exchange(byte[] out, int outOff, int outLen, byte[] in, int inOff, int inLen)
      throws MpcException {
    for (int done = 0; done < Math.max(outLen, inLen); done += PIECE) {
      if (done < outLen) {
        send(out, outOff + done, Math.min(PIECE, outLen - done));
      }
      if (done < inLen) {
        receive(in, inOff + done, Math.min(PIECE, inLen - done));
      }
    }
  }

  @Override
  public void requirePeer() throws ConnectionLost {
    channel.requirePeer();
  }

  @Override
  public void established() {
    channel.established();
  }

  @Override
  public Traffic traffic() {
    return channel.traffic();
  }

  @Override
  public Optional<Certificates> certificates() {
    return channel.certificates();
  }

  @Override
  public String peer() {
    return channel.peer();
  }

  @Override
  public void close() {
    channel.close();
  }
}

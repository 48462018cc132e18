package org.schurmpc.core.net;

import org.schurmpc.core.abort.MpcException;

/** A party's network in which all that it sends passes a hook; on forks, another one. */
public final class TamperingNetwork implements Network {

  /** What becomes of a frame; see {@link TamperingChannel.Hook}. */
  @FunctionalInterface
  public interface Hook {
    /** Returns what is sent to a peer in place of a frame; null drops it. */
    byte[] onSend(int peer, int frameIndex, byte[] frame);

    /** See {@link TamperingChannel.Hook#beforeReceive}. */
    default void beforeReceive() {}
  }

  private final Network network;
  private final Hook forkHook;
  private final Channel[] channels;

  /** Forks are not tampered with. */
  public TamperingNetwork(Network network, Hook hook) {
    this(network, hook, (peer, index, frame) -> frame);
  }

  public TamperingNetwork(Network network, Hook hook, Hook forkHook) {
    this.network = network;
    this.forkHook = forkHook;
    this.channels = new Channel[network.parties()];
    for (int i = 0; i < channels.length; i++) {
      int peer = i;
      if (peer != network.party()) {
        channels[peer] = new TamperingChannel(network.channel(peer), at(peer, hook));
      }
    }
  }

  private static TamperingChannel.Hook at(int peer, Hook hook) {
    return new TamperingChannel.Hook() {
      @Override
      public byte[] onSend(int frameIndex, byte[] frame) {
        return hook.onSend(peer, frameIndex, frame);
      }

      @Override
      public void beforeReceive() {
        hook.beforeReceive();
      }
    };
  }

  @Override
  public int party() {
    return network.party();
  }

  @Override
  public int parties() {
    return network.parties();
  }

  @Override
  public Channel channel(int peer) {
    network.channel(peer);
    return channels[peer];
  }

  @Override
  public Network fork(byte[] sid, int number) throws MpcException {
    return new TamperingNetwork(network.fork(sid, number), forkHook);
  }

  @Override
  public void close() {
    network.close();
  }
}

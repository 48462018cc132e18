package org.schurmpc.vm.machine.spdz;

import java.util.concurrent.atomic.AtomicInteger;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;

/** A party's network whose hook knows the connection: 0, or the number of a fork. */
final class HookedForks implements Network {
  /** What becomes of a frame, as in {@link TamperingNetwork.Hook}. */
  @FunctionalInterface
  interface Hook {
    byte[] onSend(Network on, int fork, int index, byte[] frame);

    default void beforeReceive(int fork) {}
  }

  private final Network network;
  private final Hook hook;
  private final Network hooked;
  final AtomicInteger forks = new AtomicInteger();

  HookedForks(Network network, Hook hook) {
    this.network = network;
    this.hook = hook;
    this.hooked = hooked(network, 0);
  }

  /** Puts a hook before what one party sends. */
  static HookedForks at(Network[] networks, int party, Hook hook) {
    HookedForks hooked = new HookedForks(networks[party], hook);
    networks[party] = hooked;
    return hooked;
  }

  private TamperingNetwork hooked(Network on, int fork) {
    return new TamperingNetwork(
        on,
        new TamperingNetwork.Hook() {
          @Override
          public byte[] onSend(int peer, int index, byte[] frame) {
            return hook.onSend(on, fork, index, frame);
          }

          @Override
          public void beforeReceive() {
            hook.beforeReceive(fork);
          }
        });
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
    return hooked.channel(peer);
  }

  @Override
  public Network fork(byte[] sid, int number) throws MpcException {
    forks.incrementAndGet();
    return hooked(network.fork(sid, number), number);
  }

  @Override
  public void close() {
    network.close();
  }
}

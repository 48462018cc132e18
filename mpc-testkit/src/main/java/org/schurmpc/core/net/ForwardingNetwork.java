package org.schurmpc.core.net;

/** A network that is another one but for how it forks. */
public interface ForwardingNetwork extends Network {
  /** Returns the other one. */
  Network network();

  @Override
  default int party() {
    return network().party();
  }

  @Override
  default int parties() {
    return network().parties();
  }

  @Override
  default Channel channel(int peer) {
    return network().channel(peer);
  }

  @Override
  default void close() {
    network().close();
  }
}

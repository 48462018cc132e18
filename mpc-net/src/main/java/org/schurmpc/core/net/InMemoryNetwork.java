package org.schurmpc.core.net;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Connects parties inside one process, for tests and for parties that share a JVM. Channels behave
 * like sockets: they are bounded, can be closed, and time out. Forks do not wait for the peers.
 */
public final class InMemoryNetwork implements Network {

  private final Hub hub;
  private final int party;
  private final InMemoryChannel[] channels;

  private InMemoryNetwork(Hub hub, int party, InMemoryChannel[] channels) {
    this.hub = hub;
    this.party = party;
    this.channels = channels;
  }

  /** Returns the networks of {@code parties} parties, with the options of a party. */
  public static Network[] create(int parties) {
    return create(parties, NetOptions.party());
  }

  /**
   * Returns the networks of {@code parties} parties. Of the options, only the time-out and the
   * longest frame are used.
   */
  public static Network[] create(int parties, NetOptions options) {
    if (parties < 2) {
      throw new IllegalArgumentException("a network has at least 2 parties, not " + parties);
    }
    return Arrays.copyOf(new Hub(parties, options).connect(), parties, Network[].class);
  }

  @Override
  public int party() {
    return party;
  }

  @Override
  public int parties() {
    return channels.length;
  }

  @Override
  public Channel channel(int peer) {
    return channels[requirePeer(peer, party, channels.length)];
  }

  @Override
  public Network fork(byte[] sid, int number) {
    Forks.check(sid, number);
    InMemoryNetwork fork = hub.fork(party, sid, number);
    for (int peer = 0; peer < channels.length; peer++) {
      if (peer != party && channels[peer].isEstablished()) {
        fork.channels[peer].established();
      }
    }
    return fork;
  }

  @Override
  public void close() {
    for (InMemoryChannel channel : channels) {
      if (channel != null) {
        channel.close();
      }
    }
  }

  static int requirePeer(int peer, int party, int parties) {
    if (peer < 0 || peer >= parties || peer == party) {
      throw new IllegalArgumentException(
          "party " + party + " of " + parties + " has no channel to " + peer);
    }
    return peer;
  }

  /** Connects the parties of one network and of its forks. */
  private static final class Hub {
    private final int parties;
    private final NetOptions options;
    private final Map<ByteBuffer, InMemoryNetwork[]> forks = new HashMap<>();
    private final Set<Long> used = new HashSet<>();

    Hub(int parties, NetOptions options) {
      this.parties = parties;
      this.options = options;
    }

    InMemoryNetwork[] connect() {
      InMemoryChannel.Pipe[][] pipes = new InMemoryChannel.Pipe[parties][parties];
      for (int a = 0; a < parties; a++) {
        for (int b = 0; b < a; b++) {
          ReentrantLock lock = new ReentrantLock();
          pipes[a][b] = new InMemoryChannel.Pipe(lock);
          pipes[b][a] = new InMemoryChannel.Pipe(lock);
        }
      }
      InMemoryNetwork[] networks = new InMemoryNetwork[parties];
      for (int party = 0; party < parties; party++) {
        InMemoryChannel[] channels = new InMemoryChannel[parties];
        for (int peer = 0; peer < parties; peer++) {
          if (peer != party) {
            channels[peer] =
                new InMemoryChannel(
                    "party " + (peer + 1) + " in memory",
                    options,
                    pipes[party][peer],
                    pipes[peer][party]);
          }
        }
        networks[party] = new InMemoryNetwork(this, party, channels);
      }
      return networks;
    }

    synchronized InMemoryNetwork fork(int party, byte[] sid, int number) {
      if (!used.add((long) party << 32 | number)) {
        throw Forks.usedBefore(number);
      }
      ByteBuffer key = ByteBuffer.allocate(sid.length + 4).put(sid).putInt(number).flip();
      return forks.computeIfAbsent(key, k -> connect())[party];
    }
  }
}

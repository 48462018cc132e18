package org.schurmpc.spdz.online;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;

/** Changes what a party sends, counted from a moment of its program on. */
final class Cheat implements TamperingNetwork.Hook {
  /** For all peers. */
  static final int ALL = -1;

  private final Map<Integer, Map<Integer, Change>> changes = new HashMap<>();
  private final Map<Integer, AtomicInteger> sent = new HashMap<>();
  private boolean armed;

  /** What is sent instead of a frame. */
  interface Change {
    byte[] of(byte[] frame);
  }

  /**
   * Changes a frame.
   *
   * @param number from 0 on, counted for each peer from {@link #arm} on
   * @param peer who gets it, or {@link #ALL}
   */
  Cheat at(int number, int peer, Change change) {
    changes.computeIfAbsent(number, n -> new HashMap<>()).put(peer, change);
    return this;
  }

  /** From here on frames count. */
  void arm() {
    armed = true;
  }

  @Override
  public byte[] onSend(int peer, int frameIndex, byte[] frame) {
    if (!armed) {
      return frame;
    }
    int number = sent.computeIfAbsent(peer, p -> new AtomicInteger()).getAndIncrement();
    Map<Integer, Change> here = changes.getOrDefault(number, Map.of());
    Change change = here.getOrDefault(peer, here.get(ALL));
    return change == null ? frame : change.of(frame);
  }

  /** Networks of so many parties, one of whom cheats. */
  Network[] networks(int parties, int cheater) {
    Network[] networks = new Network[parties];
    System.arraycopy(InMemoryNetwork.create(parties), 0, networks, 0, parties);
    networks[cheater] = new TamperingNetwork(networks[cheater], this);
    return networks;
  }

  /** Flips bits of a byte. */
  static Change flip(int at, int mask) {
    return frame -> {
      frame[at] ^= (byte) mask;
      return frame;
    };
  }
}

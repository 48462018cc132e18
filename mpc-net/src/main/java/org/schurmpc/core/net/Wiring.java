package org.schurmpc.core.net;

import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerWithdrew;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the networks of one party, the first (number 0) and its forks: connects to the parties
 * below and accepts those above.
 */
final class Wiring {

  private static final Logger LOG = LoggerFactory.getLogger(Wiring.class);

  private final int party;
  private final int parties;
  private final NetOptions options;
  private final List<Endpoint> below;
  private final ListeningPort acceptor;
  private final Set<Integer> used = new HashSet<>();

  /**
   * Creates the opener of a party's networks.
   *
   * @param below the addresses on which the parties below this one listen
   * @param acceptor accepts the parties above this one; null for the last party
   */
  Wiring(int party, int parties, NetOptions options, List<Endpoint> below, ListeningPort acceptor) {
    this.party = party;
    this.parties = parties;
    this.options = options;
    this.below = below;
    this.acceptor = acceptor;
  }

  int party() {
    return party;
  }

  /** Opens network {@code number}. Each number can be used once. */
  NettyNetwork open(ByteBuffer sid, int number) throws MpcException {
    synchronized (used) {
      if (!used.add(number)) {
        throw Forks.usedBefore(number);
      }
    }
    Loop loop = new Loop(options);
    NettyChannel[] channels = new NettyChannel[parties];
    NettyNetwork network = new NettyNetwork(this, loop, channels, number == 0);
    long deadline = System.nanoTime() + options.connectDeadline().toNanos();
    boolean opened = false;
    try {
      callAll(loop, sid, number, channels, deadline);
      for (int peer = party + 1; peer < parties; peer++) {
        Prelude prelude = new Prelude(parties, peer, party, number, sid);
        channels[peer] = letIn(loop, prelude, deadline);
      }
      if (number == 0 && parties > 2) {
        long left = Math.max(0, deadline - System.nanoTime());
        for (NettyChannel channel : channels) {
          if (channel != null) {
            channel.setStartNanos(left);
          }
        }
      }
      if (number == 0 && acceptor != null) {
        acceptor.begin();
      }
      opened = true;
      return network;
    } catch (PeerWithdrew e) {
      if (acceptor != null) {
        acceptor.relayWithdrawal(
            Math.min(deadline, System.nanoTime() + NettyNetwork.WITHDRAWAL.toNanos()));
      }
      throw e;
    } finally {
      if (!opened) {
        network.closeChannels();
      }
    }
  }

  /** Connects to the parties below, and hears meanwhile if one above cannot begin. */
  private void callAll(
      Loop loop, ByteBuffer sid, int number, NettyChannel[] channels, long deadline)
      throws MpcException {
    Listener listener = number == 0 && party > 0 && acceptor != null ? new Listener() : null;
    try {
      for (int peer = 0; peer < party; peer++) {
        Prelude prelude = new Prelude(parties, party, peer, number, sid);
        channels[peer] = call(loop, prelude, deadline);
      }
    } catch (ConnectionLost e) {
      if (listener != null) {
        listener.throwIfHeard();
      }
      throw e;
    } finally {
      if (listener != null) {
        listener.end();
      }
    }
  }

  /**
   * Serves the callers of this party while its own thread calls others, and interrupts that thread
   * if a party says that it cannot begin.
   */
  private final class Listener {
    private final Thread caller = Thread.currentThread();
    private final Thread thread = new Thread(this::listen, "callers");
    private PeerWithdrew heard;
    private boolean over;

    Listener() {
      thread.setDaemon(true);
      thread.start();
    }

    private void listen() {
      Prelude nobody = new Prelude(parties, party, party, 0, ByteBuffer.allocate(0));
      try {
        while (!isOver()) {
          acceptor.claim(nobody, System.nanoTime() + Loop.SLICE_NANOS);
        }
      } catch (PeerWithdrew e) {
        hear(e);
      } catch (MpcException e) {
        LOG.debug("nobody is heard any more: {}", e.getMessage());
      }
    }

    private synchronized boolean isOver() {
      return over;
    }

    private synchronized void hear(PeerWithdrew e) {
      if (!over) {
        heard = e;
        caller.interrupt();
      }
    }

    synchronized void throwIfHeard() throws PeerWithdrew {
      if (heard != null) {
        throw heard;
      }
    }

    /** Ends listening, and takes back the interrupt. */
    synchronized void end() {
      over = true;
      if (heard != null) {
        Thread.interrupted();
      }
    }
  }

  private NettyChannel call(Loop loop, Prelude prelude, long deadline) throws MpcException {
    int peer = prelude.callee();
    Pin pin = options.tls().map(tls -> tls.pins().get(peer)).orElse(null);
    Duration patience = options.connectDeadline();
    return new Dialer(
            "party " + (peer + 1), below.get(peer), pin, options, loop, prelude, patience, deadline)
        .dial();
  }

  private NettyChannel letIn(Loop loop, Prelude prelude, long deadline) throws MpcException {
    String name = "party " + (prelude.caller() + 1);
    Map<String, Integer> before = acceptor.turnedAway().snapshot();
    while (true) {
      Callers.Caller caller = acceptor.claim(prelude, deadline);
      if (caller == null) {
        String patience = NetOptions.show(options.connectDeadline());
        String others = acceptor.turnedAway().since(before);
        throw new ConnectionLost(
            name
                + " did not connect to port "
                + acceptor.port()
                + " within "
                + patience
                + others
                + ".");
      }
      NettyChannel channel = accept(name, options, loop, caller);
      if (channel != null) {
        acceptor.markTaken(prelude);
        return channel;
      }
    }
  }

  /**
   * Registers a claimed connection with {@code loop} and sends the acceptance; returns null if the
   * caller has disconnected.
   */
  static NettyChannel accept(String who, NetOptions options, Loop loop, Callers.Caller caller) {
    Channel socket = caller.socket();
    NettyChannel channel;
    loop.enter();
    try {
      loop.adopt(socket);
      String peer = who + " at " + show(socket);
      channel = new NettyChannel(peer, options, loop, socket, caller.receiver());
      channel.secured(caller.certificates());
      loop.poll();
    } finally {
      loop.exit();
    }
    try {
      channel.write(new byte[] {Prelude.ACCEPTED}, 0, 1);
      LOG.debug("let in {}", channel.peer());
      return channel;
    } catch (MpcException e) {
      channel.close();
      return null;
    }
  }

  private static String show(Channel socket) {
    return socket.remoteAddress() instanceof InetSocketAddress address
        ? new Endpoint(address.getAddress().getHostAddress(), address.getPort()).toString()
        : "an unknown address";
  }

  /** Ends listening, and thereby forking. */
  void close() {
    if (acceptor != null) {
      acceptor.close();
    }
  }
}

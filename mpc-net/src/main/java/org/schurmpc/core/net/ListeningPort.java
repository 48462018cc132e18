package org.schurmpc.core.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;

/**
 * Listens on a port. A connection that opens with a proper {@link Prelude} in time is kept in
 * {@link Callers} until it is claimed; any other is dropped.
 */
final class ListeningPort {

  private static final int BACKLOG = 256;

  private final Loop loop;
  private final Admission admission;
  private final Callers callers;
  private final Channel listener;

  /** Connections that owe a prelude or were refused; accessed by the loop's driver only. */
  private final ArrayDeque<Greeter> greeters = new ArrayDeque<>();

  private ListeningPort(int party, int parties, Endpoint at, NetOptions options, Loop loop)
      throws ConnectionLost {
    this.loop = loop;
    this.admission = Admission.of(party, parties, options);
    this.callers = new Callers(parties, this::runOnce);
    this.listener = bind(at);
  }

  /**
   * Starts to listen.
   *
   * @param parties the number of parties, or 0 for a service
   */
  static ListeningPort open(int party, int parties, Endpoint at, NetOptions options)
      throws ConnectionLost {
    Loop loop = new Loop(options);
    boolean opened = false;
    loop.enter();
    try {
      ListeningPort port = new ListeningPort(party, parties, at, options, loop);
      opened = true;
      return port;
    } finally {
      if (!opened) {
        loop.shutDown();
      }
      loop.exit();
    }
  }

  /** Returns the counts of rejected callers. */
  Tally turnedAway() {
    return admission.turnedAway();
  }

  private Channel bind(Endpoint at) throws ConnectionLost {
    ChannelFuture bound =
        loop.server()
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .handler(new Acceptor())
            .bind(Dialer.resolve(at)[0]);
    while (!bound.isDone()) {
      loop.poll();
    }
    if (!bound.isSuccess()) {
      String reason = String.valueOf(bound.cause().getMessage());
      throw new ConnectionLost(
          reason.contains("in use")
              ? "Port " + at.port() + " on " + at.host() + " is taken."
              : "Cannot listen on port " + at.port() + " of " + at.host() + ": " + reason + ".",
          bound.cause());
    }
    return bound.channel();
  }

  /** Returns the port, even if the system chose it. */
  int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /** Waits for a caller, as {@link Callers#claim}. */
  Callers.Caller claim(Prelude wanted, long deadline) throws MpcException {
    return callers.claim(wanted, deadline);
  }

  /** Marks a place as taken, as {@link Callers#markTaken}. */
  void markTaken(Prelude place) {
    callers.markTaken(place);
  }

  /** Marks the beginning of the run, as {@link Callers#begin}. */
  void begin() {
    callers.begin();
  }

  /** Tells every caller that this party cannot begin, as {@link Callers#withdraw}. */
  Set<Integer> withdraw(Set<Integer> peers, long deadline) {
    return callers.withdraw(peers, deadline);
  }

  /** Tells the parties above one that cannot begin, as {@link Callers#relayWithdrawal}. */
  void relayWithdrawal(long deadline) {
    callers.relayWithdrawal(deadline);
  }

  /** Runs the loop once. */
  private void runOnce(long patience) {
    loop.enter();
    try {
      loop.block(patience);
      // Polled again, because NIO frees the keys of moved connections only then.
      loop.poll();
      dropSlowGreeters();
    } finally {
      loop.exit();
    }
  }

  private void dropSlowGreeters() {
    long now = System.nanoTime();
    while (greeters.size() > Callers.MAX_WAITING) {
      Crowd.last(greeters, Greeter::address, Greeter::silent).drop("that were too many at once");
    }
    for (Greeter greeter : List.copyOf(greeters)) {
      if (greeter.isLate(now)) {
        greeter.drop("that said nothing");
      }
    }
  }

  private final class Acceptor extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      Channel socket = (Channel) message;
      Greeter greeter = new Greeter(socket, admission, callers, greeters);
      greeters.addLast(greeter);
      greeter.initialise();
      loop.adopt(socket);
    }

    /**
     * Ignores a connection that could not be accepted, for example for lack of descriptors: it is
     * not ours yet.
     */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {}
  }

  /** Stops listening and drops waiting callers. Idempotent. */
  void close() {
    callers.close(loop::wakeup, this::end);
  }

  private void end() {
    loop.enter();
    try {
      listener.close();
      while (!greeters.isEmpty()) {
        greeters.peekFirst().close();
      }
      callers.dropWaiting();
      loop.shutDown();
    } finally {
      loop.exit();
    }
  }
}

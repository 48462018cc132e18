package org.schurmpc.core.net;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.schurmpc.core.abort.MpcException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the other parties that this party cannot begin: calls all parties below at once, and
 * answers those above that call, as a network would. Over TLS both sides prove their identity
 * first. The message has no content besides the parties' places.
 */
final class Withdrawal {
  private static final Logger LOG = LoggerFactory.getLogger(Withdrawal.class);

  private final int party;
  private final List<Endpoint> all;
  private final NetOptions options;
  private final Duration limit;
  private final long deadline;
  private final Set<Integer> told = ConcurrentHashMap.newKeySet();

  /**
   * Creates a withdrawal.
   *
   * @param all the addresses on which the parties listen, in their order
   * @param options of a run
   * @param limit the time in all
   */
  Withdrawal(int party, List<Endpoint> all, NetOptions options, Duration limit) {
    this.party = party;
    this.all = List.copyOf(all);
    this.options = options;
    this.limit = limit;
    this.deadline = System.nanoTime() + limit.toNanos();
  }

  /** Tells those that can be reached in time, and returns their indices. */
  Set<Integer> tell() {
    Thread[] callers = new Thread[party];
    for (int peer = 0; peer < party; peer++) {
      int below = peer;
      callers[peer] = new Thread(() -> call(below), "withdrawal");
      callers[peer].setDaemon(true);
      callers[peer].start();
    }
    if (party < all.size() - 1) {
      answer();
    }
    try {
      for (Thread caller : callers) {
        caller.join();
      }
    } catch (InterruptedException e) {
      for (Thread caller : callers) {
        caller.interrupt();
      }
      Thread.currentThread().interrupt();
    }
    return told;
  }

  private void call(int peer) {
    Pin pin = options.tls().map(tls -> tls.pins().get(peer)).orElse(null);
    Prelude prelude = Prelude.ofWithdrawal(all.size(), party, peer);
    String name = "party " + (peer + 1);
    Loop loop = new Loop(options);
    try {
      new Dialer(name, all.get(peer), pin, options, loop, prelude, limit, deadline).dial().close();
      told.add(peer);
    } catch (MpcException e) {
      LOG.debug("{} was not told that this party cannot begin: {}", name, e.getMessage());
    } finally {
      loop.runAsDriver(loop::shutDown);
    }
  }

  private void answer() {
    Set<Integer> above = new HashSet<>();
    for (int peer = party + 1; peer < all.size(); peer++) {
      above.add(peer);
    }
    try {
      ListeningPort port = ListeningPort.open(party, all.size(), all.get(party), options);
      try {
        told.addAll(port.withdraw(above, deadline));
      } finally {
        port.close();
      }
    } catch (MpcException e) {
      LOG.debug("nobody can call this party: {}", e.getMessage());
    }
  }
}

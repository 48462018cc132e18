package org.schurmpc.core.net;

import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerWithdrew;

/**
 * Holds incoming connections that were not claimed yet, the places that are taken, and which
 * parties cannot begin. If several threads wait for different callers, one of them drives the loop
 * for all. Thread-safe.
 */
final class Callers {

  /** Maximum number of connections that wait here; if there are more, {@link Crowd} drops one. */
  static final int MAX_WAITING = 256;

  /**
   * Represents a connection whose prelude was read, registered with no loop and not reading.
   *
   * @param certificates null in plaintext
   */
  record Caller(
      Prelude prelude, Channel socket, ReceiveHandler receiver, Certificates certificates) {
    void drop() {
      receiver.discard();
      socket.unsafe().closeForcibly();
    }
  }

  private final int parties;
  private final LongConsumer loop;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  // Guarded by the lock.
  private final ArrayDeque<Caller> callers = new ArrayDeque<>();
  private final Set<Long> taken = new HashSet<>();

  /** Parties that said that they cannot begin, in the order in which they were heard. */
  private final Set<Integer> withdrawn = new LinkedHashSet<>();

  /** Parties that were told that this party cannot begin. */
  private final Set<Integer> told = new HashSet<>();

  private boolean begun;
  private boolean withdrawing;
  private boolean driven;
  private boolean closed;

  /**
   * Creates an empty collection.
   *
   * @param parties the number of parties, or 0 for a service
   * @param loop runs the loop once, for at most some nanoseconds; called without the lock
   */
  Callers(int parties, LongConsumer loop) {
    this.parties = parties;
    this.loop = loop;
  }

  /**
   * Waits for the connection that opens with {@code wanted}, and drops those for the same place
   * that name another sid.
   *
   * @param deadline in the terms of {@link System#nanoTime}
   * @return the connection; null if none came in time
   * @throws PeerWithdrew if any party says that it cannot begin, before the run has begun
   */
  Caller claim(Prelude wanted, long deadline) throws MpcException {
    lock.lock();
    try {
      while (true) {
        if (closed) {
          throw new ConnectionLost("Listening was ended on this side.");
        }
        if (!begun && !withdrawn.isEmpty()) {
          throw new PeerWithdrew("party " + (withdrawn.iterator().next() + 1));
        }
        Caller found = take(wanted);
        long patience = deadline - System.nanoTime();
        if (found != null || patience <= 0) {
          return found;
        }
        if (Thread.currentThread().isInterrupted()) {
          throw new ConnectionLost("Interrupted while waiting for a connection.");
        }
        awaitChange(patience);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectionLost("Interrupted while waiting for a connection.", e);
    } finally {
      lock.unlock();
    }
  }

  /** Waits until something may have changed, or some time has passed; for use in a loop. */
  @SuppressWarnings("WaitNotInLoop") // callers loop
  private void awaitChange(long patience) throws InterruptedException {
    if (driven) {
      changed.awaitNanos(patience);
    } else {
      drive(patience);
    }
  }

  /** Marks the beginning of the run. Nobody can withdraw from now on. */
  void begin() {
    lock.lock();
    try {
      begun = true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Tells every caller, in place of letting it in, that this party cannot begin.
   *
   * @param peers the parties to tell; returns early when all of them know
   * @param deadline in the terms of {@link System#nanoTime}
   * @return the parties that were told
   */
  Set<Integer> withdraw(Set<Integer> peers, long deadline) {
    lock.lock();
    try {
      withdrawing = true;
      dropWaiting(); // they call again
      while (!closed && !told.containsAll(peers) && !Thread.currentThread().isInterrupted()) {
        long patience = deadline - System.nanoTime();
        if (patience <= 0) {
          break;
        }
        awaitChange(patience);
      }
      return Set.copyOf(told);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Set.copyOf(told);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Tells the parties above one that cannot begin, which do not hear it themselves while they call
   * this party. Does nothing if nobody has withdrawn.
   *
   * @param deadline in the terms of {@link System#nanoTime}
   */
  void relayWithdrawal(long deadline) {
    Set<Integer> above = new HashSet<>();
    lock.lock();
    try {
      int first = withdrawn.isEmpty() ? parties : withdrawn.iterator().next();
      for (int peer = first + 1; peer < parties; peer++) {
        if (!withdrawn.contains(peer) && !taken.contains(placeKey(peer, 0))) {
          above.add(peer);
        }
      }
    } finally {
      lock.unlock();
    }
    withdraw(above, deadline);
  }

  private Caller take(Prelude wanted) {
    for (Iterator<Caller> i = callers.iterator(); i.hasNext(); ) {
      Caller caller = i.next();
      if (caller.prelude().samePlace(wanted)) {
        i.remove();
        if (caller.prelude().sameSid(wanted)) {
          return caller;
        }
        caller.drop();
      }
    }
    return null;
  }

  /** Marks a place as taken. Later callers for this place are notified that it is taken. */
  void markTaken(Prelude place) {
    lock.lock();
    try {
      taken.add(placeKey(place));
      for (Iterator<Caller> i = callers.iterator(); i.hasNext(); ) {
        Caller caller = i.next();
        if (caller.prelude().samePlace(place)) {
          i.remove();
          caller.drop();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private static long placeKey(Prelude place) {
    return placeKey(place.caller(), place.number());
  }

  private static long placeKey(int caller, int number) {
    return (long) caller << 32 | number;
  }

  /** Runs the loop once, with the lock released. */
  private void drive(long patience) {
    driven = true;
    lock.unlock();
    try {
      loop.accept(patience);
    } finally {
      lock.lock();
      driven = false;
      changed.signalAll();
    }
  }

  /**
   * Notes that a party cannot begin, which can be said before the run has begun alone. The answer
   * is written under the lock: whoever ends because of the withdrawal does not close before that.
   */
  void hear(Prelude prelude, Greeter greeter) {
    lock.lock();
    try {
      if (withdrawing) {
        greeter.tell(prelude);
      } else if (begun) {
        greeter.refuse(Prelude.TAKEN, "that withdrew from a run that has begun");
      } else {
        withdrawn.add(prelude.caller());
        greeter.answer(Prelude.ACCEPTED);
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether a connection may wait here; if not, answers under the lock why. */
  boolean admit(Prelude prelude, Greeter greeter) {
    lock.lock();
    try {
      if (withdrawing) {
        greeter.tell(prelude);
      } else if (taken.contains(placeKey(prelude))) {
        greeter.refuse(Prelude.TAKEN, "from a place that is taken");
      } else {
        return true;
      }
      return false;
    } finally {
      lock.unlock();
    }
  }

  /** Adds a connection that was admitted. */
  void add(Caller caller) {
    lock.lock();
    try {
      if (withdrawing) {
        caller.drop();
        return;
      }
      callers.addLast(caller);
      if (callers.size() > MAX_WAITING) {
        Caller last = Crowd.last(callers, each -> each.socket().remoteAddress(), each -> false);
        callers.remove(last);
        last.drop();
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Notes that a party was told that this one cannot begin. */
  void noteTold(int party) {
    lock.lock();
    try {
      told.add(party);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Drops all connections that wait here. */
  void dropWaiting() {
    lock.lock();
    try {
      callers.forEach(Caller::drop);
      callers.clear();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends waiting in all threads. Idempotent.
   *
   * @param wakeup ends the current run of the loop
   * @param end ends the loop, under the lock and when no thread runs the loop
   */
  void close(Runnable wakeup, Runnable end) {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      changed.signalAll();
      wakeup.run();
      while (driven) {
        changed.awaitUninterruptibly();
      }
      end.run();
    } finally {
      lock.unlock();
    }
  }
}

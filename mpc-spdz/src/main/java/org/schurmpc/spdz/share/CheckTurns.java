package org.schurmpc.spdz.share;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.session.Session;

/**
 * One order of the checks of all threads, equal at all parties: checks under one key are made one
 * after the other. While several threads may check, the first party numbers the checks as its own
 * threads reach them, and sends each number on the connection of the thread. As long as one thread
 * alone runs, its checks have no number.
 *
 * <p>No deadlock: the check whose turn it is was reached by the first party, so all parties reach
 * it if no thread waits for another one before the end of the step. The number is part of the
 * labels of the check's commitments, so parties that were given different numbers do not open
 * anything.
 *
 * <p>Made once for all threads of a party, whose steps {@link ParallelSteps} runs.
 */
public final class CheckTurns {
  private static final int FIRST_PARTY = 0;

  private final int party;

  /** Threads of the current step that have not left it; one alone if there are none. */
  private int active;

  /** Threads of the current step when it began. */
  private int threads;

  /** Threads that wait for their turn. */
  private int waiting;

  /** The next number to give, at the first party; the number whose turn it is. */
  private long next;

  private long turn;

  /** Numbers received and not finished. */
  private final Set<Long> received = new HashSet<>();

  private volatile Throwable failure;

  /** What is done in a turn. */
  @FunctionalInterface
  public interface Judgement {
    /**
     * Makes the check.
     *
     * @param label names the check, equal at all parties
     */
    void run(String label) throws MpcException;
  }

  /**
   * Creates the order.
   *
   * @param party this party's index
   */
  public CheckTurns(int party) {
    this.party = party;
  }

  /** Begins a step of threads that run side by side; all have left the step before. */
  synchronized void begin(int count) {
    if (active > 0) {
      throw new IllegalStateException(active + " threads have not left the step before");
    }
    active = count;
    threads = count;
  }

  /** Ends a thread's part in the step: the thread makes no more checks before the next step. */
  synchronized void leave() {
    if (active == 0) {
      throw new IllegalStateException("all threads have left the step");
    }
    active--;
    notifyAll();
  }

  /** Ends all waiting for turns, now and later, because a thread failed. */
  synchronized void fail(Throwable why) {
    failure = failure == null ? why : failure;
    notifyAll();
  }

  /**
   * Makes a check in its turn.
   *
   * @param on the connection of the thread that checks
   * @throws PeerCheated with {@link Check#MALFORMED} if the first party gives numbers that cannot
   *     be those of checks
   * @throws ConnectionLost if another thread failed
   */
  public void perform(Session on, Judgement check) throws MpcException {
    if (isAlone()) {
      check.run("MAC check");
      return;
    }
    try {
      long number = number(on);
      on.require(comes(number), Check.MALFORMED, "the numbers of checks");
      check.run("MAC check " + number);
      finish(number);
    } catch (MpcException | RuntimeException | Error e) {
      fail(e);
      throw e;
    }
  }

  private synchronized boolean isAlone() throws ConnectionLost {
    requireNoneFailed();
    return active == 0;
  }

  /** Takes a number and sends it to all, or receives it. */
  private long number(Session on) throws MpcException {
    int parties = on.parties();
    byte[][] messages = new byte[parties][Long.BYTES];
    int[] out = new int[parties];
    int[] in = new int[parties];
    if (party == FIRST_PARTY) {
      long mine = take();
      ByteBuffer.wrap(messages[party]).putLong(mine);
      for (int peer : on.peers()) {
        messages[peer] = messages[party];
        out[peer] = Long.BYTES;
      }
      on.exchangeAll(messages, out, messages, in);
      return mine;
    }
    in[FIRST_PARTY] = Long.BYTES;
    on.exchangeAll(messages, out, messages, in);
    long number = ByteBuffer.wrap(messages[FIRST_PARTY]).getLong();
    on.require(isNew(number), Check.MALFORMED, "the number of a check");
    return number;
  }

  private synchronized long take() {
    received.add(next);
    return next++;
  }

  /**
   * Whether a number can be the next one of a thread. At the first party each thread has one number
   * at most, and its turn is one ahead of this party's at most.
   */
  private synchronized boolean isNew(long number) {
    return number >= turn && number - turn <= threads && received.add(number);
  }

  /**
   * Waits for a turn, and returns whether it comes: it does not if all threads wait for other turns
   * than the next one, or have left.
   */
  private synchronized boolean comes(long number) throws MpcException {
    waiting++;
    notifyAll();
    try {
      while (turn != number && (waiting < active || received.contains(turn))) {
        requireNoneFailed();
        wait();
      }
      requireNoneFailed();
      return turn == number;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectionLost("interrupted while waiting for a check", e);
    } finally {
      waiting--;
    }
  }

  /** Ends the calling thread if another one failed. */
  public void requireNoneFailed() throws ConnectionLost {
    Throwable why = failure;
    if (why != null) {
      throw new ConnectionLost("a thread failed: " + why.getMessage(), why);
    }
  }

  private synchronized void finish(long number) {
    received.remove(number);
    turn++;
    notifyAll();
  }
}

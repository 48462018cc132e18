package org.schurmpc.core.session;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Counts time, bytes, messages and rounds of one session by phase. A round is one simultaneous
 * exchange. Time spent waiting for peers and time spent moving data into and out of messages are
 * counted separately; the remaining time is computation. Checks of opened values are counted, too.
 *
 * <p>Used by the session's thread only. The counts of forks are added by {@link #absorb}.
 */
public final class Metrics {
  private final LongSupplier bytesSent;
  private final LongSupplier bytesReceived;
  private final LongSupplier messagesSent;
  private final LongSupplier waitedNanos;
  private final Map<Phase, Counts> counts = new EnumMap<>(Phase.class);
  private final Map<String, Long> stepNanos = new LinkedHashMap<>();

  private Runnable afterRound = () -> {};
  private Counts current;
  private String step;
  private long stepStart;
  private long phaseStart = System.nanoTime();
  private long sentAtStart;
  private long receivedAtStart;
  private long messagesAtStart;
  private long waitedAtStart;

  private static final class Counts {
    long nanos;
    long waited;
    long messaging;
    long sent;
    long received;
    long messages;
    long rounds;
    long checks;

    /** Moves bytes, messages and checks here, and resets these and the rounds of the other. */
    void takeTraffic(Counts other) {
      sent += other.sent;
      received += other.received;
      messages += other.messages;
      other.sent = 0;
      other.received = 0;
      other.messages = 0;
      other.rounds = 0;
      checks += other.checks;
      other.checks = 0;
    }
  }

  Metrics(
      LongSupplier bytesSent,
      LongSupplier bytesReceived,
      LongSupplier messagesSent,
      LongSupplier waitedNanos) {
    this.bytesSent = bytesSent;
    this.bytesReceived = bytesReceived;
    this.messagesSent = messagesSent;
    this.waitedNanos = waitedNanos;
    for (Phase phase : Phase.values()) {
      counts.put(phase, new Counts());
    }
    current = of(Phase.SETUP);
  }

  private Counts of(Phase phase) {
    return counts.get(phase);
  }

  /** Ends the current phase and enters another one, or enters the current phase again. */
  public void enter(Phase next) {
    settle();
    settleStep();
    step = null;
    current = of(next);
  }

  /**
   * Enters a step of the current phase, which ends with the next step or phase. Time of a phase
   * before its first step belongs to none.
   *
   * @param next a name for reports, such as "triples"
   */
  public void step(String next) {
    settleStep();
    step = next;
  }

  private void settleStep() {
    long now = System.nanoTime();
    if (step != null) {
      stepNanos.merge(step, now - stepStart, Long::sum);
    }
    stepStart = now;
  }

  /** Returns the time spent in each step so far, in nanoseconds, by name. */
  public Map<String, Long> stepNanos() {
    settleStep();
    return Collections.unmodifiableMap(new LinkedHashMap<>(stepNanos));
  }

  /**
   * Counts time in which messages were encoded, sent, awaited or read. The session counts the time
   * of its own methods; protocols count the time for converting data to and from the form in which
   * it is sent.
   *
   * @param start the {@link System#nanoTime} at the start of the interval, which ends now
   */
  public void countMessaging(long start) {
    current.messaging += System.nanoTime() - start;
  }

  /** Sets what is called, on the session's thread, after each round that is counted. */
  public void afterRound(Runnable action) {
    afterRound = action;
  }

  void countRound() {
    current.rounds++;
    afterRound.run();
  }

  /** Counts a check of opened values, such as of their MACs. Its rounds count as rounds, too. */
  public void countCheck() {
    current.checks++;
  }

  /**
   * Adds the counts of forks of the session in a phase: the sums of bytes, messages and checks, and
   * the largest of their numbers of rounds, since forks run side by side. Rounds of the session
   * itself in the meantime count in addition. The forks' counts of the phase restart at zero, so
   * that nothing is added twice; times are not moved.
   *
   * <p>The forks must be idle, and their threads' work must be visible to this thread.
   */
  public void absorb(Phase phase, Collection<Metrics> forks) {
    absorb(phase, forks, rounds(phase));
  }

  /**
   * Adds the counts of forks as {@link #absorb(Phase, Collection)}, of forks beside which the
   * session itself was in use: of its rounds since then and the forks' rounds, the larger number
   * counts.
   *
   * @param since the session's number of rounds in the phase when the forks began
   */
  public void absorb(Phase phase, Collection<Metrics> forks, long since) {
    Counts mine = of(phase);
    long rounds = 0;
    for (Metrics fork : forks) {
      if (fork == this) {
        throw new IllegalArgumentException("metrics cannot absorb themselves");
      }
      fork.settle();
      Counts theirs = fork.of(phase);
      rounds = Math.max(rounds, theirs.rounds);
      mine.takeTraffic(theirs);
    }
    mine.rounds = Math.max(mine.rounds, since + rounds);
  }

  private void settle() {
    long now = System.nanoTime();
    long sentNow = bytesSent.getAsLong();
    long receivedNow = bytesReceived.getAsLong();
    long messagesNow = messagesSent.getAsLong();
    long waitedNow = waitedNanos.getAsLong();
    current.nanos += now - phaseStart;
    current.waited += waitedNow - waitedAtStart;
    current.sent += sentNow - sentAtStart;
    current.received += receivedNow - receivedAtStart;
    current.messages += messagesNow - messagesAtStart;
    phaseStart = now;
    sentAtStart = sentNow;
    receivedAtStart = receivedNow;
    messagesAtStart = messagesNow;
    waitedAtStart = waitedNow;
  }

  /** Returns the time spent in a phase so far, in nanoseconds. */
  public long nanos(Phase phase) {
    settle();
    return of(phase).nanos;
  }

  /**
   * Returns the part of the time in a phase so far that was spent waiting for peers, in
   * nanoseconds.
   */
  public long waitNanos(Phase phase) {
    settle();
    return of(phase).waited;
  }

  /**
   * Returns the part of the time in a phase so far that was spent encoding, sending and reading
   * messages, without waiting for peers, in nanoseconds: conversion of data, copies, framing,
   * transcripts, encryption of the line and system calls.
   */
  public long serialiseNanos(Phase phase) {
    settle();
    return Math.max(0, of(phase).messaging - of(phase).waited);
  }

  /** Returns the bytes sent to the peers in a phase so far, framing included. */
  public long bytesSent(Phase phase) {
    settle();
    return of(phase).sent;
  }

  /** Returns the bytes received from the peers in a phase so far, framing included. */
  public long bytesReceived(Phase phase) {
    settle();
    return of(phase).received;
  }

  /** Returns the number of messages sent to the peers in a phase so far. */
  public long messagesSent(Phase phase) {
    settle();
    return of(phase).messages;
  }

  /** Returns the number of rounds in a phase so far. */
  public long rounds(Phase phase) {
    return of(phase).rounds;
  }

  /** Returns the number of checks of opened values in a phase so far. */
  public long checks(Phase phase) {
    return of(phase).checks;
  }
}

package org.schurmpc.core.session;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Time, bytes, messages and rounds of one session by phase. A round is one simultaneous exchange.
 * Of the time, what goes by in waiting for peers and in bringing data into and out of messages is
 * told apart; the rest is computing.
 *
 * <p>Used by the session's thread only. What forks count of their own is added by {@link #absorb}.
 */
public final class Metrics {
  private final LongSupplier bytesSent;
  private final LongSupplier bytesReceived;
  private final LongSupplier messagesSent;
  private final LongSupplier waitedNanos;
  private final Map<Phase, Counts> counts = new EnumMap<>(Phase.class);

  private Counts current;
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

    /** Moves bytes and messages here and leaves no traffic and no rounds there. */
    void takeTraffic(Counts other) {
      sent += other.sent;
      received += other.received;
      messages += other.messages;
      other.sent = 0;
      other.received = 0;
      other.messages = 0;
      other.rounds = 0;
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

  /** Ends the phase under way and enters another, or the same again. */
  public void enter(Phase next) {
    settle();
    current = of(next);
  }

  /**
   * Counts time in which messages were made, sent, awaited or read; the session counts that of its
   * own methods, protocols what they take to bring data into the form in which it is sent.
   *
   * @param start as {@link System#nanoTime} was at its start; it ends now
   */
  public void countMessaging(long start) {
    current.messaging += System.nanoTime() - start;
  }

  void countRound() {
    current.rounds++;
  }

  /**
   * Takes over what forks of the session counted in a phase: their bytes and messages are added,
   * and of their rounds the most that any of them counted, since forks run side by side. Rounds
   * that the session itself goes through in the meantime count on top. The forks' counts of the
   * phase begin again at zero, so that nothing is taken over twice; times stay with each.
   *
   * <p>The forks must be at rest, their threads' work visible to this one.
   */
  public void absorb(Phase phase, Collection<Metrics> forks) {
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
    mine.rounds += rounds;
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

  /** Time spent in a phase so far, in nanoseconds. */
  public long nanos(Phase phase) {
    settle();
    return of(phase).nanos;
  }

  /** Of the time in a phase so far, what went by in waiting for peers, in nanoseconds. */
  public long waitNanos(Phase phase) {
    settle();
    return of(phase).waited;
  }

  /**
   * Of the time in a phase so far, what it took to make, send and read messages without the waiting
   * for peers, in nanoseconds: conversion of data, copies, framing, transcripts, encryption of the
   * line and calls of the system.
   */
  public long serialiseNanos(Phase phase) {
    settle();
    return Math.max(0, of(phase).messaging - of(phase).waited);
  }

  /** Bytes sent to the peers in a phase so far, framing included. */
  public long bytesSent(Phase phase) {
    settle();
    return of(phase).sent;
  }

  /** Bytes received from the peers in a phase so far, framing included. */
  public long bytesReceived(Phase phase) {
    settle();
    return of(phase).received;
  }

  /** Messages sent to the peers in a phase so far. */
  public long messagesSent(Phase phase) {
    settle();
    return of(phase).messages;
  }

  /** Rounds in a phase so far. */
  public long rounds(Phase phase) {
    return of(phase).rounds;
  }
}

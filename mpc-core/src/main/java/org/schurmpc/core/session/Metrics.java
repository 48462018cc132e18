package org.schurmpc.core.session;

import java.util.function.LongSupplier;

/**
 * Time, bytes, messages and rounds of one session by phase. A round is one simultaneous exchange.
 *
 * <p>Used by the session's thread only.
 */
public final class Metrics {
  private final LongSupplier bytesSent;
  private final LongSupplier bytesReceived;
  private final LongSupplier messagesSent;
  private final long[] nanos = new long[Phase.values().length];
  private final long[] sent = new long[nanos.length];
  private final long[] received = new long[nanos.length];
  private final long[] messages = new long[nanos.length];
  private final long[] rounds = new long[nanos.length];

  private Phase phase = Phase.SETUP;
  private long phaseStart = System.nanoTime();
  private long sentAtStart;
  private long receivedAtStart;
  private long messagesAtStart;

  Metrics(LongSupplier bytesSent, LongSupplier bytesReceived, LongSupplier messagesSent) {
    this.bytesSent = bytesSent;
    this.bytesReceived = bytesReceived;
    this.messagesSent = messagesSent;
  }

  /** Ends the phase under way and enters another, or the same again. */
  public void enter(Phase next) {
    settle();
    phase = next;
  }

  void countRound() {
    rounds[phase.ordinal()]++;
  }

  private void settle() {
    int i = phase.ordinal();
    long now = System.nanoTime();
    long sentNow = bytesSent.getAsLong();
    long receivedNow = bytesReceived.getAsLong();
    long messagesNow = messagesSent.getAsLong();
    nanos[i] += now - phaseStart;
    sent[i] += sentNow - sentAtStart;
    received[i] += receivedNow - receivedAtStart;
    messages[i] += messagesNow - messagesAtStart;
    phaseStart = now;
    sentAtStart = sentNow;
    receivedAtStart = receivedNow;
    messagesAtStart = messagesNow;
  }

  /** Time spent in a phase so far, in nanoseconds. */
  public long nanos(Phase of) {
    settle();
    return nanos[of.ordinal()];
  }

  /** Bytes sent to the peers in a phase so far, framing included. */
  public long bytesSent(Phase of) {
    settle();
    return sent[of.ordinal()];
  }

  /** Bytes received from the peers in a phase so far, framing included. */
  public long bytesReceived(Phase of) {
    settle();
    return received[of.ordinal()];
  }

  /** Messages sent to the peers in a phase so far. */
  public long messagesSent(Phase of) {
    settle();
    return messages[of.ordinal()];
  }

  /** Rounds in a phase so far. */
  public long rounds(Phase of) {
    return rounds[of.ordinal()];
  }
}

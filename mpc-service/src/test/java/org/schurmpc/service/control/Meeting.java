package org.schurmpc.service.control;

import java.util.ArrayDeque;
import java.util.Arrays;

/** A work session in a {@link World}: what was sent, by sender and receiver, and who has left. */
final class Meeting {
  private final ArrayDeque<byte[]>[][] sent;
  private boolean someLeft;

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of queues
  Meeting(int parties) {
    sent = new ArrayDeque[parties][parties];
    for (ArrayDeque<byte[]>[] each : sent) {
      Arrays.setAll(each, i -> new ArrayDeque<>());
    }
  }

  /** Sends bytes to all others. */
  void send(int from, byte[] bytes) {
    for (int to = 0; to < sent.length; to++) {
      if (to != from) {
        sent[from][to].add(bytes);
      }
    }
  }

  /** Returns whether all others have sent something that a party has not heard. */
  boolean canHear(int at) {
    for (int from = 0; from < sent.length; from++) {
      if (from != at && sent[from][at].isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** Returns what each party has sent next, with a party's own in between. */
  byte[][] hear(int at, byte[] own) {
    byte[][] all = new byte[sent.length][];
    for (int from = 0; from < sent.length; from++) {
      all[from] = from == at ? own : sent[from][at].poll();
    }
    return all;
  }

  /** Notes that a party has left, which all others see now or later. */
  void leave() {
    someLeft = true;
  }

  boolean someLeft() {
    return someLeft;
  }
}

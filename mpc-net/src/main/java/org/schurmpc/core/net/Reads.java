package org.schurmpc.core.net;

import io.netty.channel.Channel;

/**
 * Decides whether a socket is read: only while there is no reason to stop reading. Used by the
 * loop's driver.
 */
final class Reads {

  /** Reason: no channel or listener uses the connection yet. */
  static final int PARKED = 1;

  /** Reason: enough data waits to be received. */
  static final int INBOX_FULL = 2;

  /** Reason: enough data is under way on the imitated line. */
  static final int LINE_FULL = 4;

  /** Reason: no more data will arrive. Reading a socket whose input has ended would fail. */
  private static final int ENDED = 8;

  private final Channel socket;
  private int reasons;

  Reads(Channel socket) {
    this.socket = socket;
  }

  boolean stopped(int reason) {
    return (reasons & reason) != 0;
  }

  void stop(int reason) {
    reasons |= reason;
    socket.config().setAutoRead(false);
  }

  /** Ends reading permanently: resuming has no effect from now on. */
  void end() {
    reasons |= ENDED;
  }

  void resume(int reason) {
    reasons &= ~reason;
    if (reasons == 0) {
      socket.config().setAutoRead(true);
    }
  }
}

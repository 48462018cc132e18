package org.schurmpc.core.net;

import io.netty.channel.Channel;

/** Whether a socket is read: only while nobody has a reason against it. For the loop's driver. */
final class Reads {

  /** Nobody has taken the connection on yet. */
  static final int PARKED = 1;

  /** Enough waits to be received. */
  static final int INBOX_FULL = 2;

  /** Enough is under way on the imagined line. */
  static final int LINE_FULL = 4;

  /** Nothing more will come; a socket that has ended its input fails when it is to read on. */
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

  /** From here on nothing is read, whatever is resumed. */
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

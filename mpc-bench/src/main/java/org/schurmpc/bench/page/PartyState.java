package org.schurmpc.bench.page;

import java.util.Locale;

/** How far a party has come. */
enum PartyState {
  /** The party has not called the Monitor yet. */
  CONNECTING,
  /** The party rehearses. */
  PREPARING,
  /** The party waits for all others to be prepared. */
  READY,
  /** The party has a session with its peers. */
  RUNNING,
  /** The party has done all its work. */
  DONE,
  /** The party has reported a failure. */
  FAILED,
  /** The party's process or connection is gone. */
  LOST;

  boolean isOver() {
    return this == DONE || this == FAILED || this == LOST;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}

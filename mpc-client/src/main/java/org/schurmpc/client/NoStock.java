package org.schurmpc.client;

import java.time.Instant;

/** Indicates that a party has no material left for the job, and when to try again. */
public final class NoStock extends ClientException {
  private final int party;
  private final transient Instant retryAt;

  NoStock(int party, Instant retryAt) {
    super("party %d has no stock for this job: try again at %s".formatted(party, retryAt));
    this.party = party;
    this.retryAt = retryAt;
  }

  /** Returns the number of the party, counted from 1. */
  public int party() {
    return party;
  }

  /** Returns the time at which the party expects to have made new material. */
  public Instant retryAt() {
    return retryAt;
  }
}

package org.schurmpc.client;

/** Indicates that the service of a party cannot be reached, or gives no sensible answer. */
public final class ServiceUnreachable extends ClientException {
  private final int party;

  ServiceUnreachable(int party, String message) {
    super(message);
    this.party = party;
  }

  ServiceUnreachable(int party, String message, Throwable cause) {
    super(message, cause);
    this.party = party;
  }

  /** Returns the number of the party, counted from 1. */
  public int party() {
    return party;
  }
}

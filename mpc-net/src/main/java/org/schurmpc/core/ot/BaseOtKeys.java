package org.schurmpc.core.ot;

import org.schurmpc.core.crypto.Secrets;

/** Holds one party's keys of base OTs in both directions. */
public final class BaseOtKeys {
  private final byte[] sent;
  private final byte[] received;

  BaseOtKeys(byte[] sent, byte[] received) {
    this.sent = sent;
    this.received = received;
  }

  /** Returns the keys that this party sent, in the format of {@link BaseOt#send}; not a copy. */
  public byte[] sent() {
    return sent;
  }

  /**
   * Returns the keys that this party chose, in the format of {@link BaseOt#receive}; not a copy.
   */
  public byte[] received() {
    return received;
  }

  /** Overwrites all keys. */
  public void wipe() {
    Secrets.wipe(sent);
    Secrets.wipe(received);
  }

  @Override
  public String toString() {
    return "BaseOtKeys[secret]";
  }
}

package org.schurmpc.core.ot;

import org.schurmpc.core.crypto.Secrets;

/** One party's keys of base OTs that went both ways. */
public final class BaseOtKeys {
  private final byte[] sent;
  private final byte[] received;

  BaseOtKeys(byte[] sent, byte[] received) {
    this.sent = sent;
    this.received = received;
  }

  /** The keys that this party sent, as {@link BaseOt#send} returns them; not a copy. */
  public byte[] sent() {
    return sent;
  }

  /** The keys that this party chose, as {@link BaseOt#receive} returns them; not a copy. */
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

package org.schurmpc.core.prep;

import org.schurmpc.core.crypto.Secrets;

/**
 * Holds one party's MAC keys and what later sessions need in order to generate more material under
 * them. Whoever receives a kept key closes it, which wipes the secrets.
 */
public final class KeptKey implements AutoCloseable {
  private final String id;
  private final long[] keys;
  private final long[] setup;

  /**
   * Creates a kept key.
   *
   * @param id 64 hex digits, public and equal at all parties
   * @param keys as in {@link MaterialSink#keys}; not copied
   * @param setup as in {@link MaterialSink#setup}; not copied
   */
  public KeptKey(String id, long[] keys, long[] setup) {
    this.id = id;
    this.keys = keys;
    this.setup = setup;
  }

  /** Returns the public id of the key. */
  public String id() {
    return id;
  }

  /** Returns the party's MAC keys, not a copy. */
  public long[] keys() {
    return keys;
  }

  /** Returns the party's part of the set-up, not a copy. */
  public long[] setup() {
    return setup;
  }

  /** Wipes the secrets. */
  @Override
  public void close() {
    Secrets.wipe(keys);
    Secrets.wipe(setup);
  }
}

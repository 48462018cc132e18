package org.schurmpc.core.prep;

import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;

/**
 * Holds one party's MAC keys and what later sessions need in order to generate more material under
 * them. Whoever receives a kept key closes it, which wipes the secrets.
 */
public final class KeptKey implements AutoCloseable {
  private final String id;
  private final long[] keys;
  private final long[] setup;
  private final Remains remains;

  /** Hands out what earlier sessions under a key left for one that goes on. */
  @FunctionalInterface
  public interface Remains {
    /** Nothing was left. */
    Remains NONE = kind -> Optional.empty();

    /**
     * Uses an item up, at all parties or none, before it returns.
     *
     * @return a copy of this party's part, wiped by the caller; empty if not all parties have one
     */
    Optional<long[]> take(MaterialKind kind) throws MpcException;
  }

  /**
   * Creates a kept key of which earlier sessions left nothing.
   *
   * @param id 64 hex digits, public and equal at all parties
   * @param keys as in {@link MaterialSink#keys}; not copied
   * @param setup as in {@link MaterialSink#setup}; not copied
   */
  public KeptKey(String id, long[] keys, long[] setup) {
    this(id, keys, setup, Remains.NONE);
  }

  private KeptKey(String id, long[] keys, long[] setup, Remains remains) {
    this.id = id;
    this.keys = keys;
    this.setup = setup;
    this.remains = remains;
  }

  /** Returns this key, whose secrets it shares, with what earlier sessions left. */
  public KeptKey with(Remains left) {
    return new KeptKey(id, keys, setup, left);
  }

  /** Returns what earlier sessions left; usable after this key is closed. */
  public Remains remains() {
    return remains;
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

package org.schurmpc.core.circuit.io;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.schurmpc.core.circuit.Circuit;

/**
 * Remembers the digest of each circuit object as long as the object is in use. Circuits are
 * immutable, so a digest stays right; they are told apart by identity, because comparing two of
 * them, or hashing one, reads all gates.
 *
 * <p>Safe for use by several threads.
 */
final class DigestCache {
  private final ConcurrentMap<Key, byte[]> digests = new ConcurrentHashMap<>();
  private final ReferenceQueue<Circuit> unused = new ReferenceQueue<>();

  /** Names a circuit object without keeping it. */
  private static final class Key extends WeakReference<Circuit> {
    private final int hash;

    Key(Circuit circuit, ReferenceQueue<Circuit> unused) {
      super(circuit, unused);
      this.hash = System.identityHashCode(circuit);
    }

    /** Whether both name one circuit; of a circuit that is gone, whether they are one object. */
    @Override
    public boolean equals(Object other) {
      if (this == other) {
        return true;
      }
      Circuit circuit = get();
      return circuit != null && other instanceof Key that && that.refersTo(circuit);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  /**
   * Returns a copy of a circuit's digest.
   *
   * @param compute called if the digest is not known yet
   */
  byte[] digest(Circuit circuit, Function<Circuit, byte[]> compute) {
    for (Object gone = unused.poll(); gone != null; gone = unused.poll()) {
      digests.remove(gone);
    }
    Key key = new Key(circuit, unused);
    byte[] known = digests.get(key);
    if (known == null) {
      known = compute.apply(circuit);
      digests.putIfAbsent(key, known);
    }
    return known.clone();
  }

  /** Returns the number of circuits whose digest is known, some of which may be out of use. */
  int size() {
    return digests.size();
  }
}

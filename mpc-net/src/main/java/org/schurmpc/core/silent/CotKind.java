package org.schurmpc.core.silent;

import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.ot.CotPair;
import org.schurmpc.core.ot.Cots;
import org.schurmpc.core.session.Session;

/** Lists how correlated OTs in bulk are made. */
public enum CotKind {
  /** By OT extension: {@link CotPair}. */
  SOFTSPOKEN,
  /** From LPN, which sends less and computes more: {@link SilentCotPair}. */
  SILENT;

  /** Returns the kind of a value of the option {@code cot}. */
  public static CotKind named(String value) {
    return valueOf(value.toUpperCase(Locale.ROOT));
  }

  /** Returns terms of sessions that generate material from these OTs; none for an OT extension. */
  public SortedMap<String, String> terms() {
    TreeMap<String, String> terms = new TreeMap<>();
    if (this == SILENT) {
      terms.put("the making of correlated OTs", "from LPN by one matrix, " + SilentCotPair.rows());
    }
    return terms;
  }

  /** Returns the value of the option {@code cot}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns about how many bytes a party sends for OTs in both directions, from the beginning on.
   *
   * @param k parameter of SoftSpokenOT
   */
  public long bytes(long ots, int k) {
    return this == SILENT ? SilentCotPair.bytes(ots, k) : CotPair.bytes(ots, k);
  }

  /** Begins correlated OTs in both directions; one round. See the classes for the arguments. */
  public Cots begin(Session session, CotKeys keys, int k, CotKernels kernels) throws MpcException {
    return this == SILENT
        ? SilentCotPair.begin(session, keys, k, kernels)
        : CotPair.begin(session, keys, k, kernels);
  }
}

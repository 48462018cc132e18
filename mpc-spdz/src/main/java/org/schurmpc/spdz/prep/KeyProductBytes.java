package org.schurmpc.spdz.prep;

import org.schurmpc.core.field.Field;
import org.schurmpc.core.silent.LpnParameters;
import org.schurmpc.core.silent.VolePair;

/**
 * The bytes that products with the key send, from a party to each peer, by {@link Cope} and from
 * VOLE.
 *
 * @param k parameter of SoftSpokenOT
 * @param threads number of generators, each of which extends VOLEs of its own
 */
record KeyProductBytes(Field field, int k, int threads) {
  private static final LpnParameters FIRST = LpnParameters.FIRST;

  /** First round of further generators, from values of the first one. */
  private static final LpnParameters SECOND = LpnParameters.SMALL;

  private static final LpnParameters FURTHER = VolePair.LATER;

  /** Returns what products of values send by COPE. */
  long byCope(long values) {
    return Math.multiplyExact(values, (long) field.bits() * field.bytes());
  }

  /** Returns what the first values of VOLE send, which COPE makes, and the first round. */
  long toBegin() {
    return byCope(FIRST.kept() + 1) + VolePair.roundBytes(FIRST, field, k);
  }

  /** Returns what products of values send from VOLE, with its beginning. */
  long byVole(long values) {
    long each = divide(values, threads);
    long others = threads - 1L;
    long rounds =
        further(each + others * SECOND.kept() - FIRST.used())
            + others * further(each - SECOND.used());
    return toBegin()
        + others * VolePair.roundBytes(SECOND, field, k)
        + rounds * VolePair.roundBytes(FURTHER, field, k)
        + Math.multiplyExact(values, (long) field.bytes());
  }

  /** Returns whether VOLE sends less. */
  boolean favourVole(long values) {
    return byVole(values) < byCope(values);
  }

  private static long further(long values) {
    return divide(Math.max(0, values), FURTHER.used());
  }

  private static long divide(long values, long each) {
    return (values + each - 1) / each;
  }
}

package org.schurmpc.spdz.prep;

import java.util.List;
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
  /** First round of further generators, from values of the first one. */
  private static final LpnParameters SECOND = LpnParameters.SMALL;

  private static final LpnParameters FURTHER = VolePair.LATER;

  /** Returns what products of values send by COPE. */
  long byCope(long values) {
    return Cope.bytes(field, k, values);
  }

  /** Returns what the first values of VOLE send, which COPE makes, and the first round. */
  long toBegin() {
    LpnParameters first = LpnParameters.STARTING.get(0);
    return byCope(first.kept() + 1) + VolePair.roundBytes(first, field, k);
  }

  /** Returns what products of values send from VOLE, with its beginning. */
  long byVole(long values) {
    long each = divide(values, threads);
    long others = threads - 1L;
    return toBegin()
        + afterFirst(each + others * SECOND.kept())
        + others * (VolePair.roundBytes(SECOND, field, k) + further(each - left(SECOND, FURTHER)))
        + Math.multiplyExact(values, (long) field.bytes());
  }

  /** Returns what the rounds after the first one send until there are some values. */
  private long afterFirst(long values) {
    List<LpnParameters> rows = LpnParameters.STARTING;
    long missing = values;
    long bytes = 0;
    for (int i = 0; i < rows.size() && missing > 0; i++) {
      bytes += i == 0 ? 0 : VolePair.roundBytes(rows.get(i), field, k);
      missing -= left(rows.get(i), i + 1 < rows.size() ? rows.get(i + 1) : FURTHER);
    }
    return bytes + further(missing);
  }

  /** Returns the number of values of a round that the next one leaves. */
  private static long left(LpnParameters round, LpnParameters next) {
    return (long) round.outputs() - next.kept();
  }

  /** Returns whether VOLE sends less. */
  boolean favourVole(long values) {
    return byVole(values) < byCope(values);
  }

  /** Returns what the last rounds send, for values that are missing. */
  private long further(long missing) {
    return divide(Math.max(0, missing), FURTHER.used()) * VolePair.roundBytes(FURTHER, field, k);
  }

  private static long divide(long values, long each) {
    return (values + each - 1) / each;
  }
}

package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** The coefficients of the combinations, told by what becomes of values that are all 1. */
class SquarePartsTest {
  private static final int N = 8;
  private static final int TAU = 3;

  private static void ones(Field field, int n, long[] to) {
    for (int i = 0; i < n; i++) {
      System.arraycopy(field.element(1), 0, to, i * field.limbs(), field.limbs());
    }
  }

  private static Products ones(Session session, Field field) {
    return new Products(session, field, new PairOts[2], TAU) {
      @Override
      void makeOneWay(int n, long[] a, long[] b, long[] taken, long[] offered) {
        ones(field, n * TAU, a);
        ones(field, n, b);
        ones(field, n * TAU, taken);
        ones(field, n * TAU, offered);
      }
    };
  }

  private static List<BigInteger> elements(Field field, int from, int n, long[] of) {
    List<BigInteger> elements = new ArrayList<>();
    for (int i = from; i < from + n; i++) {
      elements.add(field.toBigInteger(of, i * field.limbs()));
    }
    return elements;
  }

  /** No value has the coefficients of another one, nor those of its own a_1 as those of â_1. */
  @ParameterizedTest
  @ValueSource(strings = {"18446744073709551557", "p128"})
  void eachCombinationHasItsOwnCoefficients(String name) throws Exception {
    Field field = Fields.named(name);
    long[] r = LongStream.range(0, 2L * TAU * N * field.limbs()).map(i -> 1L << i % 61).toArray();
    SessionPairs.run(
        session -> {
          int half = N / 2;
          int me = session.party();
          try (SquareParts parts = new SquareParts(field, me, TAU, N, 1)) {
            parts.multiply(ones(session, field));
            parts.combine(r);
            List<BigInteger> c = elements(field, 0, N, parts.c);
            List<BigInteger> cHat = elements(field, 0, N, parts.cHat);
            int mine = parts.ownedBy(me);
            assertEquals(c.subList(mine, mine + half), elements(field, half, half, parts.given));
            assertEquals(
                cHat.subList(mine, mine + half), elements(field, parts.hat(), half, parts.given));
            c.addAll(cHat);
            assertEquals(2 * N, new HashSet<>(c).size(), "combinations with equal coefficients");
          }
          return null;
        });
  }
}

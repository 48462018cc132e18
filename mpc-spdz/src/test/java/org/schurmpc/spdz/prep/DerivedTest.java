package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.share.GlobalMacCheck;
import org.schurmpc.spdz.share.Opening;
import org.schurmpc.spdz.share.OpeningMode;

/** What is made of triples when these are none, in spite of right MACs. */
class DerivedTest {
  private static final long[] KEYS = {7, 9};

  private final Field field;

  DerivedTest() throws Refused {
    field = Fields.named("18446744073709551557");
  }

  private long[] noSquare() {
    for (int i = 2; ; i++) {
      long[] element = field.element(i);
      if (field.squareRoot(element, 0).isEmpty()) {
        return element;
      }
    }
  }

  @Test
  void aSquareWithoutARoot() throws Exception {
    long[] square = noSquare();
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              long[] key = field.element(KEYS[session.party()]);
              GlobalMacCheck check =
                  new GlobalMacCheck(session, field, key, new BroadcastCheck(session));
              Opening opening = new Opening(session, field, check, OpeningMode.ALL);
              // The first party's share is all of the value, and each has its key's part of the
              // MAC.
              Batch squares = new Batch(field, 2, 1);
              if (session.party() == 0) {
                System.arraycopy(square, 0, squares.values, squares.at(1), field.limbs());
              }
              field.multiply(key, 0, square, 0, squares.macs, squares.at(1), 1);
              return new Derived(session, field, key, check, opening).bits(squares);
            });
    for (Object end : ends) {
      assertEquals(Check.SACRIFICE, assertInstanceOf(PeerCheated.class, end).check());
    }
  }

  /** The root of a zero has no sign. */
  @Test
  void aZeroGivesNoBit() throws Exception {
    long[] values = {field.element(3)[0], 0, 0};
    field.subtract(values, 1, field.element(5), 0, values, 2, 1);
    long[] opened = new long[3];
    field.multiply(values, 0, values, 0, opened, 0, 3);
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              long[] key = field.element(KEYS[session.party()]);
              Batch roots = new Batch(field, 1, 3);
              if (session.party() == 0) {
                System.arraycopy(values, 0, roots.values, 0, 3);
              }
              field.scale(key, 0, values, 0, roots.macs, 0, 3);
              return new Derived(session, field, key, null, null).bits(roots, opened);
            });
    Batch first = assertInstanceOf(Batch.class, ends.get(0));
    Batch second = assertInstanceOf(Batch.class, ends.get(1));
    long[] one = field.element(1);
    assertArrayEquals(new long[] {one[0], 0}, sum(first.values, second.values));
    long[] key = field.element(KEYS[0] + KEYS[1]);
    assertArrayEquals(new long[] {key[0], 0}, sum(first.macs, second.macs));
  }

  private long[] sum(long[] a, long[] b) {
    long[] sum = new long[a.length];
    field.add(a, 0, b, 0, sum, 0, a.length);
    return sum;
  }
}

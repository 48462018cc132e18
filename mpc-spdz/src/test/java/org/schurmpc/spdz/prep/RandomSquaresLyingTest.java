package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;

/** The first of two parties makes squares with wrong values: its messages fit together. */
class RandomSquaresLyingTest {
  private static final String PRODUCT = "a product of two parties' values is another one";
  private static final String SUM = "a sum of squares is another one";
  private static final String SQUARE = "a square is another one";

  private final Field field;
  private final SquaresRig rig;

  RandomSquaresLyingTest() throws Refused {
    field = Fields.named("18446744073709551557");
    rig = new SquaresRig(field);
  }

  private void add(long[] to, int at, long[] what) {
    field.add(to, at, what, 0, to, at, 1);
  }

  /** What the first party lies about, and what finds it out. */
  private enum Lie {
    NONE(null),
    /** Another a_2 is authenticated than was multiplied. */
    A_2(PRODUCT),
    A_1(PRODUCT),
    A_HAT(PRODUCT),
    C(PRODUCT),
    C_HAT(PRODUCT),
    /** Another C, and Ĉ that would make up for it under t drawn from a seed of zeros. */
    C_HAT_TO_MATCH(PRODUCT),
    Q(SUM),
    /** Another part of a square, from the start. */
    S(SQUARE),
    /** Two others, which would cancel in a sum with factors drawn from a seed of zeros. */
    S_TO_MATCH(SQUARE);

    final String sentence;

    Lie(String sentence) {
      this.sentence = sentence;
    }
  }

  private SquaresRig.Lie of(Lie lie) {
    long[] one = field.element(1);
    return new SquaresRig.Lie() {
      @Override
      public void products(SquareParts parts) {
        if (lie == Lie.A_2) {
          add(parts.given, 5, one);
        }
      }

      @Override
      public void parts(SquareParts parts) {
        switch (lie) {
          case A_1 -> add(parts.given, parts.half + 5, one);
          case A_HAT -> add(parts.given, parts.hat() + 5, one);
          case C -> add(parts.c, 5, one);
          case C_HAT -> add(parts.cHat, 5, one);
          case S -> addToSquare(parts, 5, one);
          case S_TO_MATCH -> {
            long[] factors = MascotTossTest.guessed(field, 2);
            long[] minus = new long[1];
            field.subtract(minus, 0, factors, 0, minus, 0, 1);
            addToSquare(parts, 0, new long[] {factors[1]});
            addToSquare(parts, 1, minus);
          }
          default -> {}
        }
      }

      @Override
      public void sums(long[] values) {
        if (lie == Lie.Q) {
          add(values, 2, one);
        }
        if (lie == Lie.C_HAT_TO_MATCH) {
          add(values, 0, one);
          add(values, 1, MascotTossTest.guessed(field, 1));
        }
      }
    };
  }

  private void addToSquare(SquareParts parts, int i, long[] what) {
    add(parts.squares, i, what);
    if (parts.tuple == 2) {
      add(parts.given, parts.n + i, what);
    }
  }

  @ParameterizedTest
  @EnumSource(Lie.class)
  void aLieAboutPublicSquares(Lie lie) throws Exception {
    requireFound(lie, rig.outcomes(true, of(lie), (peer, index, frame) -> frame));
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "C", "Q", "S", "S_TO_MATCH"})
  void aLieAboutSecretSquares(Lie lie) throws Exception {
    requireFound(lie, rig.outcomes(false, of(lie), (peer, index, frame) -> frame));
  }

  private void requireFound(Lie lie, List<Object> ends) {
    if (lie == Lie.NONE) {
      rig.requireSquares(ends);
      return;
    }
    PeerCheated cheated = assertInstanceOf(PeerCheated.class, ends.get(1));
    assertEquals(Check.SACRIFICE, cheated.check());
    assertTrue(cheated.getMessage().contains(lie.sentence), cheated.getMessage());
  }
}

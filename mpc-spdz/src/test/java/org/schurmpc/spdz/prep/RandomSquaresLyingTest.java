package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.TamperingNetwork;

/** One of two parties makes squares with wrong values: its messages fit together. */
class RandomSquaresLyingTest {
  private static final String PRODUCT = "a product of two parties' values is another one";
  private static final String SUM = "a sum of squares is another one";
  private static final String SQUARE = "a square is another one";

  private static final Field SHORT = field("18446744073709551557");

  /** The first party lies over a field of one limb, the second party over one of two. */
  private static final SquaresRig FIRST = new SquaresRig(SHORT, 0);

  private static final Field LONG = field("p128");
  private static final SquaresRig SECOND = new SquaresRig(LONG, 1);
  private static final TamperingNetwork.Hook UNCHANGED = (peer, index, frame) -> frame;

  private static Field field(String name) {
    try {
      return Fields.named(name);
    } catch (Refused e) {
      throw new IllegalStateException(e);
    }
  }

  /** What a party lies about, and what finds it out. */
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

  /** A lie over a field. */
  private record Told(Field field, Lie lie) implements SquaresRig.Lie {
    private void add(long[] to, int i, long[] what) {
      int at = i * field.limbs();
      field.add(to, at, what, 0, to, at, 1);
    }

    private long[] one() {
      return field.element(1);
    }

    @Override
    public void products(SquareParts parts) {
      if (lie == Lie.A_2) {
        add(parts.given, 5, one());
      }
    }

    @Override
    public void parts(SquareParts parts) {
      switch (lie) {
        case A_1 -> add(parts.given, parts.half + 5, one());
        case A_HAT -> add(parts.given, parts.hat() + 5, one());
        case C -> add(parts.c, 5, one());
        case C_HAT -> add(parts.cHat, 5, one());
        case S -> addToSquare(parts, 5, one());
        case S_TO_MATCH -> {
          int limbs = field.limbs();
          long[] factors = MascotTossTest.guessed(field, 2);
          long[] minus = new long[limbs];
          field.subtract(minus, 0, factors, 0, minus, 0, 1);
          addToSquare(parts, 0, Arrays.copyOfRange(factors, limbs, 2 * limbs));
          addToSquare(parts, 1, minus);
        }
        default -> {}
      }
    }

    private void addToSquare(SquareParts parts, int i, long[] what) {
      add(parts.squares, i, what);
      if (parts.tuple == 2) {
        add(parts.given, parts.n + i, what);
      }
    }

    @Override
    public void sums(long[] values) {
      if (lie == Lie.Q) {
        add(values, 2, one());
      }
      if (lie == Lie.C_HAT_TO_MATCH) {
        add(values, 0, one());
        add(values, 1, MascotTossTest.guessed(field, 1));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Lie.class)
  void aLieAboutPublicSquares(Lie lie) throws Exception {
    List<Object> ends = FIRST.outcomes(true, new Told(SHORT, lie), UNCHANGED);
    requireFound(lie, FIRST, ends, ends.get(1));
  }

  @ParameterizedTest
  @EnumSource(Lie.class)
  void aLieOfTheSecondParty(Lie lie) throws Exception {
    List<Object> ends = SECOND.outcomes(true, new Told(LONG, lie), UNCHANGED);
    requireFound(lie, SECOND, ends, ends.get(0));
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "C", "Q", "S", "S_TO_MATCH"})
  void aLieAboutSecretSquares(Lie lie) throws Exception {
    List<Object> ends = FIRST.outcomes(false, new Told(SHORT, lie), UNCHANGED);
    requireFound(lie, FIRST, ends, ends.get(1));
  }

  private static void requireFound(Lie lie, SquaresRig rig, List<Object> ends, Object end) {
    if (lie == Lie.NONE) {
      rig.requireSquares(ends);
      return;
    }
    PeerCheated cheated = assertInstanceOf(PeerCheated.class, end);
    assertEquals(Check.SACRIFICE, cheated.check());
    assertTrue(cheated.getMessage().contains(lie.sentence), cheated.getMessage());
  }
}

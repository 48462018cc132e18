package org.schurmpc.core.code;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.schurmpc.core.field.Gf256;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.kernel.TestKernels;

/** What every code and encoder must satisfy, on both named codes, their squares and odd shapes. */
class CodeLawsTest {
  private static final long SEED = 255085;

  private final Random random = new Random(SEED);

  /** A code and kernels to encode it with. */
  record Case(ReedSolomon code, Kernels kernels) {
    @Override
    public String toString() {
      return code.name() + " " + kernels.name();
    }
  }

  static List<Case> cases() {
    List<ReedSolomon> codes = new ArrayList<>();
    for (String name : ReedSolomon.names()) {
      codes.add(ReedSolomon.named(name));
      codes.add(ReedSolomon.named(name).schurSquare());
    }
    codes.add(ReedSolomon.of(new int[] {7, 0}, 1));
    codes.add(ReedSolomon.of(new Random(1).ints(0, 256).distinct().limit(60).toArray(), 20));
    codes.add(ReedSolomon.of(new Random(2).ints(0, 256).distinct().limit(150).toArray(), 64));
    codes.add(ReedSolomon.of(new Random(3).ints(0, 256).distinct().limit(256).toArray(), 255));
    List<Case> cases = new ArrayList<>();
    for (Kernels kernels : TestKernels.all()) {
      codes.forEach(code -> cases.add(new Case(code, kernels)));
    }
    return cases;
  }

  /** Random symbols everywhere, also where a codeword has none. */
  private long[] anyWord() {
    return random.longs(Codeword.LONGS).toArray();
  }

  /** The oracle: generator matrix by multiplication table. */
  private static long[] textbookEncode(ReedSolomon code, long[] word, int off) {
    long[] out = new long[Codeword.LONGS];
    for (int p = 0; p < code.n(); p++) {
      int sum = 0;
      for (int i = 0; i < code.k(); i++) {
        sum ^= Gf256.mul(code.generator(i, p), Codeword.symbol(word, off, i));
      }
      Codeword.setSymbol(out, 0, p, sum);
    }
    return out;
  }

  private static long[] plane(long[] word, int plane) {
    long[] bits = new long[Codeword.LONGS];
    System.arraycopy(word, 4 * plane, bits, 0, 4);
    return bits;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void codewordsAreValuesOfAPolynomial(Case c) {
    ReedSolomon code = c.code();
    int[] coefficients = random.ints(code.k(), 0, 256).toArray();
    long[] word = new long[Codeword.LONGS];
    for (int p = 0; p < code.n(); p++) {
      int value = 0;
      for (int j = code.k() - 1; j >= 0; j--) {
        value = Gf256.mul(value, code.point(p)) ^ coefficients[j];
      }
      Codeword.setSymbol(word, 0, p, value);
    }
    assertTrue(new PublicEncoder(code, c.kernels()).isCodeword(word, 0), "seed " + SEED);
    assertArrayEquals(word, textbookEncode(code, word, 0), "seed " + SEED);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void allEncodersAgree(Case c) {
    ReedSolomon code = c.code();
    PublicEncoder encoder = new PublicEncoder(code, c.kernels());
    SecretEncoder secret = new SecretEncoder(code, c.kernels());
    for (int round = 0; round < 4; round++) {
      long[] word = anyWord();
      long[] expected = textbookEncode(code, word, 0);
      long[] out = new long[Codeword.LONGS + 4];
      encoder.encode(word, 0, out, 3);
      assertArrayEquals(expected, codewordAt(out, 3), "public, seed " + SEED);
      secret.encode(word, 0, out, 4);
      assertArrayEquals(expected, codewordAt(out, 4), "secret, seed " + SEED);
      long[] inPlace = word.clone();
      encoder.encode(inPlace, 0, inPlace, 0);
      assertArrayEquals(expected, inPlace, "in place, seed " + SEED);
      inPlace = word.clone();
      secret.encode(inPlace, 0, inPlace, 0);
      assertArrayEquals(expected, inPlace, "secret in place, seed " + SEED);
      for (int groupBits = 1; groupBits <= 9; groupBits++) {
        PublicEncoder other = new PublicEncoder(code, c.kernels(), groupBits);
        other.forThread(c.kernels()).encode(word, 0, out, 0);
        assertArrayEquals(expected, codewordAt(out, 0), groupBits + " bits, seed " + SEED);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void encodingsOfPlanesCombine(Case c) {
    PublicEncoder encoder = new PublicEncoder(c.code(), c.kernels());
    long[] word = anyWord();
    long[] planes = random.longs(8 * Codeword.LONGS + 6).toArray();
    encoder.encodePlanes(word, 0, planes, 6);
    for (int j = 0; j < 8; j++) {
      long[] expected = textbookEncode(c.code(), plane(word, j), 0);
      assertArrayEquals(expected, codewordAt(planes, 6 + 32 * j), "plane " + j + " " + SEED);
      long[] single = anyWord();
      encoder.encodePlane(word, 4 * j, single, 0);
      assertArrayEquals(expected, single, "single plane " + j + ", seed " + SEED);
    }
    long[] combined = anyWord();
    encoder.combinePlanes(planes, 6, combined, 0);
    assertArrayEquals(textbookEncode(c.code(), word, 0), combined, "combined, seed " + SEED);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isSystematicAndLinear(Case c) {
    ReedSolomon code = c.code();
    PublicEncoder encoder = new PublicEncoder(code, c.kernels());
    long[] a = anyWord();
    long[] b = anyWord();
    long[] sum = a.clone();
    c.kernels().xorInto(sum, 0, b, 0, Codeword.LONGS);
    int[] symbols = new int[code.k()];
    for (int i = 0; i < code.k(); i++) {
      symbols[i] = Codeword.symbol(a, 0, i);
    }
    encoder.encode(a, 0, a, 0);
    encoder.encode(b, 0, b, 0);
    encoder.encode(sum, 0, sum, 0);
    for (int i = 0; i < code.k(); i++) {
      assertEquals(symbols[i], Codeword.symbol(a, 0, i), "seed " + SEED);
    }
    c.kernels().xorInto(b, 0, a, 0, Codeword.LONGS);
    assertArrayEquals(sum, b, "seed " + SEED);
    Codeword.mulX(a, 0);
    assertTrue(encoder.isCodeword(a, 0), "multiple by X, seed " + SEED);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void wordsAreAsHeavyAsTheDistance(Case c) {
    ReedSolomon code = c.code();
    assertEquals(code.n() - code.k() + 1, code.distance());
    PublicEncoder encoder = new PublicEncoder(code, c.kernels());
    for (int round = 0; round < 200; round++) {
      long[] word = new long[Codeword.LONGS];
      // Few data symbols, so that words near the distance occur.
      int ones = 1 + random.nextInt(round < 100 ? 1 : Math.min(3, code.k()));
      for (int i = 0; i < ones; i++) {
        Codeword.setSymbol(word, 0, random.nextInt(code.k()), 1 + random.nextInt(255));
      }
      encoder.encode(word, 0, word, 0);
      int weight = Codeword.weight(word, 0);
      assertTrue(Codeword.isZero(word, 0) || weight >= code.distance(), "seed " + SEED);
      if (round < 100) {
        assertEquals(code.distance(), weight, "one data symbol; seed " + SEED);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyChangedSymbolIsNoticed(Case c) {
    ReedSolomon code = c.code();
    PublicEncoder encoder = new PublicEncoder(code, c.kernels());
    long[] word = anyWord();
    encoder.encode(word, 0, word, 0);
    assertTrue(encoder.isCodeword(word, 0), "seed " + SEED);
    for (int p = 0; p < Codeword.POSITIONS; p++) {
      int right = Codeword.symbol(word, 0, p);
      for (int change = 1; change < 256; change++) {
        Codeword.setSymbol(word, 0, p, right ^ change);
        if (encoder.isCodeword(word, 0)) {
          throw new AssertionError("position " + p + ", change " + change + ", seed " + SEED);
        }
      }
      Codeword.setSymbol(word, 0, p, right);
    }
    assertTrue(encoder.isCodeword(word, 0), "seed " + SEED);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void productsAreInTheSquare(Case c) {
    ReedSolomon code = c.code();
    if (2 * code.k() - 1 >= code.n()) {
      assertThrows(IllegalStateException.class, code::schurSquare);
      return;
    }
    ReedSolomon square = code.schurSquare();
    assertEquals(code.n() - 2 * (code.k() - 1), square.distance());
    PublicEncoder encoder = new PublicEncoder(code, c.kernels());
    PublicEncoder squareEncoder = new PublicEncoder(square, c.kernels());
    for (int round = 0; round < 10; round++) {
      long[] a = anyWord();
      long[] b = anyWord();
      encoder.encode(a, 0, a, 0);
      encoder.encode(b, 0, b, 0);
      long[] product = new long[Codeword.LONGS];
      c.kernels().schurMulAdd(product, 0, a, 0, b, 0, 1, 1);
      assertTrue(squareEncoder.isCodeword(product, 0), "seed " + SEED);
      assertTrue(squareEncoder.isCodeword(a, 0), "C is in C*; seed " + SEED);
      if (code.k() > 1) {
        assertFalse(encoder.isCodeword(product, 0), "degree beyond C; seed " + SEED);
      }
    }
  }

  @Test
  void theNamedCodesAreThoseOfThePaper() {
    ReedSolomon fft = ReedSolomon.named("255x85");
    assertEquals(171, fft.distance());
    assertEquals(87, fft.schurSquare().distance());
    assertEquals(Gf256.exp(3), fft.point(1));
    assertEquals(Gf256.exp(2), fft.point(170));
    assertEquals(Gf256.exp(3 * 84 + 1), fft.point(169));
    ReedSolomon bytes = ReedSolomon.named("256x120");
    assertEquals(137, bytes.distance());
    assertEquals(18, bytes.schurSquare().distance());
    assertEquals(0xA7, bytes.point(0xA7));
    for (String name : ReedSolomon.names()) {
      assertEquals(name, ReedSolomon.named(name).name());
      assertEquals(ReedSolomon.named(name), ReedSolomon.named(name));
    }
    assertNotEquals(fft, bytes);
  }

  @Test
  void otherNamesFollowTheSameRules() {
    ReedSolomon subgroup = ReedSolomon.named("255x51");
    assertEquals("255x51", subgroup.name());
    assertEquals(Gf256.exp(5), subgroup.point(1));
    assertEquals(Gf256.exp(5 * 50 + 1), subgroup.point(101));
    assertEquals(Gf256.exp(4), subgroup.point(204));
    ReedSolomon bytes = ReedSolomon.named("255x86");
    assertEquals("255x86", bytes.name());
    assertEquals(254, bytes.point(254));
    assertEquals("2x1", ReedSolomon.named("2x1").name());
    assertEquals("256x255", ReedSolomon.named("256x255").name());
    assertEquals(ReedSolomon.of(new int[] {0, 1, 2, 3, 4}, 2), ReedSolomon.named("5x2"));
  }

  @Test
  void refusesWhatIsNoCode() {
    for (String name : List.of("", "255", "255x", "x85", "256x256", "1x1", "257x3", "16x0")) {
      assertNoName(name);
    }
    for (String name : List.of("0255x85", "255x085", "255X85", " 255x85", "-5x2", "1e2x5")) {
      assertNoName(name);
    }
    assertRefused(new int[] {1, 2, 1}, 2);
    assertRefused(new int[] {1, 256}, 1);
    assertRefused(new int[] {1, -1}, 1);
    assertRefused(new int[] {1, 2}, 2);
    assertRefused(new int[] {1, 2}, 0);
    assertThrows(
        IndexOutOfBoundsException.class, () -> ReedSolomon.named("255x85").generator(85, 0));
  }

  private static void assertNoName(String name) {
    Exception e = assertThrows(IllegalArgumentException.class, () -> ReedSolomon.named(name));
    assertTrue(e.getMessage().contains("'" + name + "' names no code"), e.getMessage());
    assertTrue(e.getMessage().contains("255x85, 256x120"), e.getMessage());
  }

  private static void assertRefused(int[] points, int k) {
    assertThrows(IllegalArgumentException.class, () -> ReedSolomon.of(points, k));
  }

  private static long[] codewordAt(long[] words, int off) {
    return Arrays.copyOfRange(words, off, off + Codeword.LONGS);
  }
}

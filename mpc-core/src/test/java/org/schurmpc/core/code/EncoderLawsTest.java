package org.schurmpc.core.code;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.schurmpc.core.field.Gf256;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.kernel.TestKernels;

/** What every kind of encoder must satisfy, on each code that it supports. */
class EncoderLawsTest {
  private static final long SEED = 120239;

  /** Built once: tables and expected words take longer than what is tested. */
  private static final List<Case> CASES = new ArrayList<>();

  private final Random random = new Random(SEED);

  /** Words to encode into a code, and what the generator matrix makes of them. */
  record Samples(List<long[]> words, List<long[]> encoded, List<long[]> encodedPlanes) {
    static Samples of(ReedSolomon code) {
      List<long[]> words = EncoderLawsTest.words(code.k(), new Random(SEED));
      List<long[]> encoded = words.stream().map(word -> textbookEncode(code, word)).toList();
      List<long[]> planes = words.stream().map(word -> textbookPlanes(code, word)).toList();
      return new Samples(words, encoded, planes);
    }
  }

  /** An encoder of a kind that supports its code. */
  record Case(Encoder encoder, EncoderKind kind, Kernels kernels, Samples samples) {
    ReedSolomon code() {
      return encoder.code();
    }

    @Override
    public String toString() {
      return code().name() + " " + kind.optionName() + " " + kernels.name();
    }
  }

  static List<ReedSolomon> codes() {
    List<ReedSolomon> codes = new ArrayList<>();
    for (String name : ReedSolomon.names()) {
      codes.add(ReedSolomon.named(name));
      codes.add(ReedSolomon.named(name).schurSquare());
    }
    for (String name : List.of("2x1", "3x2", "5x2", "16x15", "33x17", "64x20", "65x64")) {
      codes.add(ReedSolomon.named(name));
    }
    for (String name : List.of("127x64", "128x1", "200x150", "255x51", "255x86", "256x255")) {
      codes.add(ReedSolomon.named(name));
    }
    codes.add(ReedSolomon.of(new int[] {7, 0}, 1));
    codes.add(ReedSolomon.of(new Random(1).ints(0, 256).distinct().limit(60).toArray(), 20));
    codes.add(ReedSolomon.of(new Random(2).ints(0, 256).distinct().limit(255).toArray(), 85));
    return codes;
  }

  static List<Case> cases() {
    if (CASES.isEmpty()) {
      codes().forEach(EncoderLawsTest::addCases);
    }
    return CASES;
  }

  private static void addCases(ReedSolomon code) {
    Samples samples = Samples.of(code);
    for (EncoderKind kind : EncoderKind.values()) {
      boolean usesKernels =
          kind == EncoderKind.MIXED
              || kind == EncoderKind.RUSSIANS
              || kind == EncoderKind.MATRIX_BITS;
      List<Kernels> all = TestKernels.all();
      for (Kernels kernels : usesKernels ? all : all.subList(0, 1)) {
        if (kind.supports(code)) {
          CASES.add(new Case(kind.encoder(code, kernels), kind, kernels, samples));
        }
      }
    }
  }

  /** Zero, all ones, each data unit vector times something, single planes, random ones. */
  private static List<long[]> words(int k, Random random) {
    List<long[]> words = new ArrayList<>();
    words.add(new long[Codeword.LONGS]);
    long[] ones = new long[Codeword.LONGS];
    Arrays.fill(ones, -1);
    words.add(ones);
    for (int i = 0; i < k; i += i < 3 || i > k - 4 ? 1 : 2) {
      long[] unit = new long[Codeword.LONGS];
      Codeword.setSymbol(unit, 0, i, i % 3 == 0 ? 1 : 1 + random.nextInt(255));
      words.add(unit);
    }
    for (int plane = 0; plane < Codeword.PLANES; plane++) {
      long[] single = new long[Codeword.LONGS];
      for (int w = 0; w < Codeword.PLANE_LONGS; w++) {
        single[Codeword.PLANE_LONGS * plane + w] = random.nextLong();
      }
      words.add(single);
    }
    for (int i = 0; i < 5; i++) {
      words.add(random.longs(Codeword.LONGS).toArray()); // also where a codeword has no symbols
    }
    return words;
  }

  /** The generator matrix, symbol by symbol. */
  private static long[] textbookEncode(ReedSolomon code, long[] word) {
    long[] out = new long[Codeword.LONGS];
    for (int i = 0; i < code.k(); i++) {
      Codeword.setSymbol(out, 0, i, Codeword.symbol(word, 0, i));
    }
    int[] checks = new int[code.n() - code.k()];
    for (int i = 0; i < code.k(); i++) {
      int symbol = Codeword.symbol(word, 0, i);
      for (int c = 0; symbol != 0 && c < checks.length; c++) {
        checks[c] ^= Gf256.mul(code.generator(i, code.k() + c), symbol);
      }
    }
    for (int c = 0; c < checks.length; c++) {
      Codeword.setSymbol(out, 0, code.k() + c, checks[c]);
    }
    return out;
  }

  private static long[] textbookPlanes(ReedSolomon code, long[] word) {
    long[] out = new long[Codeword.PLANES * Codeword.LONGS];
    for (int plane = 0; plane < Codeword.PLANES; plane++) {
      long[] bits = new long[Codeword.LONGS];
      System.arraycopy(word, 4 * plane, bits, 0, 4);
      System.arraycopy(textbookEncode(code, bits), 0, out, 32 * plane, 32);
    }
    return out;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void agreesWithTheMatrix(Case c) {
    Encoder encoder = c.encoder();
    for (int i = 0; i < c.samples().words().size(); i++) {
      String which = "word " + i + ", seed " + SEED;
      long[] expected = c.samples().encoded().get(i);
      long[] source = new long[Codeword.LONGS + 3];
      System.arraycopy(c.samples().words().get(i), 0, source, 2, Codeword.LONGS);
      long[] unchanged = source.clone();
      long[] out = random.longs(Codeword.LONGS + 5).toArray();
      long[] around = out.clone();
      encoder.encode(source, 2, out, 3);
      System.arraycopy(expected, 0, around, 3, Codeword.LONGS);
      assertArrayEquals(around, out, which);
      assertArrayEquals(unchanged, source, which);
      encoder.encode(source, 2, source, 2);
      assertArrayEquals(expected, Arrays.copyOfRange(source, 2, 34), "in place, " + which);
      assertTrue(encoder.isCodeword(source, 2), which);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void encodesPlanes(Case c) {
    for (int i = 0; i < c.samples().words().size(); i++) {
      long[] source = new long[Codeword.LONGS + 1];
      System.arraycopy(c.samples().words().get(i), 0, source, 1, Codeword.LONGS);
      long[] unchanged = source.clone();
      long[] out = random.longs(8 * Codeword.LONGS + 3).toArray();
      long[] expected = out.clone();
      System.arraycopy(c.samples().encodedPlanes().get(i), 0, expected, 2, 8 * Codeword.LONGS);
      c.encoder().encodePlanes(source, 1, out, 2);
      assertArrayEquals(expected, out, "word " + i + ", seed " + SEED);
      assertArrayEquals(unchanged, source);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void noticesEachChangedSymbol(Case c) {
    Encoder encoder = c.encoder();
    long[] word = random.longs(Codeword.LONGS).toArray();
    encoder.encode(word, 0, word, 0);
    for (int p = 0; p < Codeword.POSITIONS; p++) {
      int right = Codeword.symbol(word, 0, p);
      for (int change : new int[] {1, 0x80, 1 + random.nextInt(255)}) {
        Codeword.setSymbol(word, 0, p, right ^ change);
        assertFalse(encoder.isCodeword(word, 0), "position " + p + ", " + change + ", " + SEED);
      }
      Codeword.setSymbol(word, 0, p, right);
    }
    assertTrue(encoder.isCodeword(word, 0), "seed " + SEED);
  }

  /** Single errors would not tell a membership test that allows a coefficient too many. */
  @ParameterizedTest
  @MethodSource("cases")
  void acceptsByDegree(Case c) {
    int n = c.code().n();
    int k = c.code().k();
    for (int degree : new int[] {0, k / 2, k - 1, k, k + (n - k) / 2, n - 1}) {
      long[] word = new long[Codeword.LONGS];
      for (int p = 0; p < n; p++) {
        Codeword.setSymbol(word, 0, p, Gf256.pow(c.code().point(p), degree));
      }
      assertEquals(degree < k, c.encoder().isCodeword(word, 0), "degree " + degree);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void checksWhereWordsAreAndGo(Case c) {
    Encoder encoder = c.encoder();
    long[] word = new long[Codeword.LONGS];
    long[] planes = new long[8 * Codeword.LONGS];
    Class<IndexOutOfBoundsException> refusal = IndexOutOfBoundsException.class;
    assertThrows(refusal, () -> encoder.encode(word, 1, planes, 0));
    assertThrows(refusal, () -> encoder.encode(word, 0, planes, 7 * 32 + 1));
    assertThrows(refusal, () -> encoder.encodePlanes(word, -1, planes, 0));
    assertThrows(refusal, () -> encoder.encodePlanes(word, 0, planes, 1));
    assertThrows(refusal, () -> encoder.isCodeword(word, 1));
  }

  @Test
  void kindsKnowWhatTheySupport() {
    ReedSolomon fft = ReedSolomon.named("255x85");
    ReedSolomon bytes = ReedSolomon.named("256x120");
    for (EncoderKind kind : List.of(EncoderKind.FFT, EncoderKind.FFT_BITS)) {
      assertTrue(kind.supports(fft));
      assertTrue(kind.supports(fft.schurSquare()));
      assertRefused(kind, bytes, "255x85");
      assertRefused(kind, ReedSolomon.named("255x51"), "not 255x51");
      assertRefused(kind, ReedSolomon.of(IntStream.range(0, 255).toArray(), 85), "its points");
    }
    assertTrue(EncoderKind.ADDITIVE_FFT.supports(bytes));
    assertTrue(EncoderKind.ADDITIVE_FFT.supports(bytes.schurSquare()));
    assertTrue(EncoderKind.ADDITIVE_FFT.supports(ReedSolomon.named("100x33")));
    assertRefused(EncoderKind.ADDITIVE_FFT, fft, "256x120");
  }

  private static void assertRefused(EncoderKind kind, ReedSolomon code, String says) {
    assertFalse(kind.supports(code));
    Kernels kernels = TestKernels.all().get(0);
    Exception e = assertThrows(IllegalArgumentException.class, () -> kind.encoder(code, kernels));
    assertTrue(e.getMessage().contains(says), e.getMessage());
  }

  /** The truncated transforms take another way for each dimension and length. */
  @Test
  void additiveTransformsKnowAllDimensions() {
    for (int n = 2; n <= 256; n += n < 18 ? 1 : 34) {
      for (int k = 1; k < n; k += n < 19 ? 1 : 19) {
        ReedSolomon code = ReedSolomon.named(n + "x" + k);
        if (AdditiveFftEncoder.supports(code)) {
          long[] word = random.longs(Codeword.LONGS).toArray();
          long[] expected = textbookEncode(code, word);
          new AdditiveFftEncoder(code).encode(word, 0, word, 0);
          assertArrayEquals(expected, word, code.name() + ", seed " + SEED);
        }
      }
    }
  }

  @Test
  void kindsGoByTheirNames() {
    for (EncoderKind kind : EncoderKind.values()) {
      assertEquals(kind, EncoderKind.named(kind.optionName()));
    }
    assertEquals("matrix-bits", EncoderKind.MATRIX_BITS.optionName());
    Exception e = assertThrows(IllegalArgumentException.class, () -> EncoderKind.named("magic"));
    assertTrue(e.getMessage().contains("'magic'"), e.getMessage());
    assertTrue(e.getMessage().contains("mixed, russians, matrix, matrix-bits"), e.getMessage());
  }
}

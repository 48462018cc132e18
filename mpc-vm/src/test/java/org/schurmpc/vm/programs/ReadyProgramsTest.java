package org.schurmpc.vm.programs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.Values;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.program.ProgramLanguages;
import org.schurmpc.core.program.ProgramOptions;
import org.schurmpc.core.program.ReadyProgram;

/** The ready programs compute what their names say, for several batches and tapes. */
class ReadyProgramsTest {
  private static CompiledProgram compile(String name, Map<String, Long> arguments)
      throws Exception {
    ReadyProgram ready = ProgramLanguages.ready(name).orElseThrow();
    ProgramOptions options =
        new ProgramOptions(
            "p128", ready.second(), 2, OptionalInt.empty(), new TreeMap<>(arguments));
    return ProgramLanguages.only().compile(ready.source(), options);
  }

  private static BigInteger[] numbers(long... values) {
    return Arrays.stream(values).mapToObj(BigInteger::valueOf).toArray(BigInteger[]::new);
  }

  private static BigInteger[] output(
      CompiledProgram program, Map<String, BigInteger[]> inputs, String name) throws Exception {
    SortedMap<String, BigInteger[]> all = new TreeMap<>(inputs);
    return program.interpret(all, 1).outputs().get(name);
  }

  @Test
  void numbersAreMultipliedAndCompared() throws Exception {
    Map<String, Long> sizes = Map.of("n", 2L, "batches", 2L, "threads", 3L, "bits", 8L);
    Map<String, BigInteger[]> inputs =
        Map.of("x", numbers(-128, 127, 5, 0, -1, 7), "y", numbers(-128, -128, 5, 1, -2, 8));
    assertArrayEquals(
        numbers(16384, -16256, 25, 0, 2, 56),
        output(compile("multiplications", sizes), inputs, "products"));
    assertArrayEquals(
        numbers(0, 0, 0, 1, 0, 1), output(compile("comparisons", sizes), inputs, "below"));
    Map<String, Long> constant = new TreeMap<>(Map.of("n", 6L, "constant", 1L, "bits", 32L));
    assertArrayEquals(
        numbers(0, 0, 0, 1, 0, 1), output(compile("comparisons", constant), inputs, "below"));
  }

  @Test
  void fixedPointNumbersAreMultipliedAndCompared() throws Exception {
    Map<String, Long> sizes = Map.of("n", 2L, "threads", 2L, "bits", 12L, "fraction", 4L);
    Map<String, Long> exact = new TreeMap<>(sizes);
    exact.put("exact", 1L);
    Map<String, BigInteger[]> inputs =
        Map.of("x", numbers(16, -16, 24, 7), "y", numbers(33, 33, -24, 7));
    assertArrayEquals(
        numbers(33, -33, -36, 3),
        output(compile("fixed_multiplications", exact), inputs, "products"));
    BigInteger[] rounded = output(compile("fixed_multiplications", sizes), inputs, "products");
    assertArrayEquals(numbers(33, -33, -36), Arrays.copyOf(rounded, 3));
    assertTrue(Math.abs(rounded[3].intValueExact() - 3.5) < 1, rounded[3].toString());
    Map<String, Long> coarse = new TreeMap<>(sizes);
    coarse.put("coarse", 1L);
    Map<String, BigInteger[]> quarters =
        Map.of("x", numbers(4, -4, 6, 3), "y", numbers(8, 8, -6, 3));
    assertArrayEquals(
        numbers(32, -32, -36, 9),
        output(compile("fixed_multiplications", coarse), quarters, "products"));
    assertArrayEquals(
        numbers(1, 1, 0, 0), output(compile("fixed_comparisons", sizes), inputs, "below"));
    Map<String, Long> few = new TreeMap<>(sizes);
    few.put("few", 1L);
    assertArrayEquals(
        numbers(1, 1, 0, 0), output(compile("fixed_comparisons", few), inputs, "below"));
  }

  /** Returns the bits of numbers: of all of them the lowest bit first. */
  private static BigInteger[] planes(float... values) {
    BigInteger[] bits = new BigInteger[Float.SIZE * values.length];
    Arrays.setAll(
        bits,
        i -> {
          int value = Float.floatToIntBits(values[i % values.length]);
          return BigInteger.valueOf(value >>> (i / values.length) & 1);
        });
    return bits;
  }

  private static BigInteger[] patterns(float... values) {
    BigInteger[] patterns = new BigInteger[values.length];
    Arrays.setAll(patterns, i -> BigInteger.valueOf(Float.floatToIntBits(values[i]) & 0xffffffffL));
    return patterns;
  }

  @Test
  void floatingPointNumbersAreAddedMultipliedAndCompared() throws Exception {
    float[] x = {1.5f, -3.5e9f, 0.1f, Float.NaN, -0.0f, Float.MAX_VALUE};
    float[] y = {-2, 1e-3f, 0.1f, 1, 0, 2};
    float[] products = new float[x.length];
    float[] sums = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      sums[i] = x[i] + y[i];
      products[i] = x[i] * y[i];
    }
    Map<String, Long> sizes = Map.of("n", 2L, "threads", 3L, "batches", 2L);
    Map<String, BigInteger[]> inputs = Map.of("x", planes(x), "y", planes(y));
    assertArrayEquals(
        patterns(products), output(compile("float_multiplications", sizes), inputs, "products"));
    assertArrayEquals(patterns(sums), output(compile("float_additions", sizes), inputs, "sums"));
    assertArrayEquals(
        numbers(0, 1, 0, 0, 0, 0), output(compile("float_comparisons", sizes), inputs, "below"));
  }

  @Test
  void listsAreSortedAndSold() throws Exception {
    Map<String, Long> sizes = Map.of("n", 5L, "bits", 8L);
    assertArrayEquals(
        numbers(-7, -1, 3, 3, 100),
        output(
            compile("sort", sizes),
            Map.of("list1", numbers(100, -1), "list2", numbers(3, -7, 3)),
            "sorted"));
    Map<String, BigInteger[]> bids =
        Map.of("bids1", numbers(9, 200), "bids2", numbers(250, 4, 249));
    CompiledProgram auction = compile("vickrey", sizes);
    assertArrayEquals(numbers(2), output(auction, bids, "winner"));
    assertArrayEquals(numbers(249), output(auction, bids, "price"));
  }

  private static BigInteger[] bytes(byte[] bytes) {
    return IntStream.range(0, bytes.length)
        .mapToObj(i -> BigInteger.valueOf(bytes[i] & 0xff))
        .toArray(BigInteger[]::new);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1})
  void blocksAreEncryptedByAes(long tables) throws Exception {
    byte[] key = HexFormat.of().parseHex("2b7e151628aed2a6abf7158809cf4f3c");
    byte[] blocks = new byte[4 * 16];
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] = (byte) (7 * i);
    }
    Cipher aes = Cipher.getInstance("AES/ECB/NoPadding");
    aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
    CompiledProgram program = compile("aes", Map.of("n", 2L, "threads", 2L, "tables", tables));
    assertArrayEquals(
        bytes(aes.doFinal(blocks)),
        output(program, Map.of("key", bytes(key), "blocks", bytes(blocks)), "encrypted"));
  }

  /** FIPS 197, appendix A.1: the first round keys differ from the key. */
  @Test
  void expandedKeysAreTaken() throws Exception {
    String keys =
        "2b7e151628aed2a6abf7158809cf4f3c a0fafe1788542cb123a339392a6c7605"
            + " f2c295f27a96b9435935807a7359f67f 3d80477d4716fe3e1e237e446d7a883b"
            + " ef44a541a8525b7fb671253bdb0bad00 d4d1c6f87c839d87caf2b8bc11f915bc"
            + " 6d88a37a110b3efddbf98641ca0093fd 4e54f70e5f5fc9f384a64fb24ea6dc4f"
            + " ead27321b58dbad2312bf5607f8d292f ac7766f319fadc2128d12941575c006e"
            + " d014f9a8c9ee2589e13f0cc8b6630ca6";
    byte[] expanded = HexFormat.of().parseHex(keys.replace(" ", ""));
    byte[] block = HexFormat.of().parseHex("3243f6a8885a308d313198a2e0370734");
    byte[] encrypted = HexFormat.of().parseHex("3925841d02dc09fbdc118597196a0b32");
    CompiledProgram program = compile("aes", Map.of("expanded", 1L));
    assertArrayEquals(
        bytes(encrypted),
        output(program, Map.of("key", bytes(expanded), "blocks", bytes(block)), "encrypted"));
  }

  /** Returns the bits of lanes of some rows: row after row, of each the lanes of one tape. */
  private static BigInteger[] bits(BitMatrix matrix, int from, int to, int lanes) {
    BigInteger[] bits = new BigInteger[(to - from) * matrix.columns()];
    int perTape = (to - from) * lanes;
    for (int i = 0; i < bits.length; i++) {
      int row = from + i % perTape / lanes;
      int lane = i / perTape * lanes + i % lanes;
      bits[i] = matrix.get(row, lane) ? BigInteger.ONE : BigInteger.ZERO;
    }
    return bits;
  }

  @ParameterizedTest
  @ValueSource(strings = {"des", "des_expanded"})
  void circuitsAreEvaluatedInLanesAndTapes(String name) throws Exception {
    Circuit circuit = CircuitLibrary.open(name);
    int lanes = 3;
    int tapes = 2;
    Values inputs = Values.inputs(circuit, lanes * tapes);
    Random random = new Random(5);
    for (int lane = 0; lane < lanes * tapes; lane++) {
      for (int value = 0; value < inputs.count(); value++) {
        byte[] bytes = inputs.get(value, lane);
        random.nextBytes(bytes);
        inputs.set(value, lane, bytes);
      }
    }
    BitMatrix in = inputs.bits();
    int first = circuit.inputSizes()[0];
    BitMatrix expected = PlainEvaluation.evaluate(circuit, in);
    CompiledProgram program = compile(name, Map.of("n", 3L, "threads", 2L));
    assertArrayEquals(
        bits(expected, 0, expected.rows(), lanes),
        output(
            program,
            Map.of("x1", bits(in, 0, first, lanes), "x2", bits(in, first, in.rows(), lanes)),
            "out"));
  }

  /** The longest circuits compile. */
  @ParameterizedTest
  @Tag("slow")
  @ValueSource(strings = {"md5", "sha1"})
  void hashesCompile(String name) throws Exception {
    assertEquals(2, compile(name, Map.of("n", 2L)).inputs().size());
  }

  @Test
  void wrongArgumentsAreRefused() {
    BadFile wrong = assertThrows(BadFile.class, () -> compile("sort", Map.of("n", 1L)));
    assertTrue(wrong.getMessage().contains("the argument n is 2 to "), wrong.getMessage());
    assertThrows(BadFile.class, () -> compile("comparisons", Map.of("batches", 0L)));
    assertThrows(Refused.class, () -> compile("vickrey", Map.of("threads", 2L)));
  }
}

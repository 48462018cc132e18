package org.schurmpc.circuits.lib;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.CircuitStatistics;
import org.schurmpc.core.circuit.GateType;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.SharedCircuits;
import org.schurmpc.core.circuit.Values;
import org.schurmpc.core.circuit.dsl.Goal;
import org.schurmpc.core.circuit.io.CircuitReader;

class AesCircuitTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final int LANES = 130;

  @ParameterizedTest
  @EnumSource(AesSbox.Variant.class)
  void sboxOfEveryByte(AesSbox.Variant variant) {
    CircuitBuilder builder = new CircuitBuilder();
    builder.output(new AesSbox(builder, variant).apply(builder.input(8)));
    Circuit circuit = builder.build();
    BitMatrix inputs = new BitMatrix(8, 256);
    for (int x = 0; x < 256; x++) {
      for (int i = 0; i < 8; i++) {
        inputs.set(i, x, (x >> i & 1) != 0);
      }
    }
    BitMatrix outputs = PlainEvaluation.evaluate(circuit, inputs);
    for (int x = 0; x < 256; x++) {
      int y = 0;
      for (int i = 0; i < 8; i++) {
        y |= outputs.get(i, x) ? 1 << i : 0;
      }
      assertEquals(sbox(x), y, "S-box of " + x);
    }
    CircuitStatistics statistics = CircuitStatistics.of(circuit);
    boolean small = variant == AesSbox.Variant.SMALL;
    assertEquals(small ? 32 : 34, statistics.count(GateType.AND));
    assertEquals(small ? 83 : 82, statistics.count(GateType.XOR));
    assertEquals(small ? 6 : 4, statistics.depth());
  }

  @ParameterizedTest
  @EnumSource(AesSbox.Variant.class)
  void inverseSboxOfEveryByte(AesSbox.Variant variant) {
    CircuitBuilder builder = new CircuitBuilder();
    builder.output(new AesSbox(builder, variant).applyInverse(builder.input(8)));
    Circuit circuit = builder.build();
    Values inputs = Values.inputs(circuit, 256);
    for (int x = 0; x < 256; x++) {
      inputs.set(0, x, new byte[] {(byte) sbox(x)});
    }
    Values outputs = Values.outputs(circuit, PlainEvaluation.evaluate(circuit, inputs.bits()));
    for (int x = 0; x < 256; x++) {
      assertEquals((byte) x, outputs.get(0, x)[0], "inverse S-box of " + sbox(x));
    }
    CircuitStatistics statistics = CircuitStatistics.of(circuit);
    boolean small = variant == AesSbox.Variant.SMALL;
    assertEquals(small ? 32 : 34, statistics.count(GateType.AND));
    assertEquals(small ? 6 : 4, statistics.depth());
  }

  @Test
  void tablesOfEveryByte() {
    CircuitBuilder builder = new CircuitBuilder();
    AesTables tables = new AesTables(builder);
    int[] x = builder.input(8);
    builder.output(tables.apply(x));
    builder.output(tables.applyInverse(x));
    Circuit circuit = builder.build();
    for (int i = 0; i < 256; i++) {
      assertEquals(sbox(i), circuit.tables().get(0).entry(i), "S-box of " + i);
      assertEquals(i, circuit.tables().get(1).entry(sbox(i)), "inverse S-box of " + sbox(i));
    }
    assertEquals(0x63, circuit.tables().get(0).entry(0));
    assertEquals(0xed, circuit.tables().get(0).entry(0x53)); // the example of FIPS 197, 5.1.1
  }

  /** FIPS 197, 5.1.1: the inverse in GF(2^8), then the affine map. */
  static int sbox(int x) {
    int inverse = 1;
    for (int i = 0; i < 254; i++) {
      inverse = times(inverse, x);
    }
    int y = 0x63;
    for (int i = 0; i < 5; i++) {
      y ^= inverse << i ^ inverse << i >> 8;
    }
    return y & 0xff;
  }

  static int times(int a, int b) {
    int product = 0;
    for (int i = 7; i >= 0; i--) {
      product = product << 1 ^ (product >> 7) * 0x11b ^ (b >> i & 1) * a;
    }
    return product;
  }

  @Test
  void oursAreAes() throws Exception {
    checkAes(Aes.encryption(128, Goal.FEWEST_ANDS), true);
    checkAes(Aes.encryption(128, Goal.LEAST_DEPTH), true);
  }

  @Test
  void columnsAreThoseOfTheStandard() {
    CircuitBuilder builder = new CircuitBuilder();
    int[] in = builder.input(32);
    int[][] column = new int[4][];
    for (int i = 0; i < 4; i++) {
      column[i] = Arrays.copyOfRange(in, 8 * i, 8 * i + 8);
    }
    for (int[] mixed : new AesColumns(builder).mixed(column)) {
      builder.output(mixed);
    }
    Circuit circuit = builder.build();
    Random random = new Random(513);
    BitMatrix inputs = new BitMatrix(32, LANES);
    int[][] bytes = new int[LANES][4];
    for (int lane = 0; lane < LANES; lane++) {
      for (int i = 0; i < 32; i++) {
        boolean bit = random.nextBoolean();
        inputs.set(i, lane, bit);
        bytes[lane][i / 8] |= bit ? 1 << i % 8 : 0;
      }
    }
    BitMatrix outputs = PlainEvaluation.evaluate(circuit, inputs);
    for (int lane = 0; lane < LANES; lane++) {
      int[] a = bytes[lane];
      for (int i = 0; i < 32; i++) {
        int row = i / 8;
        int mixed =
            times(2, a[row]) ^ times(3, a[(row + 1) % 4]) ^ a[(row + 2) % 4] ^ a[(row + 3) % 4];
        assertEquals((mixed >> i % 8 & 1) != 0, outputs.get(i, lane), "bit " + i);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"aes_128.txt", "AES-non-expanded.txt"})
  void publicOnesAreAes(String name) throws Exception {
    checkAes(CircuitReader.read(SharedCircuits.file(name)), name.equals("aes_128.txt"));
  }

  /** Lane 0 is the vector of FIPS 197, appendix C.1; the others are random. */
  private static void checkAes(Circuit circuit, boolean keyFirstReversed)
      throws GeneralSecurityException {
    assertArrayEquals(new int[] {128, 128}, circuit.inputSizes());
    assertArrayEquals(new int[] {128}, circuit.outputSizes());
    Random random = new Random(197);
    BitMatrix inputs = new BitMatrix(256, LANES);
    byte[][] expected = new byte[LANES][];
    for (int lane = 0; lane < LANES; lane++) {
      byte[] key = HEX.parseHex("000102030405060708090a0b0c0d0e0f");
      byte[] plain = HEX.parseHex("00112233445566778899aabbccddeeff");
      if (lane > 0) {
        random.nextBytes(key);
        random.nextBytes(plain);
      }
      put(inputs, keyFirstReversed ? 0 : 128, lane, key, keyFirstReversed);
      put(inputs, keyFirstReversed ? 128 : 0, lane, plain, keyFirstReversed);
      Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
      cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
      expected[lane] = cipher.doFinal(plain);
    }
    assertEquals("69c4e0d86a7b0430d8cdb78070b4c55a", HEX.formatHex(expected[0]));
    BitMatrix outputs = PlainEvaluation.evaluate(circuit, inputs);
    for (int lane = 0; lane < LANES; lane++) {
      BitMatrix bits = new BitMatrix(128, LANES);
      put(bits, 0, lane, expected[lane], keyFirstReversed);
      for (int i = 0; i < 128; i++) {
        assertEquals(bits.get(i, lane), outputs.get(i, lane), "bit " + i + " of lane " + lane);
      }
    }
  }

  private static void put(BitMatrix rows, int first, int lane, byte[] block, boolean reversed) {
    for (int i = 0; i < 128; i++) {
      // Bit i of the string, most significant bit of the first byte first.
      boolean bit = (block[i / 8] >> (7 - i % 8) & 1) != 0;
      rows.set(first + (reversed ? 127 - i : i), lane, bit);
    }
  }

  @Test
  void sizesAndDepthsAreThosePromised() {
    CircuitStatistics small = CircuitStatistics.of(Aes.encryption(128, Goal.FEWEST_ANDS));
    assertEquals(6400, small.count(GateType.AND));
    assertEquals(60, small.depth());
    assertTrue(small.count(GateType.XOR) <= 28_176, small.toString());
    assertTrue(small.count(GateType.INV) <= 2_087, small.toString());
    CircuitStatistics shallow = CircuitStatistics.of(Aes.encryption(128, Goal.LEAST_DEPTH));
    assertEquals(6800, shallow.count(GateType.AND));
    assertEquals(40, shallow.depth());
    assertTrue(shallow.count(GateType.XOR) <= 28_176, shallow.toString());
    assertTrue(shallow.count(GateType.INV) <= 2_087, shallow.toString());
  }
}

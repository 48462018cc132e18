package org.schurmpc.circuits.lib;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.CircuitStatistics;
import org.schurmpc.core.circuit.GateType;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.dsl.Goal;

class DesCircuitTest {
  private static final HexFormat HEX = HexFormat.of();

  /** Lane 0: the worked example of many textbooks, and of SP 800-67 (appendix B.1, one block). */
  @ParameterizedTest
  @CsvSource({
    "des, DES, 133457799bbcdff1, 0123456789abcdef, 85e813540f0ab405",
    "triple_des, DESede, 0123456789abcdef23456789abcdef01456789abcdef0123, 5468652071756663,"
        + " a826fd8ce53b855f",
  })
  void agreesWithTheJdk(String name, String algorithm, String key, String block, String vector)
      throws Exception {
    Random random = new Random(46);
    byte[][] keys = Lanes.random(random, key.length() / 2);
    byte[][] plain = Lanes.random(random, 8);
    keys[0] = HEX.parseHex(key);
    plain[0] = HEX.parseHex(block);
    byte[][] expanded = new byte[Lanes.COUNT][];
    byte[][] secret = new byte[Lanes.COUNT][];
    for (int lane = 0; lane < Lanes.COUNT; lane++) {
      expanded[lane] = expanded(keys[lane]);
      Cipher cipher = Cipher.getInstance(algorithm + "/ECB/NoPadding");
      cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(keys[lane], algorithm));
      secret[lane] = cipher.doFinal(plain[lane]);
    }
    assertEquals(vector, HEX.formatHex(secret[0]));
    for (String suffix : new String[] {"", "_shallow", "_sbox"}) {
      assertArrayEquals(secret, Lanes.evaluate(circuit(name + suffix), keys, plain));
      assertArrayEquals(plain, Lanes.evaluate(circuit(name + "_decrypt" + suffix), keys, secret));
      assertArrayEquals(
          secret, Lanes.evaluate(circuit(name + "_expanded" + suffix), expanded, plain));
      assertArrayEquals(
          plain, Lanes.evaluate(circuit(name + "_expanded_decrypt" + suffix), expanded, secret));
    }
  }

  private static Circuit circuit(String name) {
    return Library.circuits().get(name).maker().get();
  }

  /** The round keys of FIPS 46-3, in order, of each key of 64 bits in order. */
  private static byte[] expanded(byte[] keys) {
    byte[] result = new byte[keys.length / 8 * 96];
    for (int i = 0; i < keys.length / 8; i++) {
      long key = 0;
      for (int j = 0; j < 8; j++) {
        key = key << 8 | (keys[8 * i + j] & 0xFF);
      }
      long c =
          permuted(
              key,
              64,
              "57 49 41 33 25 17 9 1 58 50 42 34 26 18 10 2 59 51 43 35 27 19 11"
                  + " 3 60 52 44 36");
      long d =
          permuted(
              key,
              64,
              "63 55 47 39 31 23 15 7 62 54 46 38 30 22 14 6 61 53 45 37 29 21"
                  + " 13 5 28 20 12 4");
      for (int round = 0; round < 16; round++) {
        int turn = round == 0 || round == 1 || round == 8 || round == 15 ? 1 : 2;
        c = (c << turn | c >>> (28 - turn)) & 0xFFFFFFF;
        d = (d << turn | d >>> (28 - turn)) & 0xFFFFFFF;
        long roundKey =
            permuted(
                c << 28 | d,
                56,
                "14 17 11 24 1 5 3 28 15 6 21 10 23 19 12 4 26 8"
                    + " 16 7 27 20 13 2 41 52 31 37 47 55 30 40 51 45 33 48 44 49 39 56 34 53 46 42 50 36"
                    + " 29 32");
        for (int j = 0; j < 6; j++) {
          result[96 * i + 6 * round + j] = (byte) (roundKey >>> (40 - 8 * j));
        }
      }
    }
    return result;
  }

  /** The bits that are named, 1 the most significant of so many. */
  private static long permuted(long from, int bits, String positions) {
    long result = 0;
    for (String position : positions.split(" ", -1)) {
      result = result << 1 | (from >>> (bits - Integer.parseInt(position)) & 1);
    }
    return result;
  }

  /** The first and the last round key of the worked example. */
  @Test
  void theReferencesRoundKeys() {
    String roundKeys = HEX.formatHex(expanded(HEX.parseHex("133457799bbcdff1")));
    assertTrue(roundKeys.startsWith("1b02effc7072"), roundKeys);
    assertTrue(roundKeys.endsWith("cb3d8b0e17f5"), roundKeys);
  }

  @ParameterizedTest
  @CsvSource({
    "des, 1872, 64",
    "des_shallow, 2016, 48",
  })
  void costs(String name, int mostAnds, int mostDepth) {
    for (String suffix : new String[] {"", "_decrypt", "_expanded", "_expanded_decrypt"}) {
      boolean shallow = name.endsWith("_shallow");
      String whole = shallow ? name.replace("_shallow", suffix + "_shallow") : name + suffix;
      check(whole, mostAnds, mostDepth);
      check("triple_" + whole, 3 * mostAnds, 3 * mostDepth);
    }
  }

  @Test
  void costsInLookups() {
    for (String suffix : new String[] {"", "_decrypt", "_expanded", "_expanded_decrypt"}) {
      for (int keys : new int[] {1, 3}) {
        String name = (keys == 1 ? "des" : "triple_des") + suffix + "_sbox";
        Circuit circuit = circuit(name);
        CircuitStatistics figures = CircuitStatistics.of(circuit);
        assertEquals(8 * 16 * keys, figures.count(GateType.LOOKUP), name);
        assertEquals(0, figures.count(GateType.AND), name);
        assertEquals(80 * 16 * keys, figures.count(GateType.XOR), name);
        // At a seam of two blocks the half that is ready first goes on.
        assertEquals(keys == 1 ? 16 : 46, figures.depth(), name);
        assertEquals(DesTables.all(), circuit.tables(), name);
      }
    }
  }

  /** The tables and the products of sums say the same. */
  @Test
  void tablesAreTheSboxesThatAreMadeOfGates() {
    for (Goal goal : Goal.values()) {
      for (int box = 0; box < 8; box++) {
        CircuitBuilder builder = new CircuitBuilder();
        builder.output(DesSbox.all(goal).get(box).apply(builder, builder.input(6)));
        BitMatrix inputs = new BitMatrix(6, 64);
        for (int index = 0; index < 64; index++) {
          for (int bit = 0; bit < 6; bit++) {
            inputs.set(bit, index, (index >> bit & 1) != 0);
          }
        }
        BitMatrix outputs = PlainEvaluation.evaluate(builder.build(), inputs);
        for (int index = 0; index < 64; index++) {
          int entry = 0;
          for (int bit = 0; bit < 4; bit++) {
            entry |= outputs.get(bit, index) ? 1 << bit : 0;
          }
          assertEquals(entry, DesTables.all().get(box).entry(index), "S" + (box + 1));
        }
      }
    }
  }

  private static void check(String name, int mostAnds, int mostDepth) {
    CircuitStatistics figures = CircuitStatistics.of(circuit(name));
    assertTrue(figures.count(GateType.AND) <= mostAnds, name + ": " + figures);
    assertTrue(figures.depth() <= mostDepth, name + ": " + figures);
  }

  @Test
  void twoKeysAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Des.Kind(2, false, false));
  }
}

package org.schurmpc.circuits.lib;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitStatistics;
import org.schurmpc.core.circuit.GateType;
import org.schurmpc.core.circuit.dsl.Goal;

/** All sizes, directions and kinds of keys; lane 0 is the vector of FIPS 197, appendix C. */
class AesLibraryTest {
  private static final HexFormat HEX = HexFormat.of();

  @ParameterizedTest
  @CsvSource({
    "128, 69c4e0d86a7b0430d8cdb78070b4c55a",
    "192, dda97ca4864cdfe06eaf70a0ec0d7191",
    "256, 8ea2b7ca516745bfeafc49904b496089",
  })
  void agreesWithTheJdk(int bits, String vector) throws Exception {
    Random random = new Random(197);
    byte[][] keys = Lanes.random(random, bits / 8);
    byte[][] plain = Lanes.random(random, 16);
    keys[0] = HEX.parseHex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
    keys[0] = Arrays.copyOf(keys[0], bits / 8);
    plain[0] = HEX.parseHex("00112233445566778899aabbccddeeff");
    byte[][] expanded = new byte[Lanes.COUNT][];
    byte[][] secret = new byte[Lanes.COUNT][];
    for (int lane = 0; lane < Lanes.COUNT; lane++) {
      expanded[lane] = expanded(keys[lane]);
      Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
      cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(keys[lane], "AES"));
      secret[lane] = cipher.doFinal(plain[lane]);
    }
    assertEquals(vector, HEX.formatHex(secret[0]));
    for (String suffix : new String[] {"", "_shallow", "_sbox"}) {
      assertArrayEquals(secret, Lanes.evaluate(circuit(bits, suffix), keys, plain));
      assertArrayEquals(plain, Lanes.evaluate(circuit(bits, "_decrypt" + suffix), keys, secret));
      assertArrayEquals(
          secret, Lanes.evaluate(circuit(bits, "_expanded" + suffix), expanded, plain));
      assertArrayEquals(
          plain, Lanes.evaluate(circuit(bits, "_expanded_decrypt" + suffix), expanded, secret));
    }
  }

  private static Circuit circuit(int bits, String suffix) {
    return Library.circuits().get("aes_" + bits + suffix).maker().get();
  }

  /** FIPS 197, 5.2. */
  private static byte[] expanded(byte[] key) {
    byte[] w = Arrays.copyOf(key, 4 * key.length + 112);
    int rcon = 1;
    for (int i = key.length; i < w.length; i += 4) {
      byte[] temp = Arrays.copyOfRange(w, i - 4, i);
      if (i % key.length == 0) {
        byte first = temp[0];
        for (int j = 0; j < 4; j++) {
          temp[j] = (byte) AesCircuitTest.sbox((j < 3 ? temp[j + 1] : first) & 0xFF);
        }
        temp[0] ^= (byte) rcon;
        rcon = AesCircuitTest.times(rcon, 2);
      } else if (key.length == 32 && i % 32 == 16) {
        for (int j = 0; j < 4; j++) {
          temp[j] = (byte) AesCircuitTest.sbox(temp[j] & 0xFF);
        }
      }
      for (int j = 0; j < 4; j++) {
        w[i + j] = (byte) (w[i + j - key.length] ^ temp[j]);
      }
    }
    return w;
  }

  /** FIPS 197, A.1. */
  @Test
  void theReferencesKeyExpansion() {
    byte[] expanded = expanded(HEX.parseHex("2b7e151628aed2a6abf7158809cf4f3c"));
    assertEquals(176, expanded.length);
    assertTrue(HEX.formatHex(expanded).endsWith("d014f9a8c9ee2589e13f0cc8b6630ca6"));
  }

  @ParameterizedTest
  @CsvSource({
    "aes_128, 6400, 60",
    "aes_128_shallow, 6800, 40",
    "aes_128_decrypt, 6400, 120",
    "aes_128_decrypt_shallow, 6800, 80",
    "aes_128_expanded, 5120, 60",
    "aes_128_expanded_shallow, 5440, 40",
    "aes_128_expanded_decrypt, 5120, 60",
    "aes_128_expanded_decrypt_shallow, 5440, 40",
    "aes_192, 7168, 72",
    "aes_192_shallow, 7616, 48",
    "aes_192_decrypt, 7168, 120",
    "aes_192_decrypt_shallow, 7616, 80",
    "aes_192_expanded, 6144, 72",
    "aes_192_expanded_shallow, 6528, 48",
    "aes_192_expanded_decrypt, 6144, 72",
    "aes_192_expanded_decrypt_shallow, 6528, 48",
    "aes_256, 8832, 84",
    "aes_256_shallow, 9384, 56",
    "aes_256_decrypt, 8832, 162",
    "aes_256_decrypt_shallow, 9384, 108",
    "aes_256_expanded, 7168, 84",
    "aes_256_expanded_shallow, 7616, 56",
    "aes_256_expanded_decrypt, 7168, 84",
    "aes_256_expanded_decrypt_shallow, 7616, 56",
  })
  void costs(String name, int mostAnds, int mostDepth) {
    CircuitStatistics figures = CircuitStatistics.of(Library.circuits().get(name).maker().get());
    assertTrue(figures.count(GateType.AND) <= mostAnds, figures.toString());
    assertTrue(figures.depth() <= mostDepth, figures.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "aes_128, 200, 10, 20",
    "aes_128_expanded, 160, 10, 10",
    "aes_192, 224, 12, 20",
    "aes_192_expanded, 192, 12, 12",
    "aes_256, 276, 14, 27",
    "aes_256_expanded, 224, 14, 14",
  })
  void costsInLookups(String name, int lookups, int depth, int decryptionDepth) {
    int[] depths = {depth, decryptionDepth};
    for (int i = 0; i < 2; i++) {
      String whole = name + (i == 0 ? "_sbox" : "_decrypt_sbox");
      Circuit circuit = Library.circuits().get(whole).maker().get();
      CircuitStatistics figures = CircuitStatistics.of(circuit);
      assertEquals(lookups, figures.count(GateType.LOOKUP), figures.toString());
      assertEquals(depths[i], figures.depth(), figures.toString());
      assertEquals(0, figures.count(GateType.AND), figures.toString());
      // Each XOR of MixColumns and of the round keys, and those of the key's schedule.
      int schedule = name.endsWith("_expanded") ? 0 : 2_300;
      int mixed = (name.contains("128") ? 9 : name.contains("192") ? 11 : 13) * 4;
      int most = mixed * (i == 0 ? 93 : 153) + (mixed / 4 + 2) * 128 + schedule;
      assertTrue(figures.count(GateType.XOR) <= most, figures.toString());
      int tables = i == 1 && schedule > 0 ? 2 : 1; // the key's schedule has the other one
      assertEquals(tables, circuit.tables().size());
      assertEquals(8, circuit.tables().get(0).inputBits());
    }
  }

  @Test
  void otherKeysAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> Aes.encryption(160, Goal.FEWEST_ANDS));
  }
}

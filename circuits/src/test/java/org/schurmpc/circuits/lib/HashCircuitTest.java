package org.schurmpc.circuits.lib;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitStatistics;
import org.schurmpc.core.circuit.GateType;

class HashCircuitTest {
  private static final String SHA256_START =
      "6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19";
  private static final String SHA512_START =
      "6a09e667f3bcc908bb67ae8584caa73b3c6ef372fe94f82ba54ff53a5f1d36f1"
          + "510e527fade682d19b05688c2b3e6c1f1f83d9abfb41bd6b5be0cd19137e2179";

  /** The published digests of the message "abc" (RFC 1321, A.5; FIPS 180-4's examples). */
  private static final String MD5_ABC = "900150983cd24fb0d6963f7d28e17f72";

  private static final String SHA1_ABC = "a9993e364706816aba3e25717850c26c9cd0d89d";
  private static final String SHA256_ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  private static final String SHA512_ABC =
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
          + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f";

  /** One block is fed from the start value, and a second one from what the first gave. */
  @ParameterizedTest
  @CsvSource({
    "md5, MD5, 64, 0123456789abcdeffedcba9876543210, " + MD5_ABC,
    "sha1, SHA-1, 64, 67452301efcdab8998badcfe10325476c3d2e1f0, " + SHA1_ABC,
    "sha256, SHA-256, 64, " + SHA256_START + ", " + SHA256_ABC,
    "sha512, SHA-512, 128, " + SHA512_START + ", " + SHA512_ABC,
  })
  void agreesWithTheJdk(String name, String algorithm, int blockBytes, String start, String abc)
      throws Exception {
    MessageDigest reference = MessageDigest.getInstance(algorithm);
    boolean little = algorithm.equals("MD5");
    Random random = new Random(180);
    byte[][] first = new byte[Lanes.COUNT][];
    byte[][] firstDigests = new byte[Lanes.COUNT][];
    byte[][] starts = new byte[Lanes.COUNT][];
    byte[][] full = new byte[Lanes.COUNT][];
    byte[][] second = new byte[Lanes.COUNT][];
    byte[][] secondDigests = new byte[Lanes.COUNT][];
    int room = blockBytes - 1 - blockBytes / 8;
    for (int lane = 0; lane < Lanes.COUNT; lane++) {
      byte[] message = new byte[random.nextInt(room + 1)];
      random.nextBytes(message);
      if (lane == 0) {
        message = "abc".getBytes(StandardCharsets.US_ASCII);
      }
      starts[lane] = HexFormat.of().parseHex(start);
      first[lane] = padded(message, message.length, blockBytes, little);
      firstDigests[lane] = reference.digest(message);
      byte[] longer = new byte[blockBytes + random.nextInt(room + 1)];
      random.nextBytes(longer);
      full[lane] = Arrays.copyOf(longer, blockBytes);
      byte[] rest = Arrays.copyOfRange(longer, blockBytes, longer.length);
      second[lane] = padded(rest, longer.length, blockBytes, little);
      secondDigests[lane] = reference.digest(longer);
    }
    assertEquals(abc, HexFormat.of().formatHex(firstDigests[0]));
    for (String variant : new String[] {name, name + "_shallow"}) {
      Circuit circuit = Library.circuits().get(variant).maker().get();
      assertArrayEquals(firstDigests, Lanes.evaluate(circuit, first, starts), variant);
      byte[][] chained = Lanes.evaluate(circuit, full, starts);
      assertArrayEquals(secondDigests, Lanes.evaluate(circuit, second, chained), variant);
    }
  }

  /** The last block of a message of so many bytes. */
  private static byte[] padded(byte[] rest, int messageBytes, int blockBytes, boolean little) {
    byte[] block = Arrays.copyOf(rest, blockBytes);
    block[rest.length] = (byte) 0x80;
    ByteBuffer.wrap(block)
        .order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN)
        .putLong(blockBytes - 8, 8L * messageBytes);
    return block;
  }

  @Test
  void keccakIsWhatSha3IsMadeOf() throws Exception {
    Circuit circuit = KeccakF.circuit();
    Random random = new Random(202);
    byte[][] states = new byte[Lanes.COUNT][];
    byte[][] digests = new byte[Lanes.COUNT][];
    int rate = 136;
    for (int lane = 0; lane < Lanes.COUNT; lane++) {
      byte[] message = new byte[lane == 0 ? 0 : random.nextInt(rate)];
      random.nextBytes(message);
      byte[] state = Arrays.copyOf(message, 200);
      state[message.length] ^= 0x06;
      state[rate - 1] ^= (byte) 0x80;
      states[lane] = reversed(state);
      digests[lane] = MessageDigest.getInstance("SHA3-256").digest(message);
    }
    assertEquals(
        "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a",
        HexFormat.of().formatHex(digests[0]));
    byte[][] outputs = Lanes.evaluate(circuit, new byte[][][] {states});
    for (int lane = 0; lane < Lanes.COUNT; lane++) {
      outputs[lane] = Arrays.copyOf(reversed(outputs[lane]), 32);
    }
    assertArrayEquals(digests, outputs);
  }

  /** All 1,600 bits out: the permutation of zeros (the Keccak team's known answers begin so). */
  @Test
  void keccakOfZeros() {
    byte[][] zeros = new byte[Lanes.COUNT][200];
    byte[] output = reversed(Lanes.evaluate(KeccakF.circuit(), new byte[][][] {zeros})[0]);
    ByteBuffer lanes = ByteBuffer.wrap(output).order(ByteOrder.LITTLE_ENDIAN);
    assertEquals(0xF1258F7940E1DDE7L, lanes.getLong(0));
    assertEquals(0x84D5CCF933C0478AL, lanes.getLong(8));
    assertEquals(0xEAF1FF7B5CECA249L, lanes.getLong(192));
  }

  private static byte[] reversed(byte[] bytes) {
    byte[] result = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      result[i] = bytes[bytes.length - 1 - i];
    }
    return result;
  }

  @Test
  void hmac() throws Exception {
    Random random = new Random(198);
    byte[][] keys = Lanes.random(random, 32);
    byte[][] messages = Lanes.random(random, 64);
    byte[][] codes = new byte[Lanes.COUNT][];
    for (int lane = 0; lane < Lanes.COUNT; lane++) {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(keys[lane], "HmacSHA256"));
      codes[lane] = mac.doFinal(messages[lane]);
    }
    assertArrayEquals(
        codes, Lanes.evaluate(Library.circuits().get("hmac_sha256").maker().get(), keys, messages));
  }

  @ParameterizedTest
  @CsvSource({
    "md5, 9277, 1279",
    "md5_shallow, 48850, 698",
    "sha1, 10955, 2165",
    "sha1_shallow, 28159, 466",
    "sha256, 22271, 1607",
    "sha256_shallow, 65294, 494",
    "sha512, 57572, 3303",
    "sha512_shallow, 196485, 707",
    "keccak_f, 38400, 24",
    "hmac_sha256, 102153, 6379",
  })
  void costs(String name, int mostAnds, int mostDepth) {
    CircuitStatistics figures = CircuitStatistics.of(Library.circuits().get(name).maker().get());
    assertTrue(figures.count(GateType.AND) <= mostAnds, figures.toString());
    assertTrue(figures.depth() <= mostDepth, figures.toString());
  }
}

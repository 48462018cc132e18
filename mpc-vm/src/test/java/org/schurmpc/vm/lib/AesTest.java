package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.field.Gf2To40Embedding;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.compile.CostReport;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretGf2ns;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.machine.spdz.VmRun;
import org.schurmpc.vm.verify.VerifiedProgram;

/** AES over GF(2^40) against javax.crypto, its rounds and its material. */
class AesTest {
  private static final int BLOCK = AesBytes.BLOCK;
  private static final int ROUND_KEYS = 11;

  private static VerifiedProgram compile(SecureProgram program, String second) throws Exception {
    CompileOptions options =
        CompileOptions.of(Fields.named("p128"), 2).withSecond(Fields.named(second)).withoutLines();
    return Compiler.compile(program, "aes", options);
  }

  /** Blocks of party 1 under keys of party 0, one for all or one for each. */
  private static VerifiedProgram withSchedule(int keys, int blocks) throws Exception {
    return compile(
        b -> {
          AesBytes bytes = new AesBytes(b);
          SecretGf2ns key = bytes.input("key", 0, keys);
          SecretGf2ns text = bytes.input("text", 1, blocks);
          Aes aes = new Aes(b);
          SecretGf2ns encrypted = aes.encrypt(aes.expand(key), text);
          b.secondField().output("out", bytes.byBlock(encrypted));
        },
        "gf2_40");
  }

  /** As above, by lookups. */
  private static VerifiedProgram withTables(int keys, int blocks, int parties) throws Exception {
    SecureProgram program =
        b -> {
          AesBytes bytes = new AesBytes(b);
          SecretGf2ns key = bytes.input("key", 0, keys);
          SecretGf2ns text = bytes.input("text", 1, blocks);
          Aes aes = Aes.withTables(b);
          SecretGf2ns encrypted = aes.encrypt(aes.expand(key), text);
          b.secondField().output("out", bytes.byBlock(encrypted));
        };
    CompileOptions options =
        CompileOptions.of(Fields.named("p128"), parties)
            .withSecond(Fields.named("gf2_40"))
            .withoutLines();
    return Compiler.compile(program, "aes", options);
  }

  private static void expanded(ProgramBuilder b, int blocks) {
    AesBytes bytes = new AesBytes(b);
    SecretGf2ns key = bytes.byBlock(bytes.input("key", 0, ROUND_KEYS));
    SecretGf2ns text = bytes.input("text", 1, blocks);
    List<SecretGf2ns> roundKeys =
        IntStream.range(0, ROUND_KEYS).mapToObj(r -> key.slice(r * BLOCK, BLOCK)).toList();
    SecretGf2ns encrypted = new Aes(b).encrypt(roundKeys, text);
    b.secondField().output("out", bytes.bytes(bytes.byBlock(encrypted).reveal()));
  }

  private static BigInteger[] numbers(byte[] bytes) {
    BigInteger[] numbers = new BigInteger[bytes.length];
    Arrays.setAll(numbers, i -> BigInteger.valueOf(bytes[i] & 0xff));
    return numbers;
  }

  private static byte[] random(int blocks, int seed) {
    byte[] bytes = new byte[BLOCK * blocks];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  /** Returns the blocks, encrypted under one key or under a key for each. */
  private static byte[] encrypted(byte[] keys, byte[] text) throws Exception {
    byte[] all = new byte[text.length];
    for (int at = 0; at < text.length; at += BLOCK) {
      byte[] key = Arrays.copyOfRange(keys, at % keys.length, at % keys.length + BLOCK);
      Cipher aes = Cipher.getInstance("AES/ECB/NoPadding");
      aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
      aes.doFinal(text, at, BLOCK, all, at);
    }
    return all;
  }

  /** Returns the bytes whose images outputs are. */
  private static byte[] bytes(BigInteger[] images) {
    long[] words = Arrays.stream(images).mapToLong(BigInteger::longValueExact).toArray();
    byte[] bytes = new byte[words.length];
    assertTrue(Gf2To40Embedding.extract(words, 0, bytes, 0, words.length));
    return bytes;
  }

  private static Values run(VerifiedProgram program, byte[] key, byte[] text) throws Exception {
    Values inputs = Interpreter.inputs(program.program());
    inputs.set("key", numbers(key));
    inputs.set("text", numbers(text));
    return Interpreter.run(program, inputs, 1).outputs();
  }

  @Test
  void encryptsUnderOneKey() throws Exception {
    byte[] key = random(1, 1);
    byte[] text = random(5, 2);
    Values outputs = run(withSchedule(1, 5), key, text);
    assertArrayEquals(encrypted(key, text), bytes(outputs.get("out")));
  }

  @Test
  void encryptsUnderAKeyForEachBlock() throws Exception {
    byte[] keys = random(3, 3);
    byte[] text = random(3, 4);
    Values outputs = run(withSchedule(3, 3), keys, text);
    assertArrayEquals(encrypted(keys, text), bytes(outputs.get("out")));
  }

  /** The example of FIPS 197, appendix A.1 and B: a key, its expansion's end, and a block. */
  @Test
  void encryptsUnderAnExpandedKey() throws Exception {
    byte[] key = HexFormat.of().parseHex("2b7e151628aed2a6abf7158809cf4f3c");
    byte[] text = HexFormat.of().parseHex("3243f6a8885a308d313198a2e0370734");
    byte[] roundKeys = expandedInTheClear(key);
    assertEquals(
        "d014f9a8c9ee2589e13f0cc8b6630ca6",
        HexFormat.of().formatHex(Arrays.copyOfRange(roundKeys, 160, 176)));
    Values outputs = run(compile(b -> expanded(b, 1), "gf2_40"), roundKeys, text);
    assertArrayEquals(
        numbers(HexFormat.of().parseHex("3925841d02dc09fbdc118597196a0b32")), outputs.get("out"));
  }

  /** Returns the round keys that the program's key schedule computes. */
  private static byte[] expandedInTheClear(byte[] key) throws Exception {
    VerifiedProgram schedule =
        compile(
            b -> {
              List<SecretGf2ns> roundKeys = new Aes(b).expand(new AesBytes(b).input("key", 0, 1));
              b.secondField()
                  .output("out", SecretGf2ns.join(roundKeys.toArray(SecretGf2ns[]::new)));
            },
            "gf2_40");
    Values inputs = Interpreter.inputs(schedule.program());
    inputs.set("key", numbers(key));
    return bytes(Interpreter.run(schedule, inputs, 1).outputs().get("out"));
  }

  private static void requireCosts(
      VerifiedProgram program, long rounds, long triples, long bits, long checks) {
    assertEquals(rounds, CostReport.of(program).total().rounds());
    Counts demand = program.program().tapes().get(0).demand()[1];
    assertEquals(triples, demand.triples());
    assertEquals(bits, demand.bits());
    assertEquals(checks, CostReport.of(program).total().checks());
  }

  @Test
  void takesFiftyRounds() throws Exception {
    for (int blocks : new int[] {1, 4}) {
      int inputs = 8 * BLOCK * (1 + blocks);
      // The key's S-boxes and the blocks' are opened together.
      requireCosts(
          withSchedule(1, blocks), 50, 240 + 960L * blocks, 640 + 2560L * blocks + inputs, 20);
    }
  }

  @Test
  void takesFiftyRoundsUnderAnExpandedKey() throws Exception {
    int inputs = 8 * BLOCK * (ROUND_KEYS + 1);
    // The result is revealed in a further round.
    requireCosts(compile(b -> expanded(b, 1), "gf2_40"), 51, 960, 2560 + inputs, 21);
  }

  /** Ten rounds with the key schedule, and nothing is checked before the outputs. */
  @Test
  void takesTenRoundsByLookups() throws Exception {
    for (int blocks : new int[] {1, 4}) {
      VerifiedProgram program = withTables(1, blocks, 2);
      requireCosts(program, 10, 0, 8L * BLOCK * (1 + blocks), 1);
      Counts demand = program.program().tapes().get(0).demand()[1];
      assertArrayEquals(new long[] {40 + 160L * blocks}, demand.lookups());
    }
  }

  @Test
  void encryptsByLookups() throws Exception {
    byte[] keys = random(3, 8);
    byte[] text = random(3, 9);
    Values outputs = run(withTables(3, 3, 2), keys, text);
    assertArrayEquals(encrypted(keys, text), bytes(outputs.get("out")));
  }

  @ParameterizedTest
  @CsvSource({"2, ALL", "3, ALL", "3, KING"})
  void encryptsByLookupsAtRealParties(int parties, OpeningMode mode) throws Exception {
    byte[] key = random(1, 5);
    byte[] text = random(2, 6);
    VmRun run =
        new VmRun(withTables(1, 2, parties), Map.of("key", numbers(key), "text", numbers(text)));
    for (VmRun.End end : run.run(mode)) {
      assertNull(end.failure());
      assertArrayEquals(encrypted(key, text), bytes(end.outputs().get("out")));
    }
  }

  @Test
  void refusesAFieldWithoutTheBytes() {
    BadFile e = assertThrows(BadFile.class, () -> compile(b -> expanded(b, 1), "gf2_64"));
    assertTrue(
        e.getMessage().endsWith("AES needs gf2_40 as the second field, not gf2_64"),
        e.getMessage());
  }

  @Test
  void encryptsAtRealParties() throws Exception {
    byte[] key = random(1, 5);
    byte[] text = random(2, 6);
    VmRun run = new VmRun(withSchedule(1, 2), Map.of("key", numbers(key), "text", numbers(text)));
    for (VmRun.End end : run.run(OpeningMode.ALL)) {
      assertNull(end.failure());
      assertArrayEquals(encrypted(key, text), bytes(end.outputs().get("out")));
    }
  }

  /**
   * Returns how often party 0 opens bytes to be decomposed, if party 1 alters the first products.
   * In the first round of an S-box layer, 20 bytes are opened, and in the second one two factors of
   * 60 products.
   */
  private static long decompositions(boolean altered) throws Exception {
    byte[] block = random(1, 7);
    VmRun run =
        new VmRun(withSchedule(1, 1), Map.of("key", numbers(block), "text", numbers(block)));
    int element = Fields.named("gf2_40").bytes();
    List<Integer> sent = Collections.synchronizedList(new ArrayList<>());
    AtomicBoolean once = new AtomicBoolean(altered);
    Network[] networks = SessionPairs.networks(2);
    networks[0] =
        new TamperingNetwork(
            networks[0],
            (peer, index, frame) -> {
              sent.add(frame.length);
              return frame;
            });
    networks[1] =
        new TamperingNetwork(
            networks[1],
            (peer, index, frame) -> {
              boolean products = frame.length == 2 * 60 * element;
              frame[0] ^= (byte) (products && once.getAndSet(false) ? 1 : 0);
              return frame;
            });
    VmRun.End end = run.run(networks, OpeningMode.ALL).get(0);
    if (altered) {
      PeerCheated cheated = assertInstanceOf(PeerCheated.class, end.failure());
      assertEquals(PeerCheated.Check.MAC, cheated.check());
    } else {
      assertNull(end.failure());
    }
    return sent.stream().filter(length -> length == 20 * element).count();
  }

  /** With an altered product, what is decomposed next is no byte, and would be seen. */
  @Test
  void decomposesNothingAfterAnAlteredProduct() throws Exception {
    assertEquals(20, decompositions(false));
    assertEquals(1, decompositions(true));
  }
}

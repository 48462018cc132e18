package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.schurmpc.client.Answer;
import org.schurmpc.client.Job;
import org.schurmpc.client.MpcClient;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.program.ProgramLanguages;
import org.schurmpc.core.program.ProgramOptions;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBit;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.Comparison;

/**
 * Two parties' jobs: blocks under a kept key of AES, of which each party has given a random share
 * (TinyOT), and which of a client's two numbers is smaller, and the sum of both (SPDZ).
 */
final class TagsAndPairs {
  static final String TAG = "tag";
  static final String PAIRS = "pairs";
  static final String SUM = "sum";

  /** Number of masks that are kept ready for tags. */
  static final int DELIVERIES = 64;

  private static final int NUMBERS = 16; // masks
  private static final int LANES = 8;
  private static final int KEY_BITS = 128;
  private static final int WIDTH = 32;

  private static final String JOBS =
      """
      [stock.bits]
      protocol = "tinyot"
      store = "store-%%1$d"
      %s
      [stock.numbers]
      protocol = "spdz"
      store = "numbers-%%1$d"
      options = { field = "p128" }
      %s
      [[job]]
      name = "key"
      circuit = "key.txt"
      digest = "%s"
      stock = "bits"
      inputs = ["party1", "party2"]
      outputs = ["set:key"]
      input_names = ["share1", "share2"]
      own_inputs = "share-%%1$d.txt"
      clients = ["till"]
      [[job]]
      name = "tag"
      circuit = "aes_128"
      digest = "%s"
      stock = "bits"
      inputs = ["set:key", "client"]
      outputs = ["client"]
      input_names = ["key", "block"]
      output_names = ["tag"]
      clients = ["till"]
      lanes = %d
      [[job]]
      name = "pairs"
      program = "pairs.bin"
      digest = "%s"
      stock = "numbers"
      inputs = ["client", "client"]
      outputs = ["client", "client"]
      clients = ["till"]
      rerun = "deterministic"
      """;

  private static final String FREE =
      """
      [stock.free]
      protocol = "tinyot"
      store = "free-%%1$d"
      deliveries = 1024
      [[job]]
      name = "sum"
      circuit = "key.txt"
      digest = "%s"
      stock = "free"
      inputs = ["client", "client"]
      outputs = ["client"]
      input_names = ["one", "other"]
      output_names = ["sum"]
      clients = ["till"]
      lanes = %d
      """;

  private final ServiceParties parties;
  private final SecureRandom random = new SecureRandom();
  private final SecretKeySpec key;

  /** Compares two numbers, and adds them. */
  public static final class Pairs implements SecureProgram {
    @Override
    public void define(ProgramBuilder b) {
      SecretInt x = b.input("x", 0, IntType.signed(WIDTH));
      SecretInt y = b.input("y", 0, IntType.signed(WIDTH));
      SecretBit less = new Comparison(b).lessThan(x, y);
      b.output("less", less);
      b.output("sum", x.plus(y));
    }
  }

  /** Makes both parties' files in a folder. */
  TagsAndPairs(Path folder) throws Exception {
    this(folder, LANES, "deliveries = " + DELIVERIES, "deliveries = " + NUMBERS, false);
  }

  /**
   * Makes both parties' files in a folder, with a job that takes no ANDs: the XOR of a client's two
   * blocks. It has a stock of its own, whose material is cheap.
   *
   * @param lanes of the jobs with blocks
   * @param bits the marks of the stock of TinyOT, and how many masks it keeps ready, as lines
   * @param numbers likewise of the stock of SPDZ
   */
  TagsAndPairs(Path folder, int lanes, String bits, String numbers) throws Exception {
    this(folder, lanes, bits, numbers, true);
  }

  private TagsAndPairs(Path folder, int lanes, String bits, String numbers, boolean free)
      throws Exception {
    String circuit = circuit(folder.resolve("key.txt"));
    String program = compile(Pairs.class, 2, folder.resolve("pairs.bin"));
    String jobs =
        JOBS.formatted(bits, numbers, circuit, ServiceParties.digest("aes_128"), lanes, program)
            + (free ? FREE.formatted(circuit, lanes) : "");
    parties = new ServiceParties(folder, 2, List.of("till"), jobs);
    BigInteger shared = BigInteger.ZERO;
    for (int party = 1; party <= 2; party++) {
      BigInteger share = new BigInteger(KEY_BITS, random);
      shared = shared.xor(share);
      parties.secret("share-" + party + ".txt", "share%d = %032x\n".formatted(party, share));
    }
    key = new SecretKeySpec(HexFormat.of().parseHex("%032x".formatted(shared)), "AES");
  }

  /** Writes an XOR of two keys, and returns its digest. */
  private static String circuit(Path file) throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int[] a = builder.input(KEY_BITS);
    int[] b = builder.input(KEY_BITS);
    int[] out = new int[KEY_BITS];
    for (int i = 0; i < KEY_BITS; i++) {
      out[i] = builder.xor(a[i], b[i]);
    }
    builder.output(out);
    var circuit = builder.build();
    BristolFashion.write(circuit, file);
    return BristolFashion.hexDigest(circuit);
  }

  /** Compiles a program over the field p128 into a file, and returns its digest. */
  static String compile(Class<? extends SecureProgram> source, int parties, Path file)
      throws Exception {
    CompiledProgram program =
        ProgramLanguages.only()
            .compile(
                source,
                new ProgramOptions(
                    "p128",
                    Optional.empty(),
                    parties,
                    Optional.of(false),
                    OptionalInt.empty(),
                    new TreeMap<>()));
    Files.write(file, program.bytes());
    return program.digest();
  }

  ServiceParties parties() {
    return parties;
  }

  /** Makes the kept key, from the shares of the parties. */
  void makeKey(MpcClient client) throws Exception {
    client.job("key").submit().await(Duration.ofMinutes(5));
  }

  /** Asks for a random block under the key. */
  ServiceTraffic.Question tag() {
    byte[] block = block();
    return question(Map.of("block", block), "tag", encrypted(block));
  }

  /** Asks for the XOR of two random blocks, which takes no ANDs. */
  ServiceTraffic.Question sum() {
    byte[] one = block();
    byte[] other = block();
    byte[] sum = one.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] ^= other[i];
    }
    return question(Map.of("one", one, "other", other), SUM, sum);
  }

  private byte[] block() {
    byte[] block = new byte[KEY_BITS / 8];
    synchronized (random) {
      random.nextBytes(block);
    }
    return block;
  }

  /** Asks for what blocks become. */
  private static ServiceTraffic.Question question(
      Map<String, byte[]> blocks, String output, byte[] expected) {
    byte[] bits = new byte[expected.length]; // bit 0 of the circuit is the last bit
    for (int i = 0; i < bits.length; i++) {
      bits[i] = expected[bits.length - 1 - i];
    }
    return new ServiceTraffic.Question() {
      @Override
      public void give(Job job) {
        for (Map.Entry<String, byte[]> each : blocks.entrySet()) {
          job.inputHex(each.getKey(), HexFormat.of().formatHex(each.getValue()));
        }
      }

      @Override
      public void require(Answer answer) {
        assertArrayEquals(bits, answer.bits(output), output);
      }
    };
  }

  private byte[] encrypted(byte[] block) {
    try {
      Cipher aes = Cipher.getInstance("AES/ECB/NoPadding");
      aes.init(Cipher.ENCRYPT_MODE, key);
      return aes.doFinal(block);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Asks about two random numbers, of which one in eight pairs is equal. */
  ServiceTraffic.Question pair() {
    int x;
    int y;
    synchronized (random) {
      x = random.nextInt();
      y = random.nextInt(8) == 0 ? x : random.nextInt();
    }
    return new ServiceTraffic.Question() {
      @Override
      public void give(Job job) {
        job.input("x", x).input("y", y);
      }

      @Override
      public void require(Answer answer) {
        assertEquals(List.of(BigInteger.valueOf(x < y ? 1 : 0)), answer.numbers("less"), "less");
        assertEquals(List.of(BigInteger.valueOf((long) x + y)), answer.numbers("sum"), "sum");
      }
    };
  }
}

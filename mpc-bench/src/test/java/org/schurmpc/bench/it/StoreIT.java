package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.crypto.FieldHash;

/** Prepares material by some runs of the program, and uses the material in others. */
class StoreIT {
  // FIPS 197, appendix C.1.
  private static final String KEY = "000102030405060708090a0b0c0d0e0f";
  private static final String PLAINTEXT = "00112233445566778899aabbccddeeff";
  private static final String CIPHERTEXT = "69c4e0d86a7b0430d8cdb78070b4c55a\n";

  @TempDir Path folder;

  private String config(String protocol) throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    String text =
        """
        protocol = "%s"
        circuit = "aes_128"
        inputs = ["party1", "party2"]
        outputs = ["all"]
        [[party]]
        address = "127.0.0.1:%d"
        [[party]]
        """
            .formatted(protocol, port);
    Files.writeString(folder.resolve("key.hex"), KEY);
    Files.writeString(folder.resolve("plaintext.hex"), PLAINTEXT);
    return Files.writeString(folder.resolve(protocol + ".toml"), text).toString();
  }

  private String store(int party) {
    return folder.resolve("store-" + party).toString();
  }

  private static BenchThread start(String command, String config, int party, String... more) {
    List<String> args = new ArrayList<>(List.of(command, "--config", config, "--plaintext"));
    args.addAll(List.of("--party", Integer.toString(party), "--connect-timeout", "60s"));
    args.addAll(List.of(more));
    return BenchThread.start(args.toArray(String[]::new));
  }

  private BenchThread eval(String config, int party, String... more) {
    List<String> args = new ArrayList<>(List.of("--preprocessing", "store:" + store(party)));
    String input = party == 1 ? "key.hex" : "plaintext.hex";
    args.addAll(List.of("--input", folder.resolve(input).toString()));
    args.addAll(List.of(more));
    return start("eval", config, party, args.toArray(String[]::new));
  }

  private void requireCiphertext(String config, String... more) throws Exception {
    try (BenchRun alice = eval(config, 1, more);
        BenchRun bob = eval(config, 2, more)) {
      alice.expect(0);
      bob.expect(0);
      assertEquals(CIPHERTEXT, alice.out());
      assertEquals(CIPHERTEXT, bob.out());
    }
  }

  private String requireEnd(int exitCode, String config, String... more) throws Exception {
    try (BenchRun alice = eval(config, 1, more);
        BenchRun bob = eval(config, 2, more)) {
      alice.expect(exitCode);
      bob.expect(exitCode);
      assertEquals("", alice.out() + bob.out());
      return alice.err();
    }
  }

  private void prepare(String config, String blocks, String... more) throws Exception {
    List<String> args = new ArrayList<>(List.of("--blocks", blocks));
    args.addAll(List.of(more));
    List<String> first = new ArrayList<>(args);
    first.addAll(List.of("--store", store(1)));
    List<String> second = new ArrayList<>(args);
    second.addAll(List.of("--store", store(2)));
    try (BenchRun alice = start("prepare", config, 1, first.toArray(String[]::new));
        BenchRun bob = start("prepare", config, 2, second.toArray(String[]::new))) {
      alice.expect(0);
      bob.expect(0);
    }
  }

  /**
   * TinyOT is prepared for one block: the second evaluation exhausts the store, refills, and
   * continues.
   */
  @Test
  void preparesEvaluatesRunsOutAndGoesOn() throws Exception {
    String config = config("tinyot");
    Path key = Files.writeString(folder.resolve("store.key"), "5a".repeat(32));
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    String[] encrypted = {"--store-key", key.toString(), "--sigma", "40"};
    prepare(config, "1", encrypted);
    requireCiphertext(config, encrypted);
    String exhausted = requireEnd(7, config, encrypted);
    assertTrue(exhausted.contains("more items of 'AND triples'"), exhausted);
    assertTrue(exhausted.contains("prepare"), exhausted);
    String keyless = requireEnd(2, config, "--sigma", "40");
    assertTrue(keyless.contains("encrypted"), keyless);
    plantABatchInTheClear(config, encrypted);
    prepare(config, "1", encrypted);
    requireCiphertext(config, encrypted);
    requireCiphertext(config, "--store-key", key.toString(), "--sigma", "40", "--refill", "ot");
  }

  /** The second job finds the stores empty. */
  @Test
  void aBenchmarkTakesMaterialFromStores() throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    builder.output(builder.and(builder.input(1)[0], builder.input(1)[0]));
    Path circuit = folder.resolve("and.txt");
    BristolFashion.write(builder.build(), circuit);
    String config = config("minitrix").replace(".toml", "-and.toml");
    String text = Files.readString(folder.resolve("minitrix.toml"));
    Files.writeString(Path.of(config), text.replace("aes_128", circuit.toString()));
    Path stores = Files.createDirectory(folder.resolve("stores"));
    List<String> out =
        List.of(stores.resolve("party-1").toString(), stores.resolve("party-2").toString());
    try (BenchRun dealer =
        BenchThread.start(
            "dealer", "--config", config, "--lanes", "680", "--out", out.get(0), out.get(1))) {
      dealer.expect(0);
    }
    String[] job = {
      "--protocol",
      "minitrix",
      "--circuit",
      circuit.toString(),
      "--preprocessing",
      "store:" + stores,
      "--runs",
      "1",
      "--warmup",
      "0",
      "--rehearsal",
      "0ms"
    };
    try (BenchRun bench = BenchThread.start(job)) {
      assertTrue(bench.expect(0).out().contains("verified"), bench.out());
    }
    try (BenchRun bench = BenchThread.start(job)) {
      bench.expect(7);
    }
  }

  /** A stock is prepared before a circuit is known, topped up, and used for a circuit. */
  @Test
  @Tag("slow")
  void aStockForAnyCircuit() throws Exception {
    StoreParties parties =
        new StoreParties(folder, List.of(folder.resolve("store-1"), folder.resolve("store-2")));
    String nothing = parties.config("");
    int bits = 2 * StoreParties.BITS;
    String stock = "and=128,input1=%d,input2=%d".formatted(bits, bits);
    String first = parties.prepare(nothing, "--demand", stock);
    assertTrue(first.contains("; 272,432 bytes made now"), first);
    String wide = parties.wide();
    parties.requireWide(wide, 1);
    String second = parties.prepare(nothing, "--demand", stock);
    assertTrue(second.contains("; 136,216 bytes made now"), second);
    parties.requireWide(wide, 2);
  }

  /**
   * A dealer's stores last for two passes. A restored copy is refused, and so is a destroyed store.
   */
  @Test
  void usesADealersStoresOnceAndRefusesCopies() throws Exception {
    String config = config("minitrix");
    try (BenchRun dealer =
        BenchThread.start(
            "dealer", "--config", config, "--lanes", "1360", "--out", store(1), store(2))) {
      dealer.expect(0);
      assertTrue(dealer.err().contains("INSECURE"), dealer.err());
    }
    copy(folder.resolve("store-1"), folder.resolve("copy"));
    try (BenchRun info = BenchJar.start(folder, "prep", "info", store(1))) {
      String text = info.expect(0).out();
      assertTrue(text.contains("12,800 of 12,800") && text.contains("INSECURE"), text);
    }
    requireCiphertext(config);
    requireCiphertext(config);
    assertTrue(requireEnd(7, config).contains("'AND gate'"));

    destroy(folder.resolve("store-1"));
    copy(folder.resolve("copy"), folder.resolve("store-1"));
    try (BenchRun alice = eval(config, 1)) {
      alice.expect(3);
      assertTrue(alice.err().contains("stands further back"), alice.err());
    }
    try (BenchRun unsure = BenchThread.start("prep", "destroy", store(2))) {
      unsure.expect(2);
    }
    try (BenchRun destroy = BenchThread.start("prep", "destroy", store(2), "--yes")) {
      destroy.expect(0);
    }
    assertFalse(Files.exists(folder.resolve("store-2")));
    try (BenchThread info = BenchThread.start("prep", "info", store(2))) {
      info.expect(3);
      assertTrue(info.err().contains("is not there"), info.err());
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file)));
      }
    }
  }

  private static void destroy(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /**
   * Plants a batch like an attacker who can write to the disk but has no key. Nobody uses the
   * store.
   */
  private void plantABatchInTheClear(String config, String[] key) throws Exception {
    Path planted = Path.of(store(1), "batch-000009");
    Files.createDirectory(planted);
    Path batch = Path.of(store(1), "batch-000001");
    String header = Files.readString(batch.resolve("header"));
    String body =
        header
            .substring(0, header.lastIndexOf("digest: "))
            .replaceAll("(encryption|salt|key check): .*\n", "");
    byte[] digest = new FieldHash("store header").add(body).digest();
    Files.writeString(
        planted.resolve("header"), body + "digest: " + HexFormat.of().formatHex(digest) + "\n");
    Files.copy(batch.resolve("journal"), planted.resolve("journal"));
    List<String> arguments = new ArrayList<>(List.of("--store", store(1), "--blocks", "1"));
    arguments.addAll(List.of(key));
    try (BenchRun eval = eval(config, 1, key)) {
      requireNotEncrypted(eval);
    }
    try (BenchRun prepare = start("prepare", config, 1, arguments.toArray(String[]::new))) {
      requireNotEncrypted(prepare);
    }
    for (String name : List.of("header", "journal")) {
      Files.delete(planted.resolve(name));
    }
    Files.delete(planted);
  }

  private static void requireNotEncrypted(BenchRun refused) throws Exception {
    String said = refused.expect(2).err();
    assertTrue(said.contains("batch-000009 is not encrypted"), said);
  }
}

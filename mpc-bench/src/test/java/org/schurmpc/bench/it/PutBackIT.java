package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Puts copies of stores back, with and without the records of their use. */
class PutBackIT {
  @TempDir Path folder;
  private StoreParties parties;
  private String config;

  /** Two parties whose machines have records of their own: by name, in one folder. */
  @BeforeEach
  void prepare() throws Exception {
    parties =
        new StoreParties(folder, List.of(folder.resolve("store-1"), folder.resolve("store-2")));
    config = parties.wide();
    int bits = 4 * StoreParties.BITS; // for four evaluations
    String stock = "and=256,input1=%d,input2=%d".formatted(bits, bits);
    parties.prepare(parties.config(""), "--demand", stock);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }

  /** The files of records of the second party, with their contents. */
  private Map<Path, byte[]> records() throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("state"))) {
      Map<Path, byte[]> found = new TreeMap<>();
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        if (file.getFileName().toString().matches("[0-9a-f]{64}-2.*")) {
          found.put(file, Files.readAllBytes(file));
        }
      }
      return found;
    }
  }

  /** A snapshot of the second party's machine: store and records. The first party tells. */
  @Test
  void aPeerWhoseMachineWasSetBackIsRefused() throws Exception {
    copy(parties.store(2), folder.resolve("snapshot"));
    Map<Path, byte[]> records = records();
    assertEquals(2, records.size(), "record and mark: " + records.keySet());
    parties.requireWide(config, 1);
    parties.requireWide(config, 2);
    delete(parties.store(2));
    copy(folder.resolve("snapshot"), parties.store(2));
    for (Map.Entry<Path, byte[]> record : records.entrySet()) {
      Files.write(record.getKey(), record.getValue());
    }
    List<Long> left = parties.evaluations(1);
    String input = "0".repeat(StoreParties.BITS / 4);
    try (BenchJar alice = parties.eval(config, 1, List.of(input));
        BenchJar bob = parties.eval(config, 2, List.of(input))) {
      alice.expect(5).requireSaid("mpc-bench: party 2 says that 0 items of '");
      assertEquals("", alice.out() + bob.expect(bob.exitCode()).out());
    }
    assertEquals(left, parties.evaluations(1), "nothing was let go");
  }

  /** Nothing of it was used: that is why a copy that was used elsewhere looks the same. */
  @Test
  void anUnusedStoreIsAdoptedWhereThereIsNoRecord() throws Exception {
    copy(parties.store(1), folder.resolve("copy"));
    parties.requireWide(config, 1);
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    delete(parties.store(1));
    copy(folder.resolve("copy"), parties.store(1));
    String input = parties.input(List.of("0".repeat(StoreParties.BITS / 4)));
    String[] eval = parties.line("eval", config, 1, "--input", input);
    for (int time = 0; time < 2; time++) {
      try (BenchJar alice = BenchJar.start(elsewhere, eval)) {
        alice
            .expect(3)
            .requireSaid(
                "mpc-bench: "
                    + parties.store(1).resolve("batch-000001")
                    + " was made, and this machine has no record of it: adopt it only if");
        assertEquals("", alice.out());
      }
    }
    try (BenchJar back = BenchJar.start(folder, eval)) {
      back.expect(3);
    }
    String store = parties.store(1).toString();
    try (BenchJar adopt = BenchJar.start(elsewhere, "prep", "adopt", store)) {
      adopt.expect(0);
    }
    try (BenchJar alice = BenchJar.start(elsewhere, eval);
        BenchJar bob = parties.eval(config, 2, List.of("0".repeat(StoreParties.BITS / 4)))) {
      alice.expect(0);
      bob.expect(0);
    }
    assertEquals(parties.evaluations(2), parties.evaluations(1), "the peer took it along");
  }
}

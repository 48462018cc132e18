package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests stores on full disks, with unreadable files, and with interrupted programs. */
class StoreFaultsIT {
  /**
   * Number of evaluations of the wide circuit in a portion of 64 MiB; each needs 2 x 128 masks and
   * a triple.
   */
  private static final int PORTION = (64 << 20) / (2 * StoreParties.MASKS * 65 * 8 + 387 * 8);

  /** Number of evaluations that does not fit on a disk of 80 MB. */
  private static final int ALL = PORTION + 150;

  private static final long LIMIT_SECONDS = 120;
  private static final String FULL = " cannot be written: the disk is full\n";
  private static final Pattern MADE = Pattern.compile(": ([0-9,]+) passes made now");

  @TempDir Path folder;

  private static long made(String out) {
    Matcher made = MADE.matcher(out);
    assertTrue(made.find(), out);
    return Long.parseLong(made.group(1).replace(",", ""));
  }

  /** Returns the sentence with which a program ended, after checking that there is only one. */
  private static String sentence(BenchRun ended) {
    String[] parts = ended.err().split("mpc-bench: ", -1);
    assertEquals(2, parts.length, ended.err());
    assertEquals(1, parts[1].lines().count(), ended.err());
    return parts[1];
  }

  /**
   * Two portions do not fit: the first one is kept and used, and more is added when there is space.
   * Then an evaluation cannot write its journal.
   */
  @Test
  @Tag("slow")
  void aFullDisk() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), 80)) {
      List<Path> stores = List.of(disk.folder().resolve("store"), folder.resolve("store-2"));
      StoreParties parties = new StoreParties(folder, stores);
      String[] wanted = {"--lanes", "1", "--blocks", Integer.toString(ALL)};
      String wide = parties.wide();
      try (BenchJar alice = parties.start("prepare", wide, 1, wanted);
          BenchJar bob = parties.start("prepare", wide, 2, wanted)) {
        alice.expect(3);
        bob.expect(4);
        String said = sentence(alice);
        assertTrue(said.startsWith(stores.get(0) + "/batch-000001/portion-1-"), said);
        assertTrue(said.endsWith(FULL), said);
        assertTrue(sentence(bob).contains("party 1"), bob.err());
        assertEquals("", alice.out() + bob.out());
      }
      assertEquals(List.of((long) PORTION), parties.evaluations(1));
      assertTrue(disk.freeBytes() > 10 << 20, "what is of no use takes no room");
      parties.requireWide(wide, 1);

      evaluateWithoutRoom(disk, parties);

      disk.resize(200);
      long missing = ALL - parties.evaluations(1).get(0);
      assertEquals(missing, made(parties.prepare(wide, wanted)));
      parties.requireWide(wide, 3);
    }
  }

  /** Evaluates passes of 4,096 lanes each, until the journal needs another page. */
  private static void evaluateWithoutRoom(SmallDisk disk, StoreParties parties) throws Exception {
    String narrow = parties.narrow("\"party1\", \"party2\"");
    List<String> bits = Collections.nCopies(120 * 4096, "1");
    disk.fill();
    try (BenchJar alice = parties.eval(narrow, 1, bits);
        BenchJar bob = parties.eval(narrow, 2, bits)) {
      alice.expect(3);
      bob.expect(4);
      String said = sentence(alice);
      assertTrue(said.endsWith("/batch-000001/journal" + FULL), said);
      assertEquals("", alice.out() + bob.out());
    }
    disk.drain();
    List<String> bit = List.of("1");
    try (BenchJar alice = parties.eval(narrow, 1, bit);
        BenchJar bob = parties.eval(narrow, 2, bit)) {
      alice.expect(0);
      bob.expect(0);
      assertEquals("0\n0\n", alice.out() + bob.out());
    }
  }

  /** The program is killed after its first portion, which is not generated again. */
  @Test
  @Tag("slow")
  void aKilledPreparation() throws Exception {
    interrupt(1, party -> party.kill(false));
  }

  /** The program is terminated as at a system shutdown, twice. */
  @Test
  @Tag("slow")
  void aPreparationThatIsEndedTwice() throws Exception {
    interrupt(2, party -> party.process().destroy());
  }

  private void interrupt(int rounds, Consumer<BenchJar> interruption) throws Exception {
    StoreParties parties = twoFolders();
    String wide = parties.wide();
    int all = (rounds + 1) * PORTION;
    String[] wanted = {"--lanes", "1", "--blocks", Integer.toString(all)};
    for (int round = 1; round <= rounds; round++) {
      try (BenchJar alice = parties.start("prepare", wide, 1, wanted);
          BenchJar bob = parties.start("prepare", wide, 2, wanted)) {
        awaitPortion(alice, parties.store(1), round);
        awaitPortion(bob, parties.store(2), round);
        interruption.accept(alice);
        bob.expect(4);
        assertTrue(sentence(bob).contains("party 1"), bob.err());
        assertTrue(alice.exitCode() > 128, alice.err());
        assertFalse(alice.err().contains("Exception"), alice.err());
        assertEquals("", alice.out() + bob.out());
      }
    }
    List<Long> first = parties.evaluations(1);
    List<Long> second = parties.evaluations(2);
    long kept = 0;
    for (int batch = 0; batch < rounds; batch++) {
      kept += Math.min(first.get(batch), second.get(batch));
    }
    assertTrue(kept >= (long) rounds * PORTION, first + " " + second);
    assertEquals(all - kept, made(parties.prepare(wide, wanted)));
    parties.requireWide(wide, 1);
  }

  private StoreParties twoFolders() {
    return new StoreParties(folder, List.of(folder.resolve("store-1"), folder.resolve("store-2")));
  }

  /** Waits until the journal of a batch records the first portion. */
  private static void awaitPortion(BenchJar program, Path store, int batch) throws Exception {
    Path journal = store.resolve("batch-%06d".formatted(batch)).resolve("journal");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!Files.exists(journal) || !Files.readString(journal).contains("\nmade 0 ")) {
      assertTrue(System.nanoTime() < deadline, "no portion is made");
      assertFalse(program.process().waitFor(10, TimeUnit.MILLISECONDS), program.err());
    }
  }

  /** An unreadable file loses nothing: once its permissions are restored, it is used. */
  @Test
  @Tag("slow")
  void unreadableFiles() throws Exception {
    List<String> starter = ordinaryUser();
    StoreParties parties = twoFolders();
    parties.startBy(starter);
    // The other user must be able to make folders, to read the files of this test, and to write.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    String wide = parties.wide();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        assertTrue(file.toFile().setReadable(true, false));
      }
    }
    parties.prepare(wide, "--lanes", "1", "--blocks", "3");
    Path batch = parties.store(1).resolve("batch-000001");
    List<String> zeros = List.of("0".repeat(StoreParties.BITS / 4));
    String journal = Files.readString(batch.resolve("journal"));
    for (Path file : List.of(batch.resolve("portion-0-kind-0"), batch)) {
      var permissions = Files.getPosixFilePermissions(file);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
      try (BenchJar alice = parties.eval(wide, 1, zeros)) {
        alice.expect(3);
        String said = sentence(alice);
        assertTrue(said.startsWith(file.toString()), file + ": " + said);
        assertTrue(said.endsWith(" cannot be used: permission denied\n"), said);
        assertEquals("", alice.out());
      } finally {
        Files.setPosixFilePermissions(file, permissions);
      }
    }
    assertEquals(journal, Files.readString(batch.resolve("journal")), "nothing was used");
    parties.requireWide(wide, 1);
  }

  /** Returns a program that starts another one as a user whom permissions keep from reading. */
  private static List<String> ordinaryUser() throws Exception {
    if (!System.getProperty("user.name").equals("root")) {
      return List.of();
    }
    List<String> starter =
        List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    int code;
    try {
      Process process =
          new ProcessBuilder(
                  Stream.concat(
                          starter.stream(),
                          Stream.of(java, "-jar", System.getProperty("bench.jar"), "--version"))
                      .toList())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "setpriv does not end");
      code = process.exitValue();
    } catch (IOException e) {
      code = -1; // The program does not exist.
    }
    Assumptions.assumeTrue(
        code == 0, "skipped: root reads everything, and 'setpriv' does not start Java as nobody");
    return starter;
  }

  /** Neither party supplies inputs: no material is needed, and both parties are told so. */
  @Test
  void aCircuitWithoutMaterial() throws Exception {
    StoreParties parties = twoFolders();
    String narrow = parties.narrow("\"public\", \"public\"");
    String[] prepare = parties.line("prepare", narrow, 1, "--blocks", "1");
    try (BenchRun alice = BenchThread.start(prepare)) {
      alice.expect(2);
      assertTrue(sentence(alice).contains("without any preprocessing"), alice.err());
    }
    assertFalse(Files.exists(parties.store(1)));
    String input = parties.input(List.of("1 0"));
    try (BenchRun alice = BenchThread.start(parties.line("eval", narrow, 1, "--input", input))) {
      alice.expect(2);
      assertTrue(sentence(alice).contains("without any preprocessing"), alice.err());
    }
  }
}

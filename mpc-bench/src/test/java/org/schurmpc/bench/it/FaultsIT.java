package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests what happens when processes die, and when the jar is called wrongly. */
class FaultsIT {
  /** A circuit of two inputs and an output of 2 bits each. */
  private static final String SMALL =
      """
      2 6
      2 2 2
      1 2

      2 1 0 2 4 AND
      2 1 1 3 5 AND
      """;

  @TempDir Path folder;

  /**
   * Returns the options of a long sequence of short runs. Children log when parties have connected.
   */
  private List<String> longJob(String... options) throws IOException {
    Path circuit = Files.writeString(folder.resolve("small.txt"), SMALL);
    String job = "--protocol minitrix --debug --runs 100000 --warmup 0 --rehearsal 0ms --circuit ";
    List<String> line = new ArrayList<>(List.of((job + circuit).split(" ")));
    line.addAll(List.of(options));
    return line;
  }

  private BenchJar start(List<String> line) throws IOException {
    return BenchJar.start(folder, line.toArray(String[]::new));
  }

  private static void awaitEnd(List<ProcessHandle> handles) throws Exception {
    for (ProcessHandle handle : handles) {
      handle.onExit().get(10, TimeUnit.SECONDS);
    }
  }

  private void kill(String child, String name, String... options) throws Exception {
    try (BenchJar bench = start(longJob(options))) {
      bench.childAtWork("--party=2");
      List<ProcessHandle> all = bench.process().descendants().toList();
      assertTrue(bench.child(child).destroyForcibly());
      bench.expect(4);
      bench.requireSaid("mpc-bench: " + name + " died with exit code 137");
      awaitEnd(all);
    }
  }

  @Test
  void namesThePartyThatDied() throws Exception {
    kill("--party=2", "party 2 of instance 1");
  }

  /** The party dies before it has called the Monitor. Without --debug nothing else is printed. */
  @Test
  void namesThePartyThatDiedAtOnce() throws Exception {
    List<String> job = longJob();
    job.remove("--debug");
    try (BenchJar bench = start(job)) {
      assertTrue(bench.child("--party=2").destroyForcibly());
      bench.expect(4);
      String name = "party 2 of instance 1";
      assertEquals("mpc-bench: " + name + " died with exit code 137", bench.err().strip());
    }
  }

  @Test
  @Tag("slow")
  void namesTheOneOfThreeThatDied() throws Exception {
    kill("--party=3", "party 3 of instance 1", "--parties", "3");
  }

  @Test
  @Tag("slow")
  void namesTheSessionsThatDied() throws Exception {
    kill("--party=2", "party 2 of instances 1 to 2", "--threads", "2");
  }

  @Test
  void namesTheDealerThatDied() throws Exception {
    kill("child dealer", "the dealer");
  }

  @Test
  void namesThePartyThatHangs() throws Exception {
    try (BenchJar bench = start(longJob("--timeout", "1s"))) {
      String pid = Long.toString(bench.childAtWork("--party=2").pid());
      List<ProcessHandle> all = bench.process().descendants().toList();
      Process stop = new ProcessBuilder("kill", "-STOP", pid).start();
      assertEquals(0, stop.waitFor());
      bench.expect(4);
      // Which party notices first depends on what each was about to do.
      String hang = "mpc-bench: party .* (was silent for 10? s|was not ready within 10 s).*";
      assertTrue(bench.sentences().stream().anyMatch(line -> line.matches(hang)), bench.err());
      awaitEnd(all);
    }
  }

  @Test
  void aKilledLauncherLeavesNoChildren() throws Exception {
    try (BenchJar bench = start(longJob())) {
      bench.childAtWork("--party=2");
      List<ProcessHandle> all = bench.process().descendants().toList();
      assertEquals(3, all.size());
      bench.process().destroyForcibly();
      awaitEnd(all);
    }
  }

  @Test
  void aTerminatedLauncherLeavesNoChildren() throws Exception {
    try (BenchJar bench = start(longJob())) {
      bench.child("--party=2");
      List<ProcessHandle> all = bench.process().descendants().toList();
      bench.process().destroy();
      awaitEnd(all);
    }
  }

  @Test
  void preprocessingThatAProtocolLacksIsRefused() throws Exception {
    try (BenchRun bench = BenchThread.start("--protocol", "minimac", "--preprocessing", "ot")) {
      bench.expect(2);
      assertEquals(1, bench.err().lines().count(), bench.err());
    }
  }

  @Test
  void aHeapThatIsTooSmallIsSaid() throws Exception {
    try (BenchJar bench = BenchJar.start(folder, "--protocol", "minitrix", "--heap", "40m")) {
      // A party without memory is refused (2). Its peer, if that has memory, loses the connection
      // (4), which is the worse code.
      assertTrue(Set.of(2, 4).contains(bench.exitCode()), bench.err());
      assertTrue(bench.err().contains("--heap"), bench.err());
      assertEquals(1, bench.err().lines().count(), bench.err());
    }
  }

  @Test
  void wrongCallsAndBadFilesGetOneSentence() throws Exception {
    try (BenchRun bench = BenchThread.start("--protocol", "nothing")) {
      bench.expect(2);
      assertEquals(1, bench.err().lines().count(), bench.err());
    }
    String bad = Files.writeString(folder.resolve("bad.txt"), "1 2 3\n").toString();
    try (BenchRun bench = BenchThread.start("--protocol", "minitrix", "--circuit", bad)) {
      bench.expect(3);
      assertTrue(bench.err().contains("bad.txt"), bench.err());
      assertEquals(1, bench.err().lines().count(), bench.err());
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullStandardOutputIsNoSuccess() throws Exception {
    for (String line : new String[] {"circuit aes_128", "jmh -l"}) {
      try (BenchJar bench = BenchJar.start(Path.of("/dev/full"), folder, line.split(" "))) {
        bench.expect(3);
        String said = "mpc-bench: standard output could not be written in full";
        assertEquals(said, bench.err().strip());
      }
    }
  }

  @Test
  void saysWhatIsAtHand() throws Exception {
    try (BenchJar bench = BenchJar.start(folder, "info")) {
      bench.expect(0);
      assertTrue(bench.out().contains("minitrix") && bench.out().contains("kernels"), bench.out());
    }
  }
}

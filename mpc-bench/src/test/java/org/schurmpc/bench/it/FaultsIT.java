package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What happens when processes die, and when the jar is called wrongly. */
class FaultsIT {
  private static final String[] LONG_JOB = {
    "--protocol", "minitrix", "--runs", "10000", "--warmup", "0", "--rehearsal", "0ms"
  };
  // By then a party is in the middle of its runs.
  private static final Duration BUSY = Duration.ofSeconds(3);

  @TempDir Path folder;

  private static void awaitEnd(List<ProcessHandle> handles) throws Exception {
    for (ProcessHandle handle : handles) {
      handle.onExit().get(10, TimeUnit.SECONDS);
    }
  }

  private void kill(String child, String name, String... options) throws Exception {
    List<String> job = new ArrayList<>(List.of(LONG_JOB));
    job.addAll(List.of(options));
    try (BenchJar bench = BenchJar.start(folder, job.toArray(String[]::new))) {
      bench.child("--party=2", BUSY);
      List<ProcessHandle> all = bench.process().descendants().toList();
      assertTrue(bench.child(child, Duration.ZERO).destroyForcibly());
      bench.expect(4);
      assertEquals("mpc-bench: " + name + " died with exit code 137", bench.err().strip());
      awaitEnd(all);
    }
  }

  @Test
  void namesThePartyThatDied() throws Exception {
    kill("--party=2", "party 2 of instance 1");
  }

  @Test
  @Tag("slow")
  void namesTheOneOfThreeThatDied() throws Exception {
    kill("--party=3", "party 3 of instance 1", "--parties", "3");
  }

  @Test
  void namesTheSessionsThatDied() throws Exception {
    kill("--party=2", "party 2 of instances 1 to 2", "--threads", "2");
  }

  @Test
  void namesTheDealerThatDied() throws Exception {
    kill("child dealer", "the dealer");
  }

  @Test
  void namesThePartyThatHangs() throws Exception {
    String[] job = Arrays.copyOf(LONG_JOB, LONG_JOB.length + 2);
    job[LONG_JOB.length] = "--timeout";
    job[LONG_JOB.length + 1] = "1s";
    try (BenchJar bench = BenchJar.start(folder, job)) {
      ProcessHandle party = bench.child("--party=2", BUSY);
      List<ProcessHandle> all = bench.process().descendants().toList();
      String pid = Long.toString(party.pid());
      Process stop = new ProcessBuilder("kill", "-STOP", pid).start();
      assertEquals(0, stop.waitFor());
      bench.expect(4);
      // Who notices first depends on what it was about to do.
      String hang = "mpc-bench: party .* (was silent for 10? s|was not ready within 10 s).*";
      assertTrue(bench.err().strip().matches(hang), bench.err());
      awaitEnd(all);
    }
  }

  @Test
  void aKilledLauncherLeavesNoChildren() throws Exception {
    try (BenchJar bench = BenchJar.start(folder, LONG_JOB)) {
      bench.child("--party=2", BUSY);
      List<ProcessHandle> all = bench.process().descendants().toList();
      assertEquals(3, all.size());
      bench.process().destroyForcibly();
      awaitEnd(all);
    }
  }

  @Test
  void aTerminatedLauncherLeavesNoChildren() throws Exception {
    try (BenchJar bench = BenchJar.start(folder, LONG_JOB)) {
      bench.child("--party=2", Duration.ZERO);
      List<ProcessHandle> all = bench.process().descendants().toList();
      bench.process().destroy();
      awaitEnd(all);
    }
  }

  @Test
  void preprocessingThatAProtocolLacksIsRefused() throws Exception {
    try (BenchJar bench =
        BenchJar.start(folder, "--protocol", "minitrix", "--preprocessing", "ot")) {
      bench.expect(2);
      assertEquals(1, bench.err().lines().count(), bench.err());
    }
  }

  @Test
  void aHeapThatIsTooSmallIsSaid() throws Exception {
    try (BenchJar bench = BenchJar.start(folder, "--protocol", "minitrix", "--heap", "40m")) {
      // Who runs out is refused (2); a peer that does not run out as well loses the connection,
      // and 4 is the worse.
      assertTrue(Set.of(2, 4).contains(bench.exitCode()), bench.err());
      assertTrue(bench.err().contains("--heap"), bench.err());
      assertEquals(1, bench.err().lines().count(), bench.err());
    }
  }

  @Test
  void wrongCallsAndBadFilesGetOneSentence() throws Exception {
    try (BenchJar bench = BenchJar.start(folder, "--protocol", "nothing")) {
      bench.expect(2);
      assertEquals(1, bench.err().lines().count(), bench.err());
    }
    String bad = Files.writeString(folder.resolve("bad.txt"), "1 2 3\n").toString();
    try (BenchJar bench = BenchJar.start(folder, "--protocol", "minitrix", "--circuit", bad)) {
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

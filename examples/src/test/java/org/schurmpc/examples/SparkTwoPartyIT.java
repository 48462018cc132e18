package org.schurmpc.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the example as two processes, each with a Spark of its own, on the example's tables. */
class SparkTwoPartyIT {
  private static final Path BUILT =
      Path.of(System.getProperty("examples.built"), "spark-two-party");
  private static final Pattern FLAGGED = Pattern.compile("\\| *(C\\d+)\\| +true\\|");

  @TempDir private Path folder;
  private Processes processes;

  @BeforeEach
  void begin() {
    processes = new Processes(folder);
  }

  @AfterEach
  void end() {
    processes.close();
  }

  @Test
  @Tag("slow")
  void bothLearnWhoExceedsTheLimit() throws Exception {
    Runtime.Version version = Runtime.version();
    boolean early25 = version.feature() == 25 && version.interim() == 0 && version.update() < 3;
    assumeTrue(
        version.feature() <= 25 && !early25,
        "Spark 4.2 runs on Java 17 to 25, of 25 from 25.0.3 on, not on " + version);
    Pem zero = Pem.make(folder, "zero");
    Pem one = Pem.make(folder, "one");
    String address = "127.0.0.1:" + Processes.freePort();
    List<Path> said =
        List.of(
            start("0", address, zero, one, "limits.csv"),
            start("1", address, one, zero, "amounts.csv"));
    Map<String, Long> limits = table("limits.csv");
    Map<String, Long> amounts = table("amounts.csv");
    TreeSet<String> exceeding = new TreeSet<>(limits.keySet());
    exceeding.removeIf(customer -> limits.get(customer) >= amounts.get(customer));
    for (int party = 0; party < 2; party++) {
      Path output = said.get(party);
      assertEquals(0, processes.exitCode(party), () -> Processes.all(output));
      assertEquals(List.copyOf(exceeding), flagged(Processes.all(output)));
    }
  }

  @Test
  void theProgramIsShort() throws IOException {
    Path source = BUILT.resolve("src/main/java/org/schurmpc/examples/spark/FraudFlags.java");
    assertTrue(Files.readAllLines(source).size() <= 60);
  }

  private static List<String> flagged(String said) {
    return FLAGGED.matcher(said).results().map(match -> match.group(1)).toList();
  }

  private static Map<String, Long> table(String name) throws IOException {
    return Files.readAllLines(BUILT.resolve("data").resolve(name)).stream()
        .skip(1)
        .map(line -> line.split(","))
        .collect(Collectors.toMap(cells -> cells[0], cells -> Long.valueOf(cells[1])));
  }

  private Path start(String party, String address, Pem own, Pem peer, String table)
      throws IOException {
    String classPath = Files.readString(BUILT.resolve("target/class-path"));
    return processes.start(
        List.of(
            Processes.java(),
            "@" + BUILT.resolve("spark.options"),
            "-cp",
            BUILT.resolve("target/classes") + ":" + classPath,
            "org.schurmpc.examples.spark.FraudFlags",
            party,
            address,
            own.certificate(),
            own.key(),
            peer.fingerprint(),
            BUILT.resolve("data").resolve(table).toString(),
            folder.resolve("flags" + party).toString()));
  }
}

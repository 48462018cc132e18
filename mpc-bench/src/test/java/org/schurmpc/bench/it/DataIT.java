package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.data.Postgres;

/** Runs docs/data.md as it stands there, with a server of PostgreSQL: from tables to a result. */
@EnabledOnOs(OS.LINUX)
class DataIT {
  private static final String ALICE =
      "java -jar %s program run --config job.toml --party 1 --key alice.key --cert alice.crt"
          + " --data north.toml --class-path postgresql.jar --run-name 2026-week-27"
          + " --connect-timeout 1s";

  @TempDir static Path folder;
  @TempDir static Path streams;

  @Test
  void twoHospitals() throws Exception {
    Optional<Postgres> server = Postgres.start();
    boolean client = Files.isExecutable(Path.of("/usr/bin/psql"));
    Assumptions.assumeTrue(server.isPresent() && client, "PostgreSQL is not installed");
    try (Postgres postgres = server.get();
        PageShell threads = PageShell.ofThreads(folder, streams)) {
      run(postgres, threads);
    }
  }

  private static void run(Postgres postgres, PageShell threads) throws Exception {
    Path driver =
        Path.of(
            org.postgresql.Driver.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    Files.copy(driver, folder.resolve("postgresql.jar"));
    String text = Page.of("data.md").text();
    Page page =
        new Page(
            text.replace("localhost:5432", "localhost:" + postgres.port())
                .replace("-p 5432", "-p " + postgres.port()));
    page.writeFiles(folder);
    List<String> said = page.run(threads);
    assertEquals(12, said.size());
    assertShows(text, "Alice sees", said.get(2));
    assertTrue(said.get(3).contains("table trials, 8 rows of capacity, of which 6 are used\n"));
    String tried = "outcome_ward = 0, 1, 2\noutcome_patients = 2, 2, 0\noutcome_weight = ";
    assertTrue(said.get(5).contains(tried + "13550, 13900, 0\n"), said.get(5));
    assertEquals("", said.get(9), "Alice's outputs are in her table");
    assertEquals("", said.get(10), "and Bob's in his file");
    // Of 71.50 and 64.00, and of 80.25 and 58.75.
    assertShows(text, "Alice has the rows in her table, and Bob in his file:", said.get(11));
    isRefusedASecondTime(threads);
    try (Stream<Path> files = Files.walk(streams)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String content = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertFalse(content.contains("Alice has another one"), "the password is in " + file);
        assertFalse(content.contains("P-11"), "a value is in " + file);
      }
    }
  }

  private static void isRefusedASecondTime(PageShell threads) throws Exception {
    PageShell.Started again = threads.start(ALICE.formatted(System.getProperty("bench.jar")));
    assertTrue(again.process().waitFor(BenchRun.LIMIT_SECONDS, TimeUnit.SECONDS));
    String why = Files.readString(again.err());
    assertEquals(3, again.process().exitValue(), why);
    assertTrue(
        why.contains(
            "result outcome: the database has the rows of run 2026-week-27 already, and a run is"
                + " written once"),
        why);
  }

  private static void assertShows(String page, String before, String result) {
    assertTrue(page.contains(before + "\n\n```\n" + result + "```"), before + "\n" + result);
  }
}

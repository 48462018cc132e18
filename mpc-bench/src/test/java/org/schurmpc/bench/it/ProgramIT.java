package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the commands of the pages on programs as they stand there: two or three parties over TLS,
 * from the source to the result, with preprocessing by MASCOT.
 */
@EnabledOnOs(OS.LINUX)
class ProgramIT {
  private static final Path SALARIES =
      Page.ROOT.resolve(
          "examples/salaries/src/main/java/org/schurmpc/examples/salaries/Salaries.java");

  @TempDir static Path folder;
  @TempDir static Path streams;
  private static PageShell threads;

  @BeforeAll
  static void start() throws Exception {
    threads = PageShell.ofThreads(folder, streams);
  }

  @AfterAll
  static void stop() {
    threads.close();
  }

  /** Empties the folder for the next page: names are those of other pages. */
  @BeforeEach
  void empty() throws Exception {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> inside = all.filter(file -> !file.equals(folder)).toList();
      for (int i = inside.size() - 1; i >= 0; i--) {
        Files.delete(inside.get(i));
      }
    }
  }

  private static void shows(Page page, String before, String result) {
    assertTrue(page.text().contains(before + "\n\n```\n" + result + "```"), result);
  }

  @Test
  void theSalaries() throws Exception {
    salaries(threads);
  }

  @Test
  void theFirstProgram() throws Exception {
    first(threads);
  }

  @Test
  void theAuction() throws Exception {
    auction(threads);
  }

  @Test
  void theHospitals() throws Exception {
    hospitals(threads);
  }

  @Test
  @Tag("slow")
  void allInProcesses() throws Exception {
    PageShell processes = PageShell.ofProcesses(folder, streams);
    salaries(processes);
    empty();
    first(processes);
    empty();
    auction(processes);
    empty();
    hospitals(processes);
  }

  private static void salaries(PageShell commands) throws Exception {
    Page page = Page.of("programs.md");
    List<String> said = page.run(commands);
    assertEquals(16, said.size());
    assertTrue(said.get(0).contains("salaries2, party 2, 2 of unsigned 20"), said.get(0));
    assertTrue(said.get(8).contains("holds material for 2 runs"), said.get(8));
    String alice = said.get(10);
    assertEquals("The average is above 3000\nabove1 = -300\ntotal = 18600\n", alice);
    shows(page, "Alice sees", alice);
    List<String> tried = said.get(2).lines().toList();
    List<String> real =
        List.of("above1 = -300", "above2 = -2700", "above3 = 3000", "total = 18600");
    assertEquals("The average is above 3000", tried.get(0));
    assertEquals(real, tried.stream().filter(real::contains).sorted().toList(), said.get(2));
    assertEquals(alice.replace("above1 = -300", "above2 = -2700"), said.get(11));
    assertEquals("The average is above 3000\n", said.get(12));
    assertEquals(
        "above3 = 3000\ntotal = 18600\n", Files.readString(folder.resolve("carol-result.txt")));
    assertEquals(alice, said.get(13), "with preprocessing in the run");
    assertEquals(alice.replace("above1 = -300", "above3 = 3000"), said.get(15));
    String source = Files.readString(SALARIES);
    String declared = source.substring(source.indexOf("public final class"));
    assertTrue(page.text().contains(declared), "source");
  }

  private static void first(PageShell commands) throws Exception {
    List<String> said = Page.of("first-program.md").run(commands);
    assertEquals(5, said.size());
    assertTrue(said.get(1).contains("# all parties receive\ncount = 2\n"), said.get(1));
    assertEquals("count = 2\n", said.get(3));
    assertEquals("count = 2\n", said.get(4));
  }

  private static void auction(PageShell commands) throws Exception {
    Page page = Page.of("auction.md");
    page.writeFiles(folder);
    List<String> said = page.run(commands);
    assertEquals(8, said.size());
    List<String> outputs = said.get(0).lines().filter(line -> line.startsWith("output")).toList();
    shows(page, "all that becomes known:", String.join("\n", outputs) + "\n");
    for (String result : said.subList(5, 8)) {
      assertEquals("winner = 2\nprice = 1875000\n", result);
    }
    shows(page, "All three see", said.get(5));
    String[] bids = {
      "--parties=3", "--input=1=@alice.txt", "--input=2=@bob.txt", "--input=3=@carol.txt"
    };
    assertTrue(tried("SealedBids", bids).contains("# all parties receive\n" + said.get(5)));
  }

  private static void hospitals(PageShell commands) throws Exception {
    Page page = Page.of("hospitals.md");
    page.writeFiles(folder);
    List<String> said = page.run(commands);
    assertEquals(6, said.size());
    // Of 1,588 for 11 rows, and of 809 for 6 and 779 for 5 of them.
    String result =
        """
        mean 144.3
        variance 191.6
        median of the age 58
        treated 6, not treated 5
        mean of treated 134.8
        mean of not treated 155.8
        """;
    assertEquals(result, said.get(4));
    assertEquals(result, said.get(5));
    shows(page, "Both see", result);
    String tried =
        tried(
            "Hospitals",
            "--arg=rows1=6",
            "--arg=rows2=5",
            "--csv=1=@north.csv",
            "--csv=2=@south.csv");
    assertTrue(tried.startsWith(result), tried);
  }

  /** Tries a class in the clear, with all checks of a trial; @ is the folder. */
  private static String tried(String program, String... values) throws Exception {
    String classes = folder.resolve("classes").toString();
    List<String> line =
        new ArrayList<>(List.of("program", "try", program, "--class-path", classes));
    for (String value : values) {
      line.add(value.replace("@", folder + "/"));
    }
    try (BenchRun run = BenchThread.start(line.toArray(String[]::new))) {
      return run.expect(0).out();
    }
  }
}

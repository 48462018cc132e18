package org.schurmpc.bench.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.cli.launch.HeapSize;

/** A study that needs nothing but a file with the paper's tables, and measurements by name. */
class StudyOutputTest {
  @TempDir Path folder;

  private static TableResult result(Paper paper) throws Exception {
    Map<String, Object> here = Map.of("rounds", 1200, "bytes", 3 << 20, "rate", 54321.6);
    StudyCommands commands =
        words -> {
          assertEquals("--bits 32", String.join(" ", words.subList(2, 4)));
          return new StudyCommands.Command(Fakes.PLAN, new HeapSize(64), measured -> here);
        };
    Effort effort = Effort.of(paper, false, Duration.ofMinutes(1));
    StudyCommands.Runner runner =
        (plan, heap, what) -> {
          assertEquals("Mult.", what);
          return null;
        };
    return Fakes.study(paper, paper.tables(), effort, commands, runner, () -> 0)
        .run(each -> {})
        .get(0);
  }

  @Test
  void printsColumnsOfEachKind() throws Exception {
    Paper paper = PaperReader.read("made-up.toml", PaperReaderTest.TOML);
    assertEquals(
        """
        Table 2 (MU01, section 6). Rounds and data
        --bits 32
                       MU01   here        MU01      here
        Protocol     Rounds Rounds        Size      Size       1/s
        Mult.             1  1,200     1.5 KiB   3.0 MiB    54,322
        Comparison        -      -      20 MiB         -         -  not run: no time
        Of both tables.
        One more.
        """
            .lines()
            .toList(),
        Fakes.print(paper, result(paper)).stream().filter(line -> !line.isEmpty()).toList());
  }

  @Test
  void writesTheUsualFields() throws Exception {
    Paper paper = PaperReader.read("made-up.toml", PaperReaderTest.TOML);
    StudyOutput output = Fakes.output(paper, ResultsFolder.open(folder));
    output.take(result(paper));
    output.end(List.of(result(paper)), Map.of("more", true));
    JsonNode table = new ObjectMapper().readTree(folder.resolve("table-2.json").toFile());
    JsonNode all = new ObjectMapper().readTree(folder.resolve("made-up.json").toFile());
    assertEquals(table, all.get("tables").get(0));
    assertTrue(all.get("more").asBoolean());
    assertEquals("section 6", table.get("section").asText());
    JsonNode first = table.get("rows").get(0);
    assertEquals(
        "{\"Protocol\":\"Mult.\",\"Rounds\":1,\"Size\":\"1.5 KiB\",\"Time\":\"14 ± 1\"}",
        first.get("paper").toString());
    assertEquals(1200, first.get("here").get("rounds").asInt());
    assertTrue(first.get("not_run").isNull());
    JsonNode second = table.get("rows").get(1);
    assertTrue(second.get("here").isNull() && second.get("paper").get("Rounds").isNull());
    assertEquals("no time", second.get("not_run").asText());
    assertTrue(Files.size(folder.resolve("table-2.png")) > 1000);
  }
}

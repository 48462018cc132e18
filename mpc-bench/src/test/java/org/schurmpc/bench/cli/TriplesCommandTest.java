package org.schurmpc.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.bench.html.StoredResults;
import org.schurmpc.cli.command.CommandLineProgram;

/**
 * Runs the whole command with processes, which have the class path of the tests and its protocol.
 */
class TriplesCommandTest {
  @TempDir Path folder;

  @Test
  void measuresAProtocolInProcesses() throws Exception {
    Path json = folder.resolve("result.json");
    Path page = folder.resolve("result.html");
    String line =
        "triples --protocol seeded --count 2720 --sigma 80 --threads 2 --runs 2 --warmup 0"
            + " --rehearsal 0ms --json "
            + json
            + " --report "
            + page;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        new CommandLineProgram(new BenchCommands())
            .run(
                line.split(" "),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    assertEquals(0, code, err.toString(StandardCharsets.UTF_8));
    assertTrue(out.toString(StandardCharsets.UTF_8).startsWith("Triples"));
    assertEquals(Files.readString(page), StoredResults.report(List.of(json)).html());
    JsonNode result = new ObjectMapper().readTree(json.toFile());
    assertEquals(2720, result.get("count").asInt());
    assertEquals(2, result.get("rates_per_s").size());
    assertTrue(result.get("rate_per_s").asDouble() > 0);
    assertEquals(2 * 104 / 2720.0, result.get("bytes_sent_per_item").get(1).asDouble(), 1e-9);
    assertEquals(2, result.get("rounds").asInt());
    assertEquals(2, result.get("peak_rss_bytes").size());
    assertEquals(80, result.get("parameters").get("sigma").asInt());
    assertEquals("2", result.get("parameters").get("threads").asText());
    assertTrue(result.get("jvm_options").asText().contains("-Xmx1963m"), result.toString());
  }
}

package org.schurmpc.bench.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;

/** What is kept: JSON and plots. */
class ResultsTest {
  @TempDir Path folder;

  private JsonNode json(String name) throws Exception {
    return new ObjectMapper().readTree(folder.resolve(name).toFile());
  }

  @Test
  void keepsEachFigure() throws Exception {
    Fakes.output(Paper.DLT14, ResultsFolder.open(folder)).take(Fakes.ran("7", 63.1, 1));
    JsonNode figure = json("figure-7.json");
    assertEquals("7", figure.get("figure").asText());
    assertEquals("fft", figure.get("options").get("encoder").asText());
    JsonNode row = figure.get("rows").get(0);
    assertEquals(53699, row.get("paper").get("total_ms").asInt());
    assertTrue(row.get("paper").get("ci95_ms").isNull());
    assertEquals(10, row.get("paper_to_here").asDouble(), 1e-9);
    assertEquals("plain", row.get("here").get("kernels").asText());
    assertTrue(row.get("not_run").isNull());
    JsonNode next = figure.get("rows").get(1);
    assertTrue(next.get("here").isNull() && next.get("paper_to_here").isNull());
    assertEquals("2 instances, there was no room", next.get("not_run").asText());
  }

  @Test
  void keepsAllFiguresAndTheirOrder() throws Exception {
    List<TableResult> results = List.of(Fakes.ran("8", 1, 0.1), Fakes.ran("9", 2, 0.1));
    Fakes.output(Paper.DLT14, ResultsFolder.open(folder))
        .end(results, RungOrder.of(results).fields());
    JsonNode all = json("minimac.json");
    assertEquals("1970-01-01T00:00:00Z", all.get("started").asText());
    assertEquals(2, all.get("figures").size());
    assertEquals("9", all.get("order_paper").get(0).get("figure").asText());
    assertEquals("8", all.get("order_here").get(0).get("figure").asText());
    assertEquals(0.1, all.get("order_here").get(0).get("ci95_ms").asDouble());
    assertEquals(1, all.get("differences").size());
  }

  @Test
  void drawsFiguresAndRungs() throws Exception {
    assertEquals(Optional.empty(), Plots.obstacle());
    ResultsFolder results = ResultsFolder.open(folder);
    List<TableResult> all =
        List.of(
            Fakes.ran("5", 20, 1),
            Fakes.ran("4.1", 19, 1),
            Fakes.ran("10", 0.4, 0.1),
            Fakes.ran("4.6", 0.1, 0.01));
    for (TableResult result : all) {
      Plots.draw(result, results, true);
      assertDrawn("figure-" + result.table().id());
    }
    Plots.draw(RungOrder.chart(all), "rungs", results, true);
    assertDrawn("rungs");
  }

  private void assertDrawn(String name) throws Exception {
    BufferedImage image = ImageIO.read(folder.resolve(name + ".png").toFile());
    long colours =
        java.util.Arrays.stream(
                image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth()))
            .distinct()
            .count();
    assertTrue(colours > 10, name + " has " + colours + " colours");
    String svg = Files.readString(folder.resolve(name + ".svg"));
    assertTrue(svg.contains("time per AES (ms)"), svg);
    assertFalse(svg.contains("polyline"), svg); // rungs and single rows are not joined
  }

  @Test
  void whatWasNotRunIsNotDrawn() throws Exception {
    PaperTable figure = Fakes.figure("5");
    TableResult result = Fakes.of(figure, List.of());
    ResultsFolder results = ResultsFolder.open(folder);
    Plots.draw(result, results, true);
    Plots.draw(RungOrder.chart(List.of(result)), "rungs", results, true);
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(0, files.count());
    }
  }

  @Test
  void makesItsFolderAndLeavesNothingElse() throws Exception {
    Path deep = folder.resolve("a/b");
    ResultsFolder.open(deep);
    try (Stream<Path> files = Files.list(deep)) {
      assertEquals(List.of(), files.toList());
    }
  }

  @Test
  void aFolderThatCannotBeWrittenIsRefused() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "text");
    for (Path path : List.of(file, file.resolve("below"))) {
      BadFile bad = assertThrows(BadFile.class, () -> ResultsFolder.open(path));
      assertTrue(bad.getMessage().contains(path.toString()), bad.getMessage());
    }
    assertEquals("text", Files.readString(file));
    assertFalse(Files.exists(folder.resolve("results")));
  }
}

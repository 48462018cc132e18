package org.schurmpc.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.schurmpc.cli.report.PointChart.Axis;
import org.schurmpc.cli.report.PointChart.Band;
import org.schurmpc.cli.report.PointChart.Point;
import org.schurmpc.cli.report.PointChart.Series;

class ReportTest {
  private static final String HOSTILE = "<b>\"a\" & 'b'</b> ]]> \u0000\u202e";

  private static Table table(String cell) {
    return new Table(cell, List.of(Table.Column.text(cell)), List.of(List.of(cell)));
  }

  private static PointChart runs(String name) {
    Series series =
        new Series(name, List.of(Point.of(1, 10), Point.of(2, 12), Point.of(3, 11)), false);
    return new PointChart(
        name,
        name,
        Axis.of(name, false),
        Axis.of(name, false),
        List.of(series),
        Optional.of(new Band(11, 9, 13, "95 % interval")));
  }

  private static Report report(String text) {
    BarChart bars =
        new BarChart(
            text, text, text, List.of(text), List.of(new BarChart.Row(text, new double[] {1})));
    return new Report(
        text,
        List.of(text),
        List.of(
            new Section(
                text,
                List.of(
                    new Block.Note(text),
                    new Block.Warning(text),
                    new Block.Heading(text),
                    new Block.Cells(table(text)),
                    new Block.Picture(bars, table(text)))),
            new Section(text, List.of(new Block.Picture(runs(text), table(text))))));
  }

  /** Whatever a text contains, the page has the same elements. */
  @Test
  void escapesEveryText() throws Exception {
    PageText plain = new PageText(report("x").html());
    String html = report(HOSTILE).html();
    PageText hostile = new PageText(html);
    assertEquals(plain.all("*").size(), hostile.all("*").size());
    assertEquals(List.of(), hostile.all("b").stream().filter(b -> b.hasAttributes()).toList());
    assertEquals(plain.all("b").size(), hostile.all("b").size());
    String shown = HOSTILE.replaceAll("[\u0000\u202e]", "\ufffd");
    assertEquals(List.of(shown), hostile.texts("h1"));
    assertFalse(html.contains("<b>\""), html);
  }

  @Test
  void loadsNothingAndRunsNothing() throws Exception {
    PageText page = new PageText(report("x").html());
    for (String name : List.of("script", "link", "img", "iframe", "object", "embed", "use")) {
      assertEquals(0, page.all(name).size(), name);
    }
    for (var each : page.all("*")) {
      assertFalse(each.hasAttribute("style"), each.getTagName());
      assertFalse(each.hasAttribute("src"), each.getTagName());
      assertTrue(
          !each.hasAttribute("href") || each.getAttribute("href").startsWith("#section-"),
          each.getAttribute("href"));
    }
  }

  @Test
  void policyAllowsItsOwnStyleSheetAlone() throws Exception {
    PageText page = new PageText(report("x").html());
    byte[] hash =
        MessageDigest.getInstance("SHA-256")
            .digest(page.texts("style").get(0).getBytes(StandardCharsets.UTF_8));
    String policy =
        page.all("meta").stream()
            .filter(each -> each.getAttribute("http-equiv").equals("Content-Security-Policy"))
            .findFirst()
            .orElseThrow()
            .getAttribute("content");
    String allowed = "style-src 'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
    assertTrue(policy.startsWith("default-src 'none'; " + allowed + ";"), policy);
    assertFalse(policy.contains("unsafe"), policy);
  }

  /** The style sheet is text both to a parser of HTML and to one of XML. */
  @Test
  void styleSheetNeedsNoEscapes() throws Exception {
    String style = new PageText(report("x").html()).texts("style").get(0);
    assertFalse(style.matches("(?s).*[<>&].*"), style);
    assertTrue(style.contains("prefers-color-scheme: dark") && style.contains("@media print"));
  }

  @Test
  void everyPictureHasTitleDescriptionAndValues() throws Exception {
    PageText page = new PageText(report("x").html());
    assertEquals(2, page.all("svg").size());
    assertEquals(2, page.all("figure").size());
    for (var svg : page.all("svg")) {
      assertEquals("img", svg.getAttribute("role"));
      for (String id : svg.getAttribute("aria-labelledby").split(" ", -1)) {
        assertEquals(
            1,
            page.all("*").stream().filter(each -> each.getAttribute("id").equals(id)).count(),
            id);
      }
    }
    for (var figure : page.all("figure")) {
      assertEquals(1, figure.getElementsByTagName("table").getLength());
    }
    assertEquals(2, page.all("section").size());
    assertEquals(2, page.all("a").size());
  }

  @Test
  void drawsEachPointTheMedianAndTheInterval() throws Exception {
    PageText page = new PageText(SvgCanvas.file(runs("time (ms)")));
    assertEquals(3 + 1, page.count("circle", "mark")); // the legend has one, too
    assertEquals(2, page.count("rect", "band"));
    assertEquals(2, page.count("line", "s1"));
    assertEquals(0, page.count("polyline", "joined"));
    assertEquals(2, page.texts("text").stream().filter(t -> t.equals("time (ms)")).count() - 1);
  }

  @Test
  void joinsPointsOverNumbersAndNeverOverCategories() throws Exception {
    Series joined = new Series("a", List.of(Point.of(1, 10, 2), Point.of(100, 1000)), true);
    PointChart curves =
        new PointChart(
            "t",
            "d",
            Axis.of("n", true),
            Axis.of("ms", true),
            List.of(joined, new Series("b", List.of(Point.of(10, 5)), true)),
            Optional.empty());
    PageText page = new PageText(SvgCanvas.file(curves));
    assertEquals(1, page.count("polyline", "joined"));
    assertEquals(2 + 1, page.count("circle", "mark"));
    assertEquals(1 + 1, page.count("polygon", "mark"));
    assertEquals(3, page.count("line", "s0")); // one interval: a line with two ends
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new PointChart(
                "t",
                "d",
                new Axis("x", false, List.of("one", "two")),
                Axis.of("y", false),
                List.of(joined),
                Optional.empty()));
  }

  @Test
  void partsThatNoBarHasAreLeftOut() throws Exception {
    BarChart bars =
        new BarChart(
            "t",
            "d",
            "ms",
            List.of("set-up", "nothing", "output"),
            List.of(
                new BarChart.Row("a", new double[] {1, 0, 2}),
                new BarChart.Row("b", new double[] {0, 0, 3})));
    PageText page = new PageText(SvgCanvas.file(bars));
    assertEquals(1 + 1, page.count("rect", "s0"));
    assertEquals(0, page.count("rect", "s1"));
    assertEquals(2 + 1, page.count("rect", "s2")); // parts keep their colours
    assertFalse(page.texts("text").contains("nothing"), page.texts("text") + "");
    assertTrue(page.texts("title").contains("b, output: 3.000 (ms)"), page.texts("title") + "");
  }

  @Test
  void rowsHaveACellForEachColumn() {
    List<Table.Column> columns = List.of(Table.Column.text("a"), Table.Column.number("b"));
    assertThrows(
        IllegalArgumentException.class, () -> new Table("", columns, List.of(List.of("1"))));
  }
}

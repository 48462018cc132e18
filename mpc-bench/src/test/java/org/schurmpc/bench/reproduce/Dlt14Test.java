package org.schurmpc.bench.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;

class Dlt14Test {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path PAPER =
      ROOT.resolveSibling("shared").resolve("papers").resolve("minimac-DLT14.txt");
  private static final Pattern ROW =
      Pattern.compile("(\\d+)\\t(\\d+)\\t(\\d+)\\t(\\d+)(?: ± (\\d+))?");
  private static final Pattern CAPTION = Pattern.compile("Fig\\. (\\d+): (.*)");
  private static final Pattern LADDER =
      Pattern.compile("\\| [^|]+ \\| (Fig\\. \\d+|4\\.\\d) \\| ([^|]+) \\|.*");

  private static Printed printed(String figure, int row) throws Exception {
    return Fakes.figure(figure).rows().get(row).printed().orElseThrow();
  }

  @Test
  void hasThePapersFigures() throws Exception {
    assertEquals(Printed.of(120, 161651, 1347, 1243), printed("5", 0));
    assertEquals(Printed.of(16, 41998, 2624, 261), printed("6", 4));
    assertEquals(OptionalInt.empty(), printed("7", 0).interval());
    assertEquals(631, printed("7", 0).millisPerBlock());
    assertEquals(Printed.of(3840, 205667, 85, 148), printed("10", 2));
    assertEquals(Printed.of(680, 9962, 14, 1), printed("13", 0));
    List<Row> last = Fakes.figure("13").rows();
    assertEquals(List.of(1, 2, 4, 16), last.stream().map(Row::instances).toList());
    Row staggered = Fakes.figure("4.6").reference().orElseThrow();
    assertEquals(8, staggered.instances());
    assertEquals(200, staggered.stagger().toMillis());
    assertEquals(4, staggered.printed().orElseThrow().millisPerBlock());
    assertTrue(Fakes.figure("4.1").reference().isEmpty());
  }

  /** Every digit and every caption, where the paper's text is at hand. */
  @Test
  void hasEveryDigitOfThePapersTables() throws Exception {
    assumeTrue(Files.isReadable(PAPER), "skipped: there is no " + PAPER);
    List<Row> rows = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    for (String line : Files.readAllLines(PAPER)) {
      Matcher row = ROW.matcher(line);
      Matcher caption = CAPTION.matcher(line);
      if (row.matches()) {
        rows.add(row(row));
      } else if (caption.matches()) {
        if (Integer.parseInt(caption.group(1)) >= 5) {
          Figure figure = Fakes.figure(caption.group(1));
          assertEquals(figure.rows(), rows, figure.label());
          assertEquals(figure.caption(), caption.group(2));
          seen.add(figure.id());
        }
        rows.clear();
      }
    }
    assertEquals(9, seen.size(), seen.toString());
  }

  private static Row row(Matcher row) {
    int blocks = Integer.parseInt(row.group(2));
    int total = Integer.parseInt(row.group(3));
    int each = Integer.parseInt(row.group(4));
    return Row.of(
        Integer.parseInt(row.group(1)),
        row.group(5) == null
            ? Printed.withoutInterval(blocks, total, each)
            : Printed.of(blocks, total, each, Integer.parseInt(row.group(5))));
  }

  /** As many blocks as the paper: the same code, the same packing. */
  @Test
  void everyRungHasThePapersLanes() throws Exception {
    for (Figure figure : Dlt14.figures()) {
      Rung rung = figure.rung();
      int lanes =
          Protocols.named(rung.protocol())
              .configure(new ProtocolOptions(figure.blocks(), rung.options()))
              .lanes();
      for (Row row : figure.rows()) {
        OptionalInt blocks = row.printed().map(Printed::blocks).orElse(OptionalInt.empty());
        if (blocks.isPresent()) {
          assertEquals(blocks.getAsInt(), row.instances() * lanes, figure.label());
        }
      }
    }
  }

  /** The options of docs/minimac.md's ladder, and these, are the same. */
  @Test
  void theRungsAreThoseOfTheLadder() throws Exception {
    Map<String, Map<String, String>> ladder = new TreeMap<>();
    for (String line : Files.readAllLines(ROOT.resolve("docs/minimac.md"))) {
      Matcher matcher = LADDER.matcher(line);
      if (matcher.matches()) {
        ladder.put(matcher.group(1).replace("Fig. ", ""), options(matcher.group(2)));
      }
    }
    Map<String, Map<String, String>> rungs = new TreeMap<>();
    for (Figure figure : Dlt14.figures()) {
      if (!figure.rung().protocol().equals("tinyot")) {
        rungs.put(figure.id(), figure.rung().options());
      }
    }
    assertEquals(ladder, rungs);
  }

  private static Map<String, String> options(String text) {
    Matcher code = Pattern.compile("`([^`]*)`").matcher(text);
    String words = code.find() ? code.group(1) : "";
    String spelled =
        words.replace("--protocol minitrix", "").replace("--symmetric", "--conversion symmetric");
    return new Rung("", "", spelled.strip()).options();
  }

  @Test
  void theCircuitHasThePapersAndGates() throws Exception {
    assertEquals(6800, LayeredCircuit.of(CircuitLibrary.open(Dlt14.CIRCUIT)).andCount());
  }

  @Test
  void numbersChooseFiguresInOrderAndOnce() throws Exception {
    List<Figure> chosen = Dlt14.numbered(List.of("13", "5", "13"));
    assertEquals(List.of("5", "13"), chosen.stream().map(Figure::id).toList());
    for (String none : List.of("4", "14", "", "4.60", "Figure 5")) {
      Refused refused = assertThrows(Refused.class, () -> Dlt14.numbered(List.of("5", none)));
      assertTrue(refused.getMessage().contains("'" + none + "'"), refused.getMessage());
      assertTrue(refused.getMessage().endsWith("13, 4.6"), refused.getMessage());
    }
  }

  @Test
  void namesTellFiguresFromSections() throws Exception {
    assertEquals("Figure 5", Fakes.figure("5").label());
    assertEquals("section 4.6", Fakes.figure("4.6").label());
    assertEquals("2, 200 ms apart", Fakes.figure("4.6").rows().get(2).label());
    assertFalse(Fakes.figure("5").rung().commandLine().endsWith(" "));
  }
}

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

  private static PaperRow row(String figure, int row) throws Exception {
    return Fakes.figure(figure).rows().get(row);
  }

  @Test
  void hasThePapersFigures() throws Exception {
    assertEquals("minimac", Paper.DLT14.name());
    PaperRow first = row("5", 0);
    assertEquals(OptionalInt.of(161651), first.integer("total_ms"));
    assertEquals(OptionalInt.of(1243), first.interval("ms_per_block"));
    assertEquals("2624 ± 261", row("6", 4).text("ms_per_block"));
    assertEquals(OptionalInt.empty(), row("7", 0).interval("ms_per_block"));
    assertEquals(631, row("7", 0).number("ms_per_block").orElseThrow());
    assertEquals(List.of("4", "3840", "205667", "85 ± 148"), cells(row("10", 2)));
    assertEquals(List.of("1", "680", "9962", "14 ± 1"), cells(row("13", 0)));
    List<PaperRow> last = Fakes.figure("13").rows();
    assertEquals(List.of(1, 2, 4, 16), last.stream().map(Dlt14Test::instances).toList());
    PaperRow staggered = row("4.6", 4);
    assertEquals(8, instances(staggered));
    assertEquals(200, staggered.integer("stagger_ms").orElseThrow());
    assertEquals("4", staggered.text("ms_per_block"));
    assertFalse(row("4.1", 0).has("ms_per_block"));
    for (PaperTable table : Paper.DLT14.tables()) {
      assertEquals(1, instances(table.rows().get(0)), table.label());
    }
  }

  private static int instances(PaperRow row) {
    return row.integer("instances").orElseThrow();
  }

  private static List<String> cells(PaperRow row) {
    return List.copyOf(row.cells().values());
  }

  /** Every digit and every caption, where the paper's text is at hand. */
  @Test
  void hasEveryDigitOfThePapersTables() throws Exception {
    assumeTrue(Files.isReadable(PAPER), "skipped: there is no " + PAPER);
    List<List<String>> rows = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    for (String line : Files.readAllLines(PAPER)) {
      Matcher row = ROW.matcher(line);
      Matcher caption = CAPTION.matcher(line);
      if (row.matches()) {
        rows.add(List.of(line.split("\t")));
      } else if (caption.matches()) {
        if (Integer.parseInt(caption.group(1)) >= 5) {
          PaperTable figure = Fakes.figure(caption.group(1));
          assertEquals(figure.rows().stream().map(Dlt14Test::cells).toList(), rows, figure.label());
          assertEquals(figure.caption(), caption.group(2));
          seen.add(figure.id());
        }
        rows.clear();
      }
    }
    assertEquals(9, seen.size(), seen.toString());
  }

  /** As many blocks as the paper: the same code, the same packing. */
  @Test
  void everyRungHasThePapersLanes() throws Exception {
    for (PaperTable figure : Paper.DLT14.tables()) {
      int blocks = Integer.parseInt(figure.settings().getOrDefault("each", "0"));
      int lanes =
          Protocols.named(figure.settings().get("protocol"))
              .configure(new ProtocolOptions(blocks, options(figure)))
              .lanes();
      for (PaperRow row : figure.rows()) {
        OptionalInt printed = row.integer("blocks");
        if (printed.isPresent()) {
          assertEquals(printed.getAsInt(), instances(row) * lanes, figure.label());
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
    for (PaperTable figure : Paper.DLT14.tables()) {
      if (!figure.settings().get("protocol").equals("tinyot")) {
        rungs.put(figure.id(), options(figure));
      }
    }
    assertEquals(ladder, rungs);
  }

  private static Map<String, String> options(String text) {
    Matcher code = Pattern.compile("`([^`]*)`").matcher(text);
    String words = code.find() ? code.group(1) : "";
    String spelled =
        words.replace("--protocol minitrix", "").replace("--symmetric", "--conversion symmetric");
    return words(spelled.strip());
  }

  private static Map<String, String> options(PaperTable figure) {
    return words(figure.settings().getOrDefault("options", ""));
  }

  private static Map<String, String> words(String text) {
    Map<String, String> options = new TreeMap<>();
    String[] words = text.isEmpty() ? new String[0] : text.split(" ", -1);
    for (int i = 0; i < words.length; i += 2) {
      options.put(words[i].substring("--".length()), words[i + 1]);
    }
    return options;
  }

  @Test
  void theCircuitHasThePapersAndGates() throws Exception {
    assertEquals(6800, LayeredCircuit.of(CircuitLibrary.open("aes_128_shallow")).andCount());
  }

  @Test
  void numbersChooseFiguresInOrderAndOnce() throws Exception {
    List<PaperTable> chosen = Paper.DLT14.numbered(null, List.of("13", "5", "13"));
    assertEquals(List.of("5", "13"), chosen.stream().map(PaperTable::id).toList());
    for (String none : List.of("4", "14", "", "4.60", "Figure 5")) {
      Refused refused =
          assertThrows(Refused.class, () -> Paper.DLT14.numbered(null, List.of("5", none)));
      assertTrue(refused.getMessage().contains("'" + none + "'"), refused.getMessage());
      assertTrue(refused.getMessage().endsWith("13, 4.6"), refused.getMessage());
    }
  }

  @Test
  void namesTellFiguresFromSections() throws Exception {
    assertEquals("Figure 5", Fakes.figure("5").label());
    assertEquals("section 4.6", Fakes.figure("4.6").label());
    assertEquals("figure-5", Fakes.figure("5").file());
    assertEquals("figure-4.6", Fakes.figure("4.6").file());
    assertEquals("2, 200 ms apart", Fakes.ran("4.6", 1, 1).rows().get(2).label());
    String line = Fakes.ran("5", 1, 1).settings().get(0);
    assertEquals("--protocol minimac --circuit aes_128_shallow", line);
  }
}

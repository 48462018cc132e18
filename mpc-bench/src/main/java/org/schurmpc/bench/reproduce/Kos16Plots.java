package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.knowm.xchart.CategoryChart;
import org.schurmpc.core.abort.BadFile;

/** Tables and figures of KOS16 as pictures, the paper's figures and ours. */
public final class Kos16Plots {
  private final ResultsFolder folder;

  private Kos16Plots(ResultsFolder folder) {
    this.folder = folder;
  }

  /** Pictures in a folder. */
  public static Kos16Plots in(ResultsFolder folder) {
    return new Kos16Plots(folder);
  }

  /** Draws it, if anything of it was measured: the paper's where it has them for all cells. */
  public void draw(RateResult result) throws BadFile {
    RateTable table = result.table();
    List<RateCell> cells = table.cells();
    int[] there =
        IntStream.range(0, cells.size()).filter(i -> result.here(i).isPresent()).toArray();
    if (there.length == 0) {
      return;
    }
    Map<String, List<Double>> series = new LinkedHashMap<>();
    if (IntStream.of(there).allMatch(i -> cells.get(i).printed().isPresent())) {
      series.put("KOS16", values(there, i -> cells.get(i).printed().getAsDouble()));
    }
    series.put("here", values(there, i -> result.here(i).orElseThrow()));
    if (!table.kbit()) {
      if (IntStream.of(there).allMatch(i -> cells.get(i).mostPrinted().isPresent())) {
        series.put("KOS16, at most", values(there, i -> cells.get(i).mostPrinted().getAsDouble()));
      }
      series.put("here, at most", values(there, i -> result.mostHere(i).orElseThrow()));
    }
    List<String> names = new ArrayList<>();
    for (int i : there) {
      names.add(cells.get(i).label());
    }
    String axis = table.kbit() ? "kbit by pair of parties" : "triples per second";
    CategoryChart chart =
        Pictures.marks(table.label() + ": " + table.caption(), axis, names, series);
    chart.getStyler().setXAxisLabelRotation(25);
    Pictures.save(chart, Kos16Json.fileName(table) + ".png", folder);
  }

  private static List<Double> values(int[] cells, IntFunction<Double> of) {
    return IntStream.of(cells).mapToObj(of).toList();
  }
}

package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.schurmpc.core.abort.BadFile;

/** The tables of times of DNNR17 as pictures, the paper's and ours, MAC by MAC. */
public final class Dnnr17Plots {
  private final ResultsFolder folder;

  private Dnnr17Plots(ResultsFolder folder) {
    this.folder = folder;
  }

  /** Pictures in a folder. */
  public static Dnnr17Plots in(ResultsFolder folder) {
    return new Dnnr17Plots(folder);
  }

  /** Draws latency and amortised time, each if anything of it was measured. */
  public void draw(TimeResult result) throws BadFile {
    draw(
        result,
        "latency",
        "one AES after the other (ms)",
        PrintedTimes::lanLatency,
        PrintedTimes::cloudLatency,
        result::latencyMillis);
    draw(
        result,
        "amortised",
        "an AES of many at once (µs)",
        PrintedTimes::lanAmortised,
        PrintedTimes::cloudAmortised,
        result::amortisedMicros);
  }

  private void draw(
      TimeResult result,
      String name,
      String axis,
      Function<PrintedTimes, String> lan,
      Function<PrintedTimes, String> cloud,
      Function<Integer, Optional<Double>> ours)
      throws BadFile {
    TimeTable table = result.table();
    List<String> names = new ArrayList<>();
    List<Double> paperLan = new ArrayList<>();
    List<Double> paperCloud = new ArrayList<>();
    List<Double> here = new ArrayList<>();
    for (int row = 0; row < table.macs().size(); row++) {
      Optional<Double> measured = ours.apply(row);
      if (measured.isPresent()) {
        names.add(table.macs().get(row).label());
        paperLan.add(Double.valueOf(lan.apply(table.printed().get(row))));
        paperCloud.add(Double.valueOf(cloud.apply(table.printed().get(row))));
        here.add(measured.get());
      }
    }
    if (names.isEmpty()) {
      return;
    }
    Map<String, List<Double>> series = new LinkedHashMap<>();
    series.put("DNNR17, LAN", paperLan);
    series.put("DNNR17, cloud", paperCloud);
    series.put("here", here);
    String title = table.label() + ": " + table.caption();
    Pictures.save(
        Pictures.marks(title, axis, names, series),
        "table-" + table.id() + "-" + name + ".png",
        folder);
  }
}

package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A table of DNNR17 with latency and amortised time of AES, a row for each MAC.
 *
 * @param id its number
 * @param caption as printed
 * @param circuit what is evaluated here
 * @param macs row by row
 * @param printed row by row
 * @param remarks what a reader should know, a sentence each
 */
public record TimeTable(
    String id,
    String caption,
    String circuit,
    List<Dnnr17.MacChoice> macs,
    List<PrintedTimes> printed,
    List<String> remarks) {
  public TimeTable {
    macs = List.copyOf(macs);
    printed = List.copyOf(printed);
    remarks = List.copyOf(remarks);
    if (macs.size() != printed.size()) {
      throw new IllegalArgumentException(printed.size() + " rows for " + macs.size() + " MACs");
    }
  }

  /** The rows of MACs with these options alone. */
  public TimeTable only(Collection<String> options) {
    List<Dnnr17.MacChoice> some = new ArrayList<>();
    List<PrintedTimes> times = new ArrayList<>();
    for (int row = 0; row < macs.size(); row++) {
      if (options.contains(macs.get(row).option())) {
        some.add(macs.get(row));
        times.add(printed.get(row));
      }
    }
    return new TimeTable(id, caption, circuit, some, times, remarks);
  }

  /** For people. */
  String label() {
    return "Table " + id;
  }
}

package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.schurmpc.vm.code.MixedCounts;
import org.schurmpc.vm.compile.Cost;

/** Columns of the documentation's tables for costs with bits in TinyOT. */
public final class CostColumns {
  private CostColumns() {}

  /** Returns rounds, products over the field, ANDs, daBits and masks. */
  public static String mixed(Cost cost) {
    MixedCounts mixed = cost.items().mixed();
    return "%d | %,d | %,d | %,d | %,d |"
        .formatted(
            cost.rounds(),
            cost.items().triples() + cost.items().squares(),
            mixed.ands(),
            mixed.daBits(),
            mixed.masks().values().stream().mapToLong(n -> n).sum());
  }

  /** Requires that rows are in the documentation. */
  public static void requireDocumented(List<String> rows) throws Exception {
    String docs = Files.readString(Path.of("..", "docs", "library.md"));
    StringBuilder missing = new StringBuilder();
    for (String row : rows) {
      if (!docs.contains(row)) {
        missing.append(row).append('\n');
      }
    }
    assertEquals("", missing.toString());
  }
}

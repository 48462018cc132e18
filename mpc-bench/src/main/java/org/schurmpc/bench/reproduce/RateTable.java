package org.schurmpc.bench.reproduce;

import java.util.List;

/**
 * A table or figure of KOS16.
 *
 * @param id its number
 * @param about what its figures are
 * @param caption as printed
 * @param remarks what a reader of the figures should know, a sentence each
 */
public record RateTable(
    String id, About about, String caption, List<RateCell> cells, List<String> remarks) {
  public RateTable {
    cells = List.copyOf(cells);
    remarks = List.copyOf(remarks);
  }

  /** What is measured. */
  enum About {
    /** What is sent for an item, in 1000 bits, by pairs of parties. */
    KBIT,
    /** Triples a second. */
    RATE
  }

  boolean kbit() {
    return about == About.KBIT;
  }

  /** For people and files: "Table 2". */
  String label() {
    return (kbit() ? "Table " : "Figure ") + id;
  }
}

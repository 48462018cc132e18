package org.schurmpc.bench.reproduce;

import java.util.List;

/**
 * A table of sizes, and ours.
 *
 * @param optimised row by row, of the circuit with tables for S-boxes
 * @param binary row by row
 */
public record SizeResult(
    SizeTable table, List<SizeTable.Size> optimised, List<SizeTable.Size> binary) {
  public SizeResult {
    optimised = List.copyOf(optimised);
    binary = List.copyOf(binary);
  }
}

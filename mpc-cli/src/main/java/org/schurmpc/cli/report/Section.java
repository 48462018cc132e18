package org.schurmpc.cli.report;

import java.util.List;

/** A section of a report: one result, or one table of a study. */
public record Section(String heading, List<Block> blocks) {
  public Section {
    blocks = List.copyOf(blocks);
  }
}

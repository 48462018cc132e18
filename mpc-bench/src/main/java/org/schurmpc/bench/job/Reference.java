package org.schurmpc.bench.job;

import org.schurmpc.core.bits.BitMatrix;

/** What a circuit must output, computed apart from any protocol. */
public interface Reference {
  /**
   * The right outputs.
   *
   * @param inputs a row for each input wire, a column for each lane
   * @return a row for each output wire, a column for each lane
   */
  BitMatrix expected(BitMatrix inputs);

  /** What it is, for reports. */
  String description();
}

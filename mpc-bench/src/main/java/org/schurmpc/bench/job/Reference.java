package org.schurmpc.bench.job;

import org.schurmpc.core.bits.BitMatrix;

/** Computes the outputs of a circuit without a protocol. */
public interface Reference {
  /**
   * Returns the correct outputs.
   *
   * @param inputs a row for each input wire, a column for each lane
   * @return a row for each output wire, a column for each lane
   */
  BitMatrix expected(BitMatrix inputs);

  /** Returns the name of the reference in reports. */
  String description();
}

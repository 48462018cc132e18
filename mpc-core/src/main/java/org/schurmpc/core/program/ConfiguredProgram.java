package org.schurmpc.core.program;

import java.math.BigInteger;
import java.util.SortedMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.run.OpenRun;
import org.schurmpc.core.run.RunPlan;

/** A program whose parameters are fixed: what its parties agree on and consume, and how it runs. */
public interface ConfiguredProgram {
  /**
   * Returns what the parties agree on, with a part for each field. The unit of a part is the
   * material of one run; of loops whose turns are not known before, that of one turn.
   */
  RunPlan plan();

  /** Estimates the memory of a run besides its material: registers, memory, inputs and outputs. */
  long bytes();

  /**
   * Runs the program once at this party.
   *
   * @param run of {@link #plan}, perhaps with further terms
   * @param mine the values of this party's inputs, by name; not changed
   * @return the outputs that this party receives, by name, after all checks
   * @throws org.schurmpc.core.abort.Refused if an input of this party has no values, or wrong ones;
   *     before anything is sent
   * @throws org.schurmpc.core.abort.BadFile if an index or a value is outside of its range while
   *     the program runs; the same at all parties
   */
  SortedMap<String, BigInteger[]> run(
      OpenRun run, SortedMap<String, BigInteger[]> mine, ProgramListener listener)
      throws MpcException;
}

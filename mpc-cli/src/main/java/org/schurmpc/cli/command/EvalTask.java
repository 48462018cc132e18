package org.schurmpc.cli.command;

import java.util.Optional;
import org.schurmpc.cli.compute.PartyRun;
import org.schurmpc.cli.compute.StoreUse;
import org.schurmpc.cli.compute.WorkEstimate;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.values.InputFile;
import org.schurmpc.cli.values.OutputText;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.run.Computation;

/**
 * Describes the work of one call of {@code eval}, with all options checked.
 *
 * @param input the file of this party's input values; empty if the party supplies none
 */
record EvalTask(PartyRun run, Computation.Plan plan, Optional<InputFile> input) {

  /** Returns the inputs: a row for each input wire, a column for each lane. */
  BitMatrix inputs() throws BadFile {
    BitMatrix inputs = new BitMatrix(run.job().circuit().inputWires(), plan.instances());
    if (input.isPresent()) {
      input.get().read(inputs);
    }
    return inputs;
  }

  /** Returns, for each output value, whether this party learns the value. */
  boolean[] learnt() {
    return run.job().learnt(run.party());
  }

  /**
   * Returns a writer of the output values.
   *
   * @param raw whether values are written as bytes instead of text
   */
  OutputText outputText(boolean raw) {
    return new OutputText(
        run.job().circuit().outputSizes(), learnt(), run.job().outputsWritten(), raw);
  }

  /** Estimates the processor time of the task. */
  WorkEstimate work() {
    boolean own = run.store().map(StoreUse::refill).orElse(run.job().dealer().isEmpty());
    return WorkEstimate.evaluation(plan, own);
  }

  /** Returns a heap size that is sufficient for the material and the values. */
  HeapSize heap() {
    long values = run.job().valueBytes(plan.instances());
    long pass = run.job().valueBytes(Math.min(plan.instances(), plan.protocol().lanes()));
    return HeapSize.forMaterial(
        plan.demand().bytes() + values + 4 * pass,
        JobOptions.threads(run.job().options(), run.job().dealer().isPresent()));
  }
}

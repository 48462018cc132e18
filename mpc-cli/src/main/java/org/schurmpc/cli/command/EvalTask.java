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
 * What one call of {@code eval} does, all of it checked.
 *
 * @param input what this party supplies, if anything
 */
record EvalTask(PartyRun run, Computation.Plan plan, Optional<InputFile> input) {

  /** The inputs: a row for each input wire, a column for each lane. */
  BitMatrix inputs() throws BadFile {
    BitMatrix inputs = new BitMatrix(run.job().circuit().inputWires(), plan.instances());
    if (input.isPresent()) {
      input.get().read(inputs);
    }
    return inputs;
  }

  /** Which output values this party learns. */
  boolean[] learnt() {
    return run.job().learnt(run.party());
  }

  /** How outputs are written. */
  OutputText outputText(boolean raw) {
    return new OutputText(run.job().circuit().outputSizes(), learnt(), run.job().order(), raw);
  }

  /** Estimates what it takes. */
  WorkEstimate work() {
    boolean own = run.store().map(StoreUse::refill).orElse(run.job().dealer().isEmpty());
    return WorkEstimate.evaluation(plan, own);
  }

  /** Enough for material and values. */
  HeapSize heap() {
    long values = run.job().valueBytes(plan.instances());
    long pass = run.job().valueBytes(Math.min(plan.instances(), plan.protocol().lanes()));
    return HeapSize.forMaterial(
        plan.demand().bytes() + values + 4 * pass,
        JobOptions.threads(run.job().options(), run.job().dealer().isPresent()));
  }
}

package org.schurmpc.cli.command;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.cli.compute.ComputationJob;
import org.schurmpc.cli.compute.Outcome;
import org.schurmpc.cli.compute.Party;
import org.schurmpc.cli.compute.StoreUse;
import org.schurmpc.cli.compute.WorkEstimate;
import org.schurmpc.cli.config.Counts;
import org.schurmpc.cli.display.Progress;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.HugePages;
import org.schurmpc.cli.launch.ProgressListener;
import org.schurmpc.cli.option.FiguresOptions;
import org.schurmpc.cli.option.JobOptions;
import org.schurmpc.cli.values.InputFile;
import org.schurmpc.cli.values.OriginFields;
import org.schurmpc.cli.values.OutputFile;
import org.schurmpc.cli.values.OutputText;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.run.Computation;

/**
 * Evaluates a circuit as one party.
 *
 * @param input the file of this party's input values; empty if the party supplies none
 * @param output the file of the outputs; null for standard output
 * @param raw whether outputs are written as bytes instead of text
 * @param out standard output
 * @param err receives times and traffic; empty if nobody asked for them
 */
record EvalTask(
    ComputationJob job,
    Party party,
    Computation.Plan plan,
    Optional<InputFile> input,
    Path output,
    boolean raw,
    FiguresOptions figures,
    PrintStream out,
    Optional<PrintStream> err)
    implements CommandTask {

  @Override
  public WorkEstimate work() {
    boolean own = party.store().map(StoreUse::refill).orElse(job.dealer().isEmpty());
    return WorkEstimate.evaluation(plan, own);
  }

  @Override
  public HeapSize heap() {
    long values = job.valueBytes(plan.instances());
    long pass = job.valueBytes(Math.min(plan.instances(), plan.protocol().lanes()));
    return HeapSize.forMaterial(
        plan.demand().bytes() + values + 4 * pass,
        JobOptions.threads(job.options(), job.dealer().isPresent()));
  }

  @Override
  public List<String> jvmOptions(HeapSize heap) {
    return HugePages.suit(plan.demand()) ? HugePages.ofThisMachine().options(heap) : heap.options();
  }

  @Override
  public Optional<String> warning() {
    return DealerOptions.warning(job, party.store());
  }

  @Override
  public Progress progress() {
    return Progress.of(plan.passes());
  }

  @Override
  public void run(ProgressListener progress) throws MpcException {
    OutputFile file = output == null ? null : OutputFile.open(output);
    try (FiguresOptions.Files files = figures.open()) {
      Outcome<BitMatrix> outcome = evaluate(progress);
      write(outcome.result(), file);
      files.write(() -> fields(outcome)); // the circuit's digest takes a while
      String lanes = Counts.of(plan.instances(), "lane") + " in ";
      err.ifPresent(to -> to.println(outcome.text(lanes)));
    }
  }

  private Outcome<BitMatrix> evaluate(ProgressListener progress) throws MpcException {
    BitMatrix inputs = new BitMatrix(job.circuit().inputWires(), plan.instances());
    try {
      if (input.isPresent()) {
        input.get().read(inputs);
      }
      return party.run(job, plan.work(inputs, progress::step), progress::phase);
    } finally {
      Arrays.fill(inputs.words(), 0);
    }
  }

  private void write(BitMatrix outputs, OutputFile file) throws BadFile {
    boolean[] learnt = job.learnt(party.index());
    OutputText text =
        new OutputText(job.circuit().outputSizes(), learnt, job.outputsWritten(), raw);
    try {
      if (file != null) {
        file.write(to -> text.write(outputs, to));
      } else if (ComputationJob.any(learnt)) {
        text.write(outputs, out);
      }
    } catch (IOException e) {
      throw new BadFile("standard output could not be written in full", e);
    } finally {
      Arrays.fill(outputs.words(), 0);
    }
  }

  private Map<String, Object> fields(Outcome<BitMatrix> outcome) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("party", party.index() + 1);
    fields.put("protocol", job.protocol());
    fields.put("terms", plan.protocol().terms());
    fields.put("sigma", plan.protocol().sigma());
    fields.put("insecure", plan.lack().orElse(null));
    fields.put("circuit", job.name());
    fields.put("circuit_sha256", BristolFashion.hexDigest(job.circuit()));
    fields.put("order", job.order().toString());
    fields.put("instances", plan.instances());
    fields.put("lanes", plan.protocol().lanes());
    fields.put("passes", plan.passes());
    OriginFields.put(fields, outcome.preprocessing().get(0));
    fields.put("tls", party.line().me().isPresent());
    outcome.addTo(fields);
    return fields;
  }
}

package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.schurmpc.cli.compute.Outcome;
import org.schurmpc.cli.compute.Party;
import org.schurmpc.cli.compute.ProgramJob;
import org.schurmpc.cli.compute.StoreUse;
import org.schurmpc.cli.compute.WorkEstimate;
import org.schurmpc.cli.display.Logs;
import org.schurmpc.cli.display.Terminal;
import org.schurmpc.cli.launch.ClassSource;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.Printable;
import org.schurmpc.cli.launch.ProgressListener;
import org.schurmpc.cli.option.FiguresOptions;
import org.schurmpc.cli.option.JobOptions;
import org.schurmpc.cli.values.OriginFields;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.program.ProgramListener;

/**
 * Runs a program as one party.
 *
 * @param data this party's values, and where its results go
 * @param verbose whether times and traffic are printed
 * @param out standard output
 * @param err receives times and warnings
 */
record ProgramRunTask(
    ProgramJob job,
    Party party,
    DataUse data,
    ProgramOutputs outputs,
    FiguresOptions figures,
    boolean verbose,
    PrintStream out,
    PrintStream err)
    implements CommandTask {

  /** Returns whether the parties generate material while the program runs. */
  private boolean own() {
    return party.store().map(StoreUse::refill).orElse(job.dealer().isEmpty());
  }

  @Override
  public WorkEstimate work() {
    return WorkEstimate.material(job.plan(), 1, own());
  }

  /** Values and material are held twice. */
  @Override
  public HeapSize heap() {
    return HeapSize.forMaterial(
        2 * job.configured().heldBytes() + job.configured().bytes(),
        JobOptions.threads(job.options(), !own()));
  }

  @Override
  public List<String> jvmOptions(HeapSize heap) {
    List<String> options = new ArrayList<>(heap.options());
    options.addAll(Logs.showProgress(Terminal.onStandardError()));
    return options;
  }

  @Override
  public Optional<String> warning() {
    return DealerOptions.warning(job, party.store());
  }

  /**
   * Runs the program and writes the results. Figures that cannot be written are no reason to end a
   * run whose outputs are there: this is a warning.
   */
  @Override
  public void run(ProgressListener progress) throws MpcException {
    ProgramOutputs.Targets targets = outputs.open();
    ProgramListener listener = line -> out.println(Printable.line(line));
    try (FiguresOptions.Files files = figures.open();
        ClassSource drivers = data.drivers()) {
      data.check(drivers.loader(), err::println);
      SortedMap<String, BigInteger[]> inputs = data.read(drivers.loader(), err::println);
      Outcome<SortedMap<String, BigInteger[]>> outcome =
          party.run(job, job.configured().work(inputs, listener), phase -> {});
      write(drivers.loader(), targets, outcome.result());
      try {
        files.write(() -> fields(outcome));
      } catch (BadFile e) {
        err.println("warning: " + e.getMessage());
      }
      if (verbose) {
        err.println(outcome.text(""));
      } else if (Logs.showsProgress()) {
        err.println(outcome.summary());
      }
    }
  }

  /** Writes all outputs; those of results like others, if the results cannot be written. */
  private void write(
      ClassLoader drivers, ProgramOutputs.Targets targets, SortedMap<String, BigInteger[]> values)
      throws BadFile {
    try {
      data.write(drivers, job.program().digest(), values);
    } catch (BadFile e) {
      outputs.with(job.outputs(party.index())).write(targets, values, out);
      throw new BadFile(e.getMessage() + "; its outputs are where the others are", e);
    }
    outputs.write(targets, values, out);
  }

  private Map<String, Object> fields(Outcome<?> outcome) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("party", party.index() + 1);
    fields.put("parties", job.program().parties());
    fields.put("program", job.name());
    fields.put("program_digest", job.program().digest());
    fields.put("fields", job.program().fields());
    fields.put("terms", job.plan().terms());
    fields.put("sigma", job.plan().parts().stream().map(part -> part.protocol().sigma()).toList());
    OriginFields.put(fields, outcome.preprocessing());
    fields.put("tls", party.line().me().isPresent());
    outcome.addTo(fields);
    return fields;
  }
}

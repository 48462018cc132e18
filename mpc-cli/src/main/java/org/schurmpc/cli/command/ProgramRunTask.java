package org.schurmpc.cli.command;

import java.io.IOException;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.schurmpc.cli.compute.ProgramRun;
import org.schurmpc.cli.compute.StoreUse;
import org.schurmpc.cli.compute.WorkEstimate;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.values.NamedText;
import org.schurmpc.cli.values.OutputFile;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.program.ProgramPort;

/**
 * Describes the work of one call of {@code program run}, with all options checked.
 *
 * @param inputs this party's values by name
 * @param text writes the outputs that this party receives
 * @param tables the files of outputs that have one of their own, by name
 */
record ProgramRunTask(
    ProgramRun run,
    SortedMap<String, BigInteger[]> inputs,
    NamedText text,
    Map<String, Path> tables) {

  /** The files of the outputs, each of which can be written. */
  record Targets(OutputFile main, Map<String, OutputFile> tables) {}

  /** Returns whether the parties generate material while the program runs. */
  private boolean own() {
    return run.store().map(StoreUse::refill).orElse(run.job().dealer().isEmpty());
  }

  /** Estimates the processor time of the task. */
  WorkEstimate work() {
    return WorkEstimate.material(run.job().plan(), 1, own());
  }

  /** Returns a heap size that is sufficient for the values and the material, held twice. */
  HeapSize heap() {
    return HeapSize.forMaterial(
        2 * run.job().unitBytes() + run.job().configured().bytes(),
        JobOptions.threads(run.job().options(), !own()));
  }

  /**
   * Checks that the files of the outputs can be written.
   *
   * @param output the file of all outputs; null for standard output
   */
  Targets open(Path output) throws BadFile {
    Map<String, OutputFile> files = new LinkedHashMap<>();
    for (Map.Entry<String, Path> table : tables.entrySet()) {
      files.put(table.getKey(), OutputFile.open(table.getValue()));
    }
    return new Targets(output == null ? null : OutputFile.open(output), files);
  }

  /**
   * Writes the outputs, all or none: first to temporary files, which then replace the files.
   *
   * @param out standard output
   */
  void write(Targets targets, SortedMap<String, BigInteger[]> outputs, PrintStream out)
      throws BadFile {
    List<OutputFile.Draft> drafts = new ArrayList<>();
    try {
      for (ProgramPort port : text.ports()) {
        OutputFile table = targets.tables().get(port.name());
        if (table != null) {
          drafts.add(table.draft(to -> text.writeTable(port, outputs.get(port.name()), to)));
        }
      }
      if (targets.main() != null) {
        drafts.add(targets.main().draft(to -> text.write(outputs, to)));
      }
      for (OutputFile.Draft draft : drafts) {
        draft.publish();
      }
      if (targets.main() == null) {
        text.write(outputs, out);
      }
    } catch (IOException e) {
      throw new BadFile("standard output could not be written in full", e);
    } finally {
      drafts.forEach(OutputFile.Draft::close);
    }
  }
}

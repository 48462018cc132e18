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
import org.schurmpc.cli.values.NamedText;
import org.schurmpc.cli.values.OutputFile;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.program.ProgramPort;

/**
 * Says where the outputs of a program go.
 *
 * @param text writes the outputs that this party receives
 * @param output the file of all outputs; null for standard output
 * @param tables the files of outputs that have one of their own, by name
 */
record ProgramOutputs(NamedText text, Path output, Map<String, Path> tables) {
  /** The files of the outputs, each of which can be written. */
  record Targets(OutputFile main, Map<String, OutputFile> tables) {}

  /** Returns where outputs go that are these and more. */
  ProgramOutputs with(List<ProgramPort> ports) {
    return new ProgramOutputs(new NamedText(ports, text.tables()), output, tables);
  }

  /** Opens the files, before the run. */
  Targets open() throws BadFile {
    return open(output, tables);
  }

  /** Checks that files can be written. */
  static Targets open(Path output, Map<String, Path> tables) throws BadFile {
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

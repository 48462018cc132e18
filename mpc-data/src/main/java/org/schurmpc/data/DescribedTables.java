package org.schurmpc.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.schurmpc.cli.data.DataFile;
import org.schurmpc.cli.data.InputTables;
import org.schurmpc.cli.data.ResultTables;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.program.ProgramPort;
import org.schurmpc.data.config.DataConfig;
import org.schurmpc.data.config.SourceTable;
import org.schurmpc.data.schema.Part;

/**
 * The tables of a description as inputs and outputs of programs.
 *
 * @param config the description
 */
record DescribedTables(DataConfig config) implements DataFile {
  @Override
  public SortedMap<String, Long> arguments() {
    return config.arguments();
  }

  /** Returns the table that has a port, with the list of the port. */
  private static Optional<Given> find(List<SourceTable> tables, ProgramPort port) {
    for (SourceTable table : tables) {
      Optional<Part> part = table.schema().find(port, tables.size() == 1);
      if (part.isPresent()) {
        return Optional.of(new Given(table, part.get(), port));
      }
    }
    return Optional.empty();
  }

  @Override
  public boolean gives(ProgramPort input) {
    return find(config.tables(), input).isPresent();
  }

  @Override
  public InputTables inputs(List<ProgramPort> inputs) throws BadFile {
    Map<SourceTable, List<Given>> given = byTable(config.tables(), inputs);
    for (List<Given> parts : given.values()) {
      for (Given each : parts) {
        each.requireFits(config.file());
      }
    }
    return new GivenTables(given);
  }

  @Override
  public Optional<ResultTables> results(List<ProgramPort> outputs) throws BadFile {
    Map<SourceTable, List<Given>> given = byTable(config.results(), outputs);
    for (SourceTable result : config.results()) {
      if (!given.containsKey(result)) {
        throw new BadFile(
            "%s: the program has no output of result %s"
                .formatted(config.file(), result.schema().name()));
      }
    }
    for (Map.Entry<SourceTable, List<Given>> each : given.entrySet()) {
      WrittenResults.requireComplete(config.file(), each.getKey().schema(), each.getValue());
    }
    return given.isEmpty() ? Optional.empty() : Optional.of(new WrittenResults(given));
  }

  private static Map<SourceTable, List<Given>> byTable(
      List<SourceTable> tables, List<ProgramPort> ports) {
    Map<SourceTable, List<Given>> all = new LinkedHashMap<>();
    for (ProgramPort port : ports) {
      find(tables, port)
          .ifPresent(
              given -> all.computeIfAbsent(given.table(), table -> new ArrayList<>()).add(given));
    }
    return all;
  }
}

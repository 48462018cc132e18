package org.schurmpc.data;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.schurmpc.cli.data.ResultTables;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.data.config.Place;
import org.schurmpc.data.config.SourceTable;
import org.schurmpc.data.result.ResultWriter;
import org.schurmpc.data.schema.Misfit;
import org.schurmpc.data.schema.Part;
import org.schurmpc.data.schema.TableContent;
import org.schurmpc.data.schema.TableSchema;

/** Results that outputs of a program become. */
record WrittenResults(Map<SourceTable, List<Given>> given) implements ResultTables {
  /** Requires an output for each list of a result, but for which rows are there. */
  static void requireComplete(Path file, TableSchema schema, List<Given> given) throws BadFile {
    Set<String> names = given.stream().map(each -> each.part().name()).collect(Collectors.toSet());
    Optional<Part> missing =
        schema.parts().values().stream()
            .filter(part -> part.kind() != Part.Kind.VALID && !names.contains(part.name()))
            .findFirst();
    if (missing.isPresent()) {
      throw new BadFile(
          "%s: the program has no output %s for result %s"
              .formatted(file, missing.get().name(), schema.name()));
    }
    long counts = given.stream().mapToInt(each -> each.port().count()).distinct().count();
    boolean whole =
        given.stream().allMatch(each -> each.port().fraction() == 0 && !each.port().binary());
    if (counts != 1 || names.size() != given.size() || !whole) {
      throw new BadFile(
          "%s: the outputs of result %s are not whole numbers, as many of each, under one name"
              .formatted(file, schema.name()));
    }
  }

  @Override
  public Set<String> outputs() {
    return given.values().stream()
        .flatMap(List::stream)
        .map(each -> each.port().name())
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public Map<String, Path> files() {
    Map<String, Path> files = new TreeMap<>();
    for (SourceTable result : given.keySet()) {
      if (result.place() instanceof Place.Csv csv) {
        files.put("result " + result.schema().name(), csv.file());
      }
    }
    return files;
  }

  @Override
  public boolean noted() {
    return given.keySet().stream().anyMatch(result -> result.place() instanceof Place.Jdbc);
  }

  private List<ResultWriter> writers(ClassLoader drivers) {
    return ResultWriter.of(List.copyOf(given.keySet()), drivers);
  }

  @Override
  public void check(ClassLoader drivers, String run) throws BadFile {
    for (ResultWriter writer : writers(drivers)) {
      writer.check(run);
    }
  }

  @Override
  public void write(
      ClassLoader drivers, String run, String digest, SortedMap<String, BigInteger[]> values)
      throws BadFile {
    Map<String, List<Object[]>> rows = rows(values);
    for (ResultWriter writer : writers(drivers)) {
      writer.write(run, digest, rows);
    }
  }

  @Override
  public void writeOnce(
      ClassLoader drivers, String run, String digest, SortedMap<String, BigInteger[]> values)
      throws BadFile {
    Map<String, List<Object[]>> rows = rows(values);
    for (ResultWriter writer : writers(drivers)) {
      if (!writer.isWritten(run)) {
        writer.write(run, digest, rows);
      }
    }
  }

  private Map<String, List<Object[]>> rows(SortedMap<String, BigInteger[]> values) throws BadFile {
    Map<String, List<Object[]>> rows = new HashMap<>();
    for (Map.Entry<SourceTable, List<Given>> each : given.entrySet()) {
      Map<String, BigInteger[]> lists = new HashMap<>();
      for (Given part : each.getValue()) {
        lists.put(part.part().name(), values.get(part.port().name()));
      }
      TableSchema schema = each.getKey().schema();
      try {
        rows.put(schema.name(), TableContent.decode(schema, lists));
      } catch (Misfit e) {
        throw new BadFile("result %s, %s".formatted(schema.name(), e.getMessage()), e);
      }
    }
    return rows;
  }
}

package org.schurmpc.service.tables;

import java.io.File;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.schurmpc.cli.data.DataFile;
import org.schurmpc.cli.data.DataFiles;
import org.schurmpc.cli.data.ResultTables;
import org.schurmpc.cli.launch.ClassSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.program.ProgramLanguages;
import org.schurmpc.core.program.ProgramPort;
import org.schurmpc.service.config.Artifact;
import org.schurmpc.service.config.JobEntry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads this party's tables for jobs, and finds where results go, by the descriptions that the jobs
 * name. Safe for use by several threads.
 */
public final class PartyTables implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PartyTables.class);

  private final List<Path> jars;
  private ClassSource drivers; // null until one is needed

  /**
   * Creates tables; nothing is read.
   *
   * @param jars of the drivers of databases
   */
  public PartyTables(List<Path> jars) {
    this.jars = List.copyOf(jars);
  }

  /**
   * Reads the values of inputs.
   *
   * @param description of the tables
   * @param ports inputs of a program
   * @throws MpcException naming the table and what is wrong, never a value
   */
  public SortedMap<String, BigInteger[]> read(Path description, List<ProgramPort> ports)
      throws MpcException {
    DataFile data = DataFiles.only().read(description);
    for (ProgramPort port : ports) {
      if (!data.gives(port)) {
        throw new BadFile("%s has no column for %s".formatted(description, port.name()));
      }
    }
    return data.inputs(ports).read(drivers(), note -> LOG.info("{}", note));
  }

  /**
   * Returns where the results of a job go at a party; empty if it has no table there.
   *
   * @throws MpcException if the description does not fit the program, or a result goes to a file:
   *     files do not note which runs they have
   */
  public Optional<ResultTables> results(JobEntry job, Artifact artifact, int party)
      throws MpcException {
    List<String> names =
        artifact.outputs().stream()
            .filter(port -> port.isOfTable() && port.use().party() == party)
            .map(Artifact.Port::name)
            .toList();
    if (names.isEmpty()) {
      return Optional.empty();
    }
    Path description =
        job.data()
            .orElseThrow(
                () ->
                    new BadFile(
                        "job '%s' has tables of this party: name their description as data"
                            .formatted(job.name())));
    List<ProgramPort> ports =
        ProgramLanguages.only().read(job.program().orElseThrow()).outputs().stream()
            .filter(port -> names.contains(port.name()))
            .toList();
    ResultTables tables =
        DataFiles.only()
            .read(description)
            .results(ports)
            .orElseThrow(
                () -> new BadFile("%s has no result %s".formatted(description, names.get(0))));
    for (String name : names) {
      if (!tables.outputs().contains(name)) {
        throw new BadFile("%s has no column of a result for %s".formatted(description, name));
      }
    }
    if (!tables.files().isEmpty()) {
      throw new BadFile(
          "%s: %s goes to a file, and results of services go to databases, which note each run"
              .formatted(description, tables.files().keySet().iterator().next()));
    }
    return Optional.of(tables);
  }

  /** Returns the drivers of databases. */
  synchronized ClassLoader drivers() throws BadFile {
    if (drivers == null) {
      drivers =
          ClassSource.openOrOwn(
              jars.isEmpty()
                  ? null
                  : jars.stream()
                      .map(Path::toString)
                      .collect(Collectors.joining(File.pathSeparator)));
    }
    return drivers.loader();
  }

  @Override
  public synchronized void close() {
    if (drivers != null) {
      drivers.close();
      drivers = null;
    }
  }
}

package org.schurmpc.service.work;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.schurmpc.cli.values.InputFile;
import org.schurmpc.cli.values.NamedValues;
import org.schurmpc.cli.values.ValueOrder;
import org.schurmpc.cli.values.ValueWriting;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.crypto.OwnerOnly;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.program.ProgramLanguages;
import org.schurmpc.core.program.ProgramPort;
import org.schurmpc.service.config.Artifact;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.config.PortUse;
import org.schurmpc.service.state.RequestKey;
import org.schurmpc.service.tables.PartyTables;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Supplies this party's own inputs: of programs from tables, by a description that the
 * configuration names, and all others from a file, a line {@code NAME = VALUE} for each of them, in
 * hex for circuits and as for {@code program run} for programs. Files and tables are read for each
 * request, so that new rows hold for the requests after them; the values of a request do not
 * change.
 */
public final class FileInputs implements PartyInputs {
  private static final Logger LOG = LoggerFactory.getLogger(FileInputs.class);

  private final Catalogue catalogue;
  private final PartyTables tables;

  /**
   * Creates inputs of the jobs that hold at the time of a request.
   *
   * @param tables reads this party's tables; stays open
   */
  public FileInputs(Catalogue catalogue, PartyTables tables) {
    this.catalogue = catalogue;
    this.tables = tables;
  }

  /**
   * Reads all files and tables.
   *
   * @throws MpcException if one is missing or wrong, or belongs to a job in which this party has no
   *     such input
   */
  public void check() throws MpcException {
    for (Catalogue.Offer offer : catalogue.offers()) {
      if (offer.artifact().isPresent()) {
        List<Artifact.Port> ports = ports(offer.artifact().get());
        requireNamed(offer.job(), offer.artifact().get(), ports);
        tables.results(offer.job(), offer.artifact().get(), catalogue.config().party());
        read(offer.job(), ports).forEach(Secrets::wipe);
      }
    }
  }

  private void requireNamed(JobEntry job, Artifact artifact, List<Artifact.Port> ports)
      throws Refused {
    List<Artifact.Port> others = ports.stream().filter(port -> !port.isOfTable()).toList();
    if (job.ownInputs().isPresent() == others.isEmpty()) {
      throw new Refused(
          others.isEmpty()
              ? "job '%s' has own_inputs, and takes none of this party".formatted(job.name())
              : "job '%s' takes inputs of this party: name their file as own_inputs"
                  .formatted(job.name()));
    }
    int party = catalogue.config().party();
    boolean named =
        Stream.concat(artifact.inputs().stream(), artifact.outputs().stream())
            .anyMatch(port -> port.isOfTable() && port.use().party() == party);
    if (job.data().isPresent() != named) {
      throw new Refused(
          named
              ? "job '%s' has tables of this party: name their description as data"
                  .formatted(job.name())
              : "job '%s' has data, and no table of this party: say party%d:TABLE in its inputs"
                  .formatted(job.name(), party + 1));
    }
  }

  private List<Artifact.Port> ports(Artifact artifact) {
    int party = catalogue.config().party();
    return artifact.inputs().stream()
        .filter(port -> port.use().kind() == PortUse.Kind.PARTY && port.use().party() == party)
        .toList();
  }

  @Override
  public Optional<List<byte[]>> supply(String job, List<Artifact.Port> ports, RequestKey request) {
    Optional<Catalogue.Offer> offer = catalogue.offer(job);
    if (offer.isEmpty() || offer.get().artifact().isEmpty()) {
      return Optional.empty();
    }
    try {
      requireNamed(offer.get().job(), offer.get().artifact().get(), ports);
      return Optional.of(read(offer.get().job(), ports));
    } catch (MpcException e) {
      LOG.warn("own inputs of job {}: {}", job, e.getMessage());
      return Optional.empty();
    }
  }

  private List<byte[]> read(JobEntry job, List<Artifact.Port> ports) throws MpcException {
    if (ports.isEmpty()) {
      return List.of();
    }
    if (job.ownInputs().isPresent()) {
      OwnerOnly.require(job.ownInputs().get());
    }
    return job.program().isPresent()
        ? ofProgram(job, ports)
        : ofCircuit(job.ownInputs().orElseThrow(), ports);
  }

  private static List<byte[]> ofCircuit(Path file, List<Artifact.Port> ports) throws MpcException {
    int[] sizes = ports.stream().mapToInt(Artifact.Port::bits).toArray();
    boolean[] given = new boolean[sizes.length];
    Arrays.fill(given, true);
    ValueWriting writing =
        ValueWriting.of(
            "input",
            sizes,
            ValueOrder.NUMBER,
            Optional.empty(),
            Optional.empty(),
            Optional.of(ports.stream().map(Artifact.Port::name).toList()));
    BitMatrix bits = new BitMatrix(Arrays.stream(sizes).sum(), 1);
    try {
      new InputFile(file, false, sizes, given, writing, 1).read(bits);
      List<byte[]> all = new ArrayList<>();
      int before = 0;
      for (Artifact.Port port : ports) {
        byte[] bytes = new byte[PlannedJob.bytes(port)];
        for (int i = 0; i < port.bits(); i++) {
          bytes[i / 8] |= (byte) ((bits.get(before + i, 0) ? 1 : 0) << i % 8);
        }
        before += port.bits();
        all.add(bytes);
      }
      return all;
    } finally {
      Arrays.fill(bits.words(), 0);
    }
  }

  private List<byte[]> ofProgram(JobEntry job, List<Artifact.Port> ports) throws MpcException {
    Map<String, ProgramPort> inputs =
        ProgramLanguages.only().read(job.program().orElseThrow()).inputs().stream()
            .collect(Collectors.toMap(ProgramPort::name, port -> port));
    List<ProgramPort> ofTables = new ArrayList<>();
    List<ProgramPort> others = new ArrayList<>();
    for (Artifact.Port port : ports) {
      (port.isOfTable() ? ofTables : others).add(inputs.get(port.name()));
    }
    SortedMap<String, BigInteger[]> values = new TreeMap<>();
    if (!others.isEmpty()) {
      values.putAll(NamedValues.read(job.ownInputs().orElseThrow(), null, others));
    }
    if (!ofTables.isEmpty()) {
      values.putAll(tables.read(job.data().orElseThrow(), ofTables));
    }
    List<byte[]> all = new ArrayList<>();
    for (Artifact.Port port : ports) {
      all.add(bytes(port, values.get(port.name())));
    }
    return all;
  }

  private static byte[] bytes(Artifact.Port port, BigInteger[] numbers) {
    byte[] bytes = new byte[PlannedJob.bytes(port)];
    for (int i = 0; i < port.count(); i++) {
      for (int bit = 0; bit < port.bits(); bit++) {
        int place = i * port.bits() + bit;
        bytes[place / 8] |= (byte) ((numbers[i].testBit(bit) ? 1 : 0) << place % 8);
      }
    }
    return bytes;
  }
}

package org.schurmpc.service.work;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.schurmpc.cli.values.InputFile;
import org.schurmpc.cli.values.NamedValues;
import org.schurmpc.cli.values.ValueOrder;
import org.schurmpc.cli.values.ValueWriting;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.crypto.OwnerOnly;
import org.schurmpc.core.program.ProgramLanguages;
import org.schurmpc.core.program.ProgramPort;
import org.schurmpc.service.config.Artifact;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.config.PortUse;
import org.schurmpc.service.state.RequestKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Supplies this party's own inputs from files that the configuration names: a line {@code NAME =
 * VALUE} for each input of this party, in hex for circuits and as for {@code program run} for
 * programs. A file is read for each request, so that a new one holds for the requests after it; the
 * values of a request do not change.
 */
public final class FileInputs implements PartyInputs {
  private static final Logger LOG = LoggerFactory.getLogger(FileInputs.class);

  private final Catalogue catalogue;

  /** Creates inputs of the jobs that hold at the time of a request. */
  public FileInputs(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  /**
   * Reads all files.
   *
   * @throws MpcException if a file is missing or wrong, or belongs to a job in which this party has
   *     no input
   */
  public void check() throws MpcException {
    for (Catalogue.Offer offer : catalogue.offers()) {
      if (offer.artifact().isEmpty()) {
        continue;
      }
      List<Artifact.Port> ports = ports(offer.artifact().get());
      Optional<Path> file = offer.job().ownInputs();
      if (file.isPresent() == ports.isEmpty()) {
        throw new Refused(
            file.isPresent()
                ? "job '%s' has own_inputs, and takes none of this party"
                    .formatted(offer.job().name())
                : "job '%s' takes inputs of this party: name their file as own_inputs"
                    .formatted(offer.job().name()));
      }
      for (Artifact.Port port : ports) {
        Arrays.fill(read(offer.job(), ports, port), (byte) 0);
      }
    }
  }

  private List<Artifact.Port> ports(Artifact artifact) {
    int party = catalogue.config().party();
    return artifact.inputs().stream()
        .filter(port -> port.use().kind() == PortUse.Kind.PARTY && port.use().party() == party)
        .toList();
  }

  @Override
  public Optional<byte[]> supply(String job, Artifact.Port port, RequestKey request) {
    Optional<Catalogue.Offer> offer = catalogue.offer(job);
    if (offer.isEmpty()
        || offer.get().artifact().isEmpty()
        || offer.get().job().ownInputs().isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(read(offer.get().job(), ports(offer.get().artifact().get()), port));
    } catch (MpcException e) {
      LOG.warn("own inputs of job {}: {}", job, e.getMessage());
      return Optional.empty();
    }
  }

  private static byte[] read(JobEntry job, List<Artifact.Port> ports, Artifact.Port port)
      throws MpcException {
    Path file = job.ownInputs().orElseThrow();
    OwnerOnly.require(file);
    return job.program().isPresent()
        ? ofProgram(job, file, ports, port)
        : ofCircuit(file, ports, port);
  }

  private static byte[] ofCircuit(Path file, List<Artifact.Port> ports, Artifact.Port port)
      throws MpcException {
    int[] sizes = ports.stream().mapToInt(Artifact.Port::bits).toArray();
    boolean[] all = new boolean[sizes.length];
    Arrays.fill(all, true);
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
      new InputFile(file, false, sizes, all, writing, 1).read(bits);
      byte[] bytes = new byte[PlannedJob.bytes(port)];
      int before =
          ports.subList(0, ports.indexOf(port)).stream().mapToInt(Artifact.Port::bits).sum();
      for (int i = 0; i < port.bits(); i++) {
        bytes[i / 8] |= (byte) ((bits.get(before + i, 0) ? 1 : 0) << i % 8);
      }
      return bytes;
    } finally {
      Arrays.fill(bits.words(), 0);
    }
  }

  private static byte[] ofProgram(
      JobEntry job, Path file, List<Artifact.Port> ports, Artifact.Port port) throws MpcException {
    List<String> names = ports.stream().map(Artifact.Port::name).toList();
    List<ProgramPort> mine =
        ProgramLanguages.only().read(job.program().orElseThrow()).inputs().stream()
            .filter(each -> names.contains(each.name()))
            .toList();
    SortedMap<String, BigInteger[]> values = NamedValues.read(file, null, mine);
    BigInteger[] numbers = values.get(port.name());
    if (numbers == null || numbers.length != port.count()) {
      throw new BadFile(file + " has no values of " + port.name());
    }
    byte[] bytes = new byte[PlannedJob.bytes(port)];
    for (int i = 0; i < numbers.length; i++) {
      for (int bit = 0; bit < port.bits(); bit++) {
        int place = i * port.bits() + bit;
        bytes[place / 8] |= (byte) ((numbers[i].testBit(bit) ? 1 : 0) << place % 8);
      }
    }
    return bytes;
  }
}

package org.schurmpc.cli.command;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.cli.compute.ComputationJob;
import org.schurmpc.cli.config.Counts;
import org.schurmpc.cli.config.JobConfig;
import org.schurmpc.cli.option.Ranges;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.ProtocolOption;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.disk.StoreHeader;
import org.schurmpc.core.prep.disk.StoreSummary;
import org.schurmpc.core.run.Computation;
import picocli.CommandLine.Option;

/** Counts the evaluations of a circuit for which a store has material left. */
final class EvaluationsLeft {
  private static final Pattern LANES = Pattern.compile(".*lanes ([0-9]{1,8}).*");

  @Option(
      names = "--circuit",
      paramLabel = "FILE",
      description =
          "Say for how many evaluations of this circuit the material suffices, with inputs of the"
              + " parties in turn and outputs for all.")
  private String circuit;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "Say for how many evaluations of the circuit of this configuration, with its inputs,"
              + " outputs and options.")
  private Path config;

  @Option(
      names = "--lanes",
      paramLabel = "N",
      description =
          "How many instances an evaluation takes at once; default those of the configuration, or"
              + " 1.")
  private Integer lanes;

  /** Returns whether the user names a circuit. */
  boolean asked() {
    return circuit != null || config != null;
  }

  /**
   * Returns what the batches of a store suffice for.
   *
   * @throws Refused if the material is of no use for the circuit
   */
  String sentence(List<StoreSummary> batches) throws MpcException {
    if (circuit != null && config != null) {
      throw new Refused("--circuit and --config exclude each other: the configuration names one");
    }
    if (lanes != null) {
      Ranges.range("--lanes", lanes, 1, JobConfig.MAX_LANES);
    }
    long passes = 0;
    Computation.Plan plan = null;
    for (StoreSummary batch : batches) {
      plan = plan(batch.header());
      passes += batch.evaluations(plan.demand());
    }
    if (plan == null) {
      throw new Refused("there is no batch in the store: nothing is left for any circuit");
    }
    int together = plan.protocol().lanes();
    return "left for %s of %s, %s of up to %s"
        .formatted(
            Counts.of(passes * together, "evaluation"),
            name(),
            Counts.of(passes, "pass", "passes"),
            Counts.of(together, "lane"));
  }

  private String name() throws MpcException {
    return circuit != null ? circuit : job().source().shortName();
  }

  private ComputationJob job() throws MpcException {
    return ComputationJob.of(JobConfig.read(config, JobConfig.PARTIES));
  }

  private Computation.Plan plan(StoreHeader header) throws MpcException {
    int parties = header.parties();
    Circuit evaluated;
    IoMap io;
    Map<String, String> options;
    int instances = lanes == null ? lanesOf(header).orElse(1) : lanes;
    if (config == null) {
      evaluated = CircuitSource.named(circuit).read();
      io = IoMap.roundRobin(evaluated, parties);
      options = options(header);
    } else {
      ComputationJob job = job();
      if (job.parties().size() != parties || !job.protocol().equals(header.protocol())) {
        throw new Refused(
            "the store is for %s and %d parties, and the configuration for %s and %d"
                .formatted(header.protocol(), parties, job.protocol(), job.parties().size()));
      }
      evaluated = job.circuit();
      io = job.io();
      options = job.options();
    }
    if (header.circuit().isPresent()
        && !header.circuit().get().equals(BristolFashion.hexDigest(evaluated))) {
      throw new Refused(
          "the store is for another circuit, that of digest " + header.circuit().get());
    }
    ProtocolOptions how = new ProtocolOptions(parties, instances, options).insecure();
    return fitting(header, Computation.plan(header.protocol(), evaluated, io, how));
  }

  /** Returns the plan with material of a dealer, or with the protocol's own, as the store has. */
  private static Computation.Plan fitting(StoreHeader header, Computation.Plan plan)
      throws Refused {
    if (plan.demand().protocol().equals(header.material())) {
      return plan;
    }
    Computation.Plan own = plan.ofOwnMaterial();
    if (own.demand().protocol().equals(header.material())) {
      return own;
    }
    Demand demand = plan.demand();
    throw new Refused(
        "the store holds material of '%s', and this takes '%s': name options and lanes with --config"
            .formatted(header.material(), demand.protocol()));
  }

  /** Returns the lanes to which the material is tied, if it is. */
  private static OptionalInt lanesOf(StoreHeader header) {
    Matcher matcher = LANES.matcher(header.material());
    return matcher.matches()
        ? OptionalInt.of(Integer.parseInt(matcher.group(1)))
        : OptionalInt.empty();
  }

  /** Returns the options of the protocol that the store names. */
  private static Map<String, String> options(StoreHeader header) throws Refused {
    Map<String, String> options = new LinkedHashMap<>();
    for (ProtocolOption option : Protocols.named(header.protocol()).options()) {
      String value = header.parameters().get(option.name());
      if (value != null && (option.words().isEmpty() || option.words().contains(value))) {
        options.put(option.name(), value);
      }
    }
    return options;
  }
}

package org.schurmpc.service.work;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.run.Computation;
import org.schurmpc.service.config.Artifact;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.config.PortUse;
import org.schurmpc.service.config.Stock;
import org.schurmpc.service.control.JobTerms;

/**
 * A circuit job as the parties evaluate it. The client's inputs are one kept set, whose bits are
 * those of an input mask plus what the client sent. Outputs are kept, by receiver, and delivered:
 * nobody learns anything in the run, a party neither, which receives its output as a client does.
 *
 * @param job the configuration
 * @param artifact what it runs
 * @param stock its stock
 * @param plan the evaluation; an instance is a lane
 * @param targets the deliveries of a lane, in the order of their numbers
 */
record PlannedJob(
    JobEntry job, Artifact artifact, Stock stock, Computation.Plan plan, List<Target> targets) {
  /** Name of the set of the client's inputs. */
  static final String INPUTS = "client";

  /**
   * A delivery.
   *
   * @param set that is delivered
   * @param use to whom
   * @param party the index of the party that receives it; -1 for a client
   */
  record Target(String set, PortUse use, int party) {}

  PlannedJob {
    targets = List.copyOf(targets);
  }

  /**
   * Plans a job.
   *
   * @throws Refused if the job needs what circuits of services do not have, or its protocol cannot
   *     evaluate it
   */
  static PlannedJob of(JobEntry job, Artifact artifact, Stock stock, int parties)
      throws MpcException {
    if (job.program().isPresent()) {
      throw new Refused("job '" + job.name() + "' is a program, and this service runs circuits");
    }
    Circuit circuit = CircuitSource.named(job.circuit().orElseThrow()).read();
    if (!BristolFashion.hexDigest(circuit).equals(job.digest())) {
      throw new Refused("the circuit of job '" + job.name() + "' has changed since it was read");
    }
    List<InputSource> sources = new ArrayList<>();
    for (PortUse use : job.inputs()) {
      sources.add(source(job, use));
    }
    Map<PortUse, Integer> counts = new HashMap<>();
    List<Target> targets = new ArrayList<>();
    for (PortUse use : job.outputs()) {
      if (counts.containsKey(use)) {
        continue;
      }
      List<Target> of = targets(job, use, parties);
      counts.put(use, of.size());
      targets.addAll(of);
    }
    List<OutputTarget> outputs = new ArrayList<>();
    for (PortUse use : job.outputs()) {
      outputs.add(new OutputTarget.Kept(use.toString(), counts.get(use)));
    }
    Computation.Plan plan =
        Computation.plan(
            stock.protocol(),
            circuit,
            new IoMap(sources, outputs),
            new ProtocolOptions(parties, job.lanes(), stock.options()));
    if (plan.passes() > 1) {
      throw new Refused(
          "job '%s' has %d lanes, and one pass of its protocol has %d"
              .formatted(job.name(), job.lanes(), plan.protocol().lanes()));
    }
    return new PlannedJob(job, artifact, stock, plan, targets);
  }

  private static InputSource source(JobEntry job, PortUse use) throws Refused {
    return switch (use.kind()) {
      case CLIENT -> new InputSource.Kept(INPUTS);
      case PARTY -> new InputSource.Private(use.party());
      case PUBLIC, SET, OTHER_CLIENT, ALL -> throw notYet(job, use);
    };
  }

  private static List<Target> targets(JobEntry job, PortUse use, int parties) throws Refused {
    List<Target> targets = new ArrayList<>();
    switch (use.kind()) {
      case CLIENT, OTHER_CLIENT -> targets.add(new Target(use.toString(), use, -1));
      case PARTY -> targets.add(new Target(use.toString(), use, use.party()));
      case ALL -> {
        for (int party = 0; party < parties; party++) {
          targets.add(new Target(use.toString(), use, party));
        }
      }
      case PUBLIC, SET -> throw notYet(job, use);
    }
    return targets;
  }

  private static Refused notYet(JobEntry job, PortUse use) {
    return new Refused(
        "job '%s' uses '%s', which circuits of this service do not have"
            .formatted(job.name(), use));
  }

  /** Returns what the log has to know. */
  JobTerms terms() {
    return new JobTerms(
        job.name(), job.stock(), job.lanes(), targets.size(), job.attempts(), job.rerun());
  }

  /** Returns the number of bits of an input mask; 0 if clients give no inputs. */
  int maskBits() {
    return Math.toIntExact(artifact.clientBits());
  }
}

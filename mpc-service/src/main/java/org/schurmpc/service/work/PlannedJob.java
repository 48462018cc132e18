package org.schurmpc.service.work;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.RunPlan;
import org.schurmpc.service.config.Artifact;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.config.PortUse;
import org.schurmpc.service.config.Stock;
import org.schurmpc.service.control.Gathering;
import org.schurmpc.service.control.JobTerms;
import org.schurmpc.service.control.LogEntry;
import org.schurmpc.service.control.Place;

/**
 * A job as the parties evaluate it: a circuit or a program. The client's inputs are one kept set,
 * whose bits are those of an input mask plus what the client sent. Outputs are kept, by receiver,
 * and delivered: nobody learns them in the run, a party neither, which receives its output as a
 * client does.
 */
abstract sealed class PlannedJob permits CircuitJob, ProgramJob {
  /** Name of the set of the client's inputs. */
  static final String INPUTS = "client";

  /** Name of the set of the inputs that the client gives in the clear. */
  static final String PUBLIC = "public";

  /** Name of the set of bits that say which places have a client. */
  static final String PRESENT = "present";

  /** Number of moves that there can be from a key of sets. */
  static final int SPARES = 64;

  private final JobEntry job;
  private final Artifact artifact;
  private final Stock stock;
  private final List<Target> targets;
  private final List<SetPort> sets;
  private int requestsOfUnit = 1;

  /**
   * A delivery.
   *
   * @param set that is delivered
   * @param use to whom
   * @param party the index of the party that receives it; -1 for a client
   */
  record Target(String set, PortUse use, int party) {}

  PlannedJob(JobEntry job, Artifact artifact, Stock stock, List<Target> targets) throws Refused {
    this.job = job;
    this.artifact = artifact;
    this.stock = stock;
    this.targets = List.copyOf(targets);
    this.sets = SetPort.of(job, artifact);
    requireOneEach();
    if (most() > LogEntry.MOST) {
      throw new Refused(
          "job '%s' has %d lanes, and a run serves %d requests at most"
              .formatted(job.name(), most(), LogEntry.MOST));
    }
    if (job.gather().isPresent() && artifact.clientBits() == 0) {
      throw new Refused("job '" + job.name() + "' gathers clients and takes no inputs of them");
    }
    if (artifact.publicBits() > 0 && artifact.clientBits() == 0) {
      throw new Refused(
          "job '%s' takes public inputs of its client and no others".formatted(job.name()));
    }
  }

  /**
   * Plans a job.
   *
   * @throws Refused if the job needs what services do not have, or its protocol cannot evaluate it
   */
  static PlannedJob of(JobEntry job, Artifact artifact, Stock stock, int parties)
      throws MpcException {
    PlannedJob planned =
        job.program().isPresent()
            ? ProgramJob.of(job, artifact, stock, parties)
            : CircuitJob.of(job, artifact, stock, parties);
    planned.requestsOfUnit = planned.requestsOfUnit();
    return planned;
  }

  /** A receiver has one result of a request, so nobody is named twice. */
  private void requireOneEach() throws Refused {
    Set<String> receivers = new HashSet<>();
    for (Target each : targets) {
      String who = each.party >= 0 ? "party" + (each.party + 1) : each.use.toString();
      if (!receivers.add(who)) {
        throw new Refused(
            "the outputs of job '%s' name %s twice: write 'all', or each party's number"
                .formatted(job.name(), who));
      }
      if (each.use.kind() == PortUse.Kind.OTHER_CLIENT && job.allows(each.use.name())) {
        throw new Refused(
            "'%s' receives outputs of job '%s' by its name, and may not ask for the job as well"
                .formatted(each.use.name(), job.name()));
      }
    }
  }

  static Refused notYet(JobEntry job, PortUse use) {
    return new Refused(
        "job '%s' uses '%s', which this service does not have".formatted(job.name(), use));
  }

  final JobEntry job() {
    return job;
  }

  final Artifact artifact() {
    return artifact;
  }

  final Stock stock() {
    return stock;
  }

  /** Returns the deliveries of a lane, in the order of their numbers. */
  final List<Target> targets() {
    return targets;
  }

  /** Returns what the log has to know. */
  final JobTerms terms() {
    return new JobTerms(
        job.name(),
        job.stock(),
        most(),
        targets.size(),
        job.attempts(),
        job.rerun(),
        job.gather().map(gather -> new Gathering(gather.least(), gather.close())));
  }

  /** Returns the most requests that a run serves. */
  private int most() {
    return Math.max(job.lanes(), job.places());
  }

  /** Returns whether all requests of a run are inputs of one evaluation. */
  final boolean gathers() {
    return job.gather().isPresent();
  }

  /** Returns whether the evaluation takes a bit of each place, whether it has a client. */
  final boolean takesPresent() {
    return artifact.inputs().stream().anyMatch(port -> port.use().kind() == PortUse.Kind.PRESENT);
  }

  /**
   * Returns for how many runs there shall be material with a number of masks, so that there is
   * enough for these and for a run, of which joined ones need it in one batch.
   */
  final long units(int masks) {
    return Math.min(2, job.lanes()) + ((long) masks - 1 + requestsOfUnit) / requestsOfUnit;
  }

  /**
   * Returns the number of requests for which a unit is enough, however many of them each run
   * serves: runs of few requests may take more for each than runs of many.
   */
  private int requestsOfUnit() throws MpcException {
    if (job.places() > 1) {
      return job.places();
    }
    Map<MaterialKind, Long> whole = evaluation(job.lanes()).quotas();
    long least = job.lanes();
    for (int requests = 1; requests < job.lanes(); requests++) {
      for (Map.Entry<MaterialKind, Long> part : evaluation(requests).quotas().entrySet()) {
        least = Math.min(least, whole.get(part.getKey()) * requests / part.getValue());
      }
    }
    return Math.toIntExact(least);
  }

  /** Returns the number of bits of an input mask; 0 if clients give no inputs. */
  final int maskBits() {
    return Math.toIntExact(artifact.clientBits());
  }

  /** Returns the number of bits that a client gives in the clear. */
  final int publicBits() {
    return Math.toIntExact(artifact.publicBits());
  }

  /** Returns the kept sets that the job reads or makes, in the order of their names. */
  final List<SetPort> sets() {
    return sets;
  }

  /** Returns whether what is kept is moved from the keys of used-up material. */
  final boolean moves() {
    return protocol().movesValues();
  }

  /**
   * Returns how many moves there can be from the key of masks that are made together: each of them
   * may be moved in a run of its own.
   */
  final int spares(int masks) {
    return moves() ? masks + SPARES : 0;
  }

  /**
   * Returns the material that may be used beside an evaluation: to move what is kept, each from
   * another key than the rest, and for the spares of what is made. Empty if nothing is moved.
   *
   * @param requests the number of requests that the evaluation serves
   */
  final Optional<Demand> beside(int requests) throws Refused {
    if (!moves()) {
      return Optional.empty();
    }
    List<Integer> counts = new ArrayList<>();
    int masks = maskBits() > 0 ? requests : 0;
    for (int mask = 0; mask < masks; mask++) {
      counts.add(maskBits());
    }
    sets.stream().filter(SetPort::reads).forEach(set -> counts.add(set.bits()));
    Optional<Demand> all = Optional.empty();
    for (int count : counts) {
      Demand one = protocol().moves(List.of(count));
      all = Optional.of(all.isEmpty() ? one : all.get().and(one));
    }
    if (!sets.isEmpty()) {
      Demand spares = protocol().spares(SPARES);
      all = Optional.of(all.isEmpty() ? spares : all.get().and(spares));
    }
    return all;
  }

  /** Returns the inputs that a party gives, in order. */
  final List<Artifact.Port> ownInputs(int party) {
    return artifact.inputs().stream()
        .filter(port -> port.use().kind() == PortUse.Kind.PARTY && port.use().party() == party)
        .toList();
  }

  /** Returns the number of bytes of an input that a party gives. */
  static int bytes(Artifact.Port port) {
    return Math.toIntExact((port.allBits() + 7) / 8);
  }

  /** Returns what the parties agree on, and the material of an evaluation of the most requests. */
  abstract RunPlan evaluation();

  /** Returns the material of an evaluation that serves a number of requests. */
  abstract Demand evaluation(int requests) throws MpcException;

  /**
   * Agrees with all parties on evaluations.
   *
   * @param network closed with the evaluations, or at once if the method fails
   * @param store stays open
   * @param place where the parties meet, a term of the session
   */
  abstract Evaluation connect(Network network, StoreDirectory store, Place place)
      throws MpcException;

  /** Returns the protocol under whose keys material and masks are. */
  final ConfiguredProtocol protocol() {
    return evaluation().parts().get(0).protocol();
  }

  /** Returns the material of a run of the most requests, with what is used {@link #beside} it. */
  final Demand run() throws MpcException {
    Demand run = evaluation().parts().get(0).unit();
    Optional<Demand> beside = beside(most());
    return beside.isPresent() ? run.and(beside.get()) : run;
  }

  /** Returns the least material with which any run can do. */
  final Demand leastRun() throws MpcException {
    Demand run = evaluation(1);
    Optional<Demand> beside = beside(1);
    return beside.isPresent() ? run.and(beside.get()) : run;
  }

  /** Returns the material of a run and of the input masks of the requests it is enough for. */
  final Demand unit() throws MpcException {
    return maskBits() > 0 ? run().and(protocol().inputMasks(requestsOfUnit, maskBits())) : run();
  }

  /**
   * Returns the material of input masks.
   *
   * @param parts how often some of them are made together, each time with spares
   */
  final Demand masks(int count, int parts) throws MpcException {
    Demand masks = protocol().inputMasks(count, maskBits());
    return moves() ? masks.and(protocol().spares(count + parts * SPARES)) : masks;
  }
}

package org.schurmpc.service.work;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.Values;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.eval.DeliveryOrder;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.eval.KeptOutputs;
import org.schurmpc.core.eval.KeptValues;
import org.schurmpc.core.eval.MovableKey;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.disk.KeyName;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.run.RunPlan;
import org.schurmpc.core.session.Session;
import org.schurmpc.service.config.Artifact;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.config.PortUse;
import org.schurmpc.service.config.Stock;
import org.schurmpc.service.control.Place;

/** A job that runs a circuit. Requests that wait together are lanes of one evaluation. */
final class CircuitJob extends PlannedJob {
  private final Computation.Plan plan; // an instance is a lane

  private CircuitJob(
      JobEntry job, Artifact artifact, Stock stock, List<Target> targets, Computation.Plan plan)
      throws Refused {
    super(job, artifact, stock, targets);
    this.plan = plan;
  }

  static CircuitJob of(JobEntry job, Artifact artifact, Stock stock, int parties)
      throws MpcException {
    Circuit circuit = CircuitSource.named(job.circuit().orElseThrow()).read();
    if (!BristolFashion.hexDigest(circuit).equals(job.digest())) {
      throw new Refused("the circuit of job '" + job.name() + "' has changed since it was read");
    }
    if (job.gather().isPresent()) {
      throw new Refused(
          "job '%s' gathers clients, which programs do, and it runs a circuit"
              .formatted(job.name()));
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
    return new CircuitJob(job, artifact, stock, targets, plan);
  }

  private static InputSource source(JobEntry job, PortUse use) throws Refused {
    return switch (use.kind()) {
      case CLIENT -> new InputSource.Kept(INPUTS);
      case PUBLIC -> new InputSource.Kept(PUBLIC);
      case SET -> new InputSource.Kept(use.toString());
      case PARTY -> new InputSource.Private(use.party());
      case CLIENTS, OTHER_CLIENT, PRESENT, ALL -> throw notYet(job, use);
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
      case SET -> {
        // Kept, and delivered to nobody.
      }
      case PUBLIC, PRESENT, CLIENTS -> throw notYet(job, use);
    }
    return targets;
  }

  @Override
  RunPlan evaluation() {
    return plan.runPlan();
  }

  @Override
  Evaluation connect(Network network, StoreDirectory store, Place place) throws MpcException {
    return new Lanes(
        plan.on("job", job().name())
            .on("work session", place.line() + " " + place.session())
            .connect(network, store));
  }

  @Override
  Demand evaluation(int requests) throws Refused {
    return plan.ofLanes(requests).demand();
  }

  /** Evaluations of the circuit, with as many lanes as there are requests. */
  private final class Lanes implements Evaluation {
    private final Computation computation;

    Lanes(Computation computation) {
      this.computation = computation;
    }

    @Override
    public Session session() {
      return computation.session();
    }

    @Override
    public KeptOutputs run(
        List<byte[]> own, KeptInputs kept, List<DeliveryOrder> orders, Revealing revealing)
        throws MpcException {
      computation.narrow(own.size());
      Values mine = plan.ofInstances(own.size()).inputs();
      try {
        for (int lane = 0; lane < own.size(); lane++) {
          put(mine, lane, own.get(lane));
        }
        return computation.deliver(mine.bits(), kept, orders);
      } finally {
        Secrets.wipe(mine.bits().words());
      }
    }

    @Override
    public KeyName key(int requests, Optional<KeyName> preferred) throws MpcException {
      computation.narrow(requests);
      return computation.choose(beside(requests), preferred);
    }

    @Override
    public List<KeptValues> move(MovableKey from, int spare, List<KeptValues> values)
        throws MpcException {
      return computation.move(from, spare, values);
    }

    @Override
    public MovableKey keepKey(int spares) throws MpcException {
      return computation.keepKey(spares);
    }

    private void put(Values mine, int lane, byte[] own) {
      List<Artifact.Port> ports = ownInputs(session().party());
      int at = 0;
      int wire = 0;
      for (Artifact.Port port : artifact().inputs()) {
        boolean here = ports.contains(port);
        for (int i = 0; i < port.allBits(); i++, wire++) {
          if (here) {
            mine.bits().set(wire, lane, (own[at + i / 8] >>> i % 8 & 1) == 1);
          }
        }
        at += here ? bytes(port) : 0;
      }
    }

    @Override
    public void close() {
      computation.close();
    }
  }
}

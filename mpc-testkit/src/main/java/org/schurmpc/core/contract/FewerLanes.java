package org.schurmpc.core.contract;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.deliver.Delivery;
import org.schurmpc.core.eval.DeliveryOrder;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.eval.KeptOutputs;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.KeyName;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.session.SessionPairs;

/** Two parties that evaluate fewer instances than they agreed on, with material on disk. */
public final class FewerLanes {
  private final Path home;
  private final DeliveryRun made; // for its circuit
  private final Computation.Plan plan;

  /**
   * Creates parties, and makes material for one evaluation of all instances.
   *
   * @param home an empty folder
   */
  public FewerLanes(String protocol, int lanes, Map<String, String> more, Path home)
      throws Exception {
    ProtocolOptions options = new ProtocolOptions(lanes, more);
    this.home = home;
    this.made = new DeliveryRun(Protocols.named(protocol).configure(options), lanes);
    this.plan = Computation.plan(protocol, made.circuit.circuit(), made.io, options);
    Parties.run(
        2,
        SessionPairs.LIMIT,
        network -> {
          try (StoreDirectory store = open(network.party())) {
            plan.prepare(network, Optional.empty(), store, (at, all) -> {});
          }
          return null;
        });
  }

  private StoreDirectory open(int party) throws MpcException {
    return StoreDirectory.openOrCreate(
        home.resolve("store " + party),
        new StoreAccess(home.resolve("records " + party), Optional.empty()));
  }

  /** Returns what is left of each kind of the plan's material at a party. */
  public Map<MaterialKind, Long> left(int party) throws MpcException {
    try (StoreDirectory store = open(party)) {
      Map<MaterialKind, Long> left = new HashMap<>();
      for (MaterialKind kind : plan.demand().quotas().keySet()) {
        long there = 0;
        for (DiskPrepStore batch : store.batches()) {
          there += batch.available(kind);
        }
        left.put(kind, there);
      }
      return left;
    }
  }

  /**
   * Evaluates in one session with several numbers of instances, one after the other, and requires
   * that outputs are right and that no evaluation has taken more than its own material.
   */
  public void requireRight(int... instances) throws Exception {
    Map<MaterialKind, Long> before = left(0);
    List<BitMatrix> inputs = new ArrayList<>();
    for (int number : instances) {
      inputs.add(inputs(number));
    }
    List<List<KeptOutputs>> all =
        Parties.run(
            2,
            SessionPairs.LIMIT,
            network -> {
              List<KeptOutputs> outputs = new ArrayList<>();
              try (StoreDirectory store = open(network.party());
                  Computation computation = plan.connect(network, store)) {
                for (int i = 0; i < instances.length; i++) {
                  computation.narrow(instances[i]);
                  outputs.add(
                      computation.deliver(inputs.get(i), new KeptInputs(), orders(instances[i])));
                }
              }
              return outputs;
            });
    for (int i = 0; i < instances.length; i++) {
      int at = i;
      requireRight(inputs.get(i), all.stream().map(each -> each.get(at)).toList());
    }
    Map<MaterialKind, Long> after = left(0);
    for (int number : instances) {
      plan.ofLanes(number)
          .demand()
          .quotas()
          .forEach((kind, items) -> before.merge(kind, -items, Long::sum));
    }
    if (!after.equals(before)) {
      throw new AssertionError(after + " is left, and not " + before);
    }
  }

  /**
   * Makes a second batch of material, and requires that each is chosen where it is preferred, as
   * long as it has enough.
   */
  public void requirePreference() throws Exception {
    Parties.run(
        2,
        SessionPairs.LIMIT,
        network -> {
          try (StoreDirectory store = open(network.party())) {
            plan.ofInstances(2 * plan.instances())
                .prepare(network, Optional.empty(), store, (at, all) -> {});
          }
          return null;
        });
    Parties.run(
        2,
        SessionPairs.LIMIT,
        network -> {
          try (StoreDirectory store = open(network.party());
              Computation computation = plan.connect(network, store)) {
            List<KeyName> keys = new ArrayList<>();
            for (DiskPrepStore batch : store.batches()) {
              keys.add(KeyName.ofBatch(batch.header().id()));
            }
            computation.narrow(1);
            for (KeyName key : List.of(keys.get(1), keys.get(0), keys.get(1))) {
              requireKey(key, computation.choose(Optional.empty(), Optional.of(key)));
            }
            requireKey(keys.get(0), computation.choose(Optional.empty(), Optional.empty()));
            computation.narrow(plan.instances());
            requireKey(keys.get(1), computation.choose(Optional.empty(), Optional.of(keys.get(1))));
            computation.deliver(inputs(plan.instances()), new KeptInputs(), List.of());
            requireKey(keys.get(0), computation.choose(Optional.empty(), Optional.of(keys.get(1))));
          }
          return null;
        });
  }

  private static void requireKey(KeyName expected, KeyName key) {
    if (!expected.equals(key)) {
      throw new AssertionError(key + " was chosen, and not " + expected);
    }
  }

  /** Evaluates other numbers of instances at each party; returns how the first party ends. */
  public Exception differ(int first, int second) throws Exception {
    List<Object> ends =
        SessionPairs.networkOutcomes(
            made.networks(),
            network -> {
              int number = network.party() == 0 ? first : second;
              try (StoreDirectory store = open(network.party());
                  Computation computation = plan.connect(network, store)) {
                computation.narrow(number);
                return computation.deliver(inputs(number), new KeptInputs(), List.of());
              }
            });
    for (Object end : ends) {
      if (!(end instanceof Disagreement)) {
        throw new AssertionError("no disagreement: " + end);
      }
    }
    return (Disagreement) ends.get(0);
  }

  /** Inputs of clients are zeros: nothing is kept. */
  private BitMatrix inputs(int instances) {
    BitMatrix all = new BitMatrix(made.circuit.circuit().inputWires(), instances);
    int first = DeliveryRun.FIRST_CLIENT + DeliveryRun.SECOND_CLIENT;
    for (int wire = first; wire < all.rows(); wire++) {
      for (int lane = 0; lane < instances; lane++) {
        all.set(wire, lane, (wire * 5 + lane * 3) % 7 < 3);
      }
    }
    return all;
  }

  private static List<DeliveryOrder> orders(int instances) {
    List<DeliveryOrder> orders = new ArrayList<>();
    for (int lane = 0; lane < instances; lane++) {
      orders.add(new DeliveryOrder(2L * lane, "both", lane));
      orders.add(new DeliveryOrder(2L * lane + 1, "first", lane));
    }
    return orders;
  }

  private void requireRight(BitMatrix inputs, List<KeptOutputs> outputs) throws Exception {
    List<DeliveryOrder> orders = orders(inputs.columns());
    for (KeptOutputs each : outputs) {
      if (each.kept().get("stays").size() != inputs.columns()) {
        throw new AssertionError("other lanes are kept: " + each.kept().get("stays").size());
      }
    }
    for (int i = 0; i < orders.size(); i++) {
      int at = i;
      DeliveryOrder order = orders.get(i);
      List<Delivery> parts = outputs.stream().map(each -> each.deliveries().get(at)).toList();
      boolean[] expected = made.expected(inputs, order.set(), order.lane());
      if (!Arrays.equals(expected, DeliveryRun.accept(parts, expected.length))) {
        throw new AssertionError("another output for " + order);
      }
    }
  }
}

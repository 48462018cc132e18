package org.schurmpc.spdz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.contract.DeliveryRun;
import org.schurmpc.core.deliver.Delivery;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.DeliveryOrder;
import org.schurmpc.core.eval.InputMask;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.eval.KeptOutputs;
import org.schurmpc.core.eval.KeptValues;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.run.InputMaskStock;
import org.schurmpc.core.run.OpenRun;
import org.schurmpc.core.run.Refill;
import org.schurmpc.core.run.Source;
import org.schurmpc.core.run.Work;
import org.schurmpc.core.session.SessionPairs;

/** Input masks as a stock on disk, used under the same key in a later session. */
class StoredDeliveriesTest {
  private static final ProtocolOptions OPTIONS =
      new ProtocolOptions(1, Map.of("field", "gf2_64", "threads", "1", "batch", "128"));

  @TempDir Path home;

  private StoreDirectory open(int party) throws MpcException {
    return StoreDirectory.openOrCreate(
        home.resolve("store " + party),
        new StoreAccess(home.resolve("records " + party), Optional.empty()));
  }

  @Test
  void masksMadeAheadAreInputsOfALaterSession() throws Exception {
    ConfiguredProtocol protocol = Protocols.named("spdz").configure(OPTIONS);
    DeliveryRun made = new DeliveryRun(protocol, 4); // for its circuit
    Work<InputMaskStock.Made> stock =
        InputMaskStock.work(protocol, new long[] {5, 6}, DeliveryRun.FIRST_CLIENT, 0, false);
    Computation.Plan plan = Computation.plan("spdz", made.circuit.circuit(), made.io, OPTIONS);
    Parties.run(
        2,
        SessionPairs.LIMIT,
        network -> {
          try (StoreDirectory store = open(network.party())) {
            stock
                .plan()
                .prepare(network, List.of(Optional.empty()), List.of(store), 1, (at, all) -> {});
          }
          return null;
        });
    Parties.run(
        2,
        SessionPairs.LIMIT,
        network -> {
          try (StoreDirectory store = open(network.party())) {
            plan.prepare(network, Optional.empty(), store, (at, all) -> {});
          }
          return null;
        });
    List<List<InputMask>> masks =
        Parties.run(
            2,
            SessionPairs.LIMIT,
            network -> {
              List<Source> sources =
                  List.of(new Source.Stored(open(network.party()), Refill.none()));
              try (OpenRun run = stock.plan().connect(network, sources)) {
                return stock.run(run).masks();
              }
            });
    BitMatrix inputs = made.inputs();
    boolean[] x = DeliveryRun.client(inputs, "a", 0);
    List<Delivery> parts = masks.stream().map(each -> each.get(1).delivery()).toList();
    byte[] d = DeliveryRun.answer(x, DeliveryRun.accept(parts, x.length));
    List<byte[]> disk = new ArrayList<>();
    masks.forEach(each -> disk.add(each.get(1).bits().toBytes()));
    List<KeptOutputs> outputs =
        Parties.run(
            2,
            SessionPairs.LIMIT,
            network -> {
              int party = network.party();
              KeptInputs kept =
                  new KeptInputs().put("a", 0, KeptValues.fromBytes(disk.get(party)), d);
              try (Computation computation = plan.connect(network, open(party), Refill.none())) {
                return computation.deliver(inputs, kept, List.of(new DeliveryOrder(9, "first", 0)));
              }
            });
    for (int wire = 0; wire < DeliveryRun.SECOND_CLIENT; wire++) {
      inputs.set(DeliveryRun.FIRST_CLIENT + wire, 0, false);
    }
    boolean[] expected = made.expected(inputs, "first", 0);
    assertArrayEquals(
        expected,
        DeliveryRun.accept(
            outputs.stream().map(each -> each.deliveries().get(0)).toList(), expected.length));
    assertEquals(75, expected.length);
  }
}

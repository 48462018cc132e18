package org.schurmpc.tinytable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.run.Refill;
import org.schurmpc.core.session.SessionPairs;

/**
 * Stores of which one stands further in some kind of material: masks of one evaluation with tables
 * of another have right MACs and give wrong outputs.
 */
class StorePositionsTest {
  static final int LANES = 64;
  static final int BITS = 8;
  private static final int STOCK = 4;

  @TempDir Path folder;

  private Path home;

  @BeforeEach
  void beginInTheFolder() {
    home = folder;
  }

  /** A comparison of passwords, and a lookup. */
  static Circuit circuit(boolean lookup) {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(BITS);
    int[] y = builder.input(BITS);
    int equal = builder.not(builder.xor(x[0], y[0]));
    for (int i = 1; i < BITS; i++) {
      equal = builder.and(equal, builder.not(builder.xor(x[i], y[i])));
    }
    builder.output(equal);
    if (lookup) {
      int[] found = builder.lookup(RandomCircuits.table(new Random(7), 3, 5), x[0], y[1], x[2]);
      Arrays.stream(found).forEach(builder::output);
    }
    return builder.build();
  }

  static Computation.Plan plan(String mac, Circuit circuit, int lanes) throws MpcException {
    return Computation.plan(
        "tinytable",
        circuit,
        IoMap.roundRobin(circuit, 2),
        new ProtocolOptions(lanes, Map.of("mac", mac, "sigma", "40")));
  }

  private StoreDirectory open(int party) throws MpcException {
    return open(home, party);
  }

  static StoreDirectory open(Path home, int party) throws MpcException {
    return StoreDirectory.openOrCreate(
        home.resolve("store " + party),
        new StoreAccess(home.resolve("records " + party), Optional.empty()));
  }

  /** A dealer fills both stores. */
  private void deal(Computation.Plan plan) throws MpcException {
    byte[] id = new FieldHash("test batch").digest();
    try (TrustedDealer dealer = plan.protocol().dealer(SessionPairs.seeded("dealer"));
        StoreDirectory first = open(0);
        StoreDirectory second = open(1)) {
      List<DiskPrepStore> batches =
          List.of(
              first.begin(plan.purpose(0, List.of()), id, "test", true),
              second.begin(plan.purpose(1, List.of()), id, "test", true));
      dealer.dealKeys(batches);
      for (int i = 0; i < STOCK; i++) {
        dealer.deal(plan.demand(), batches);
      }
      for (DiskPrepStore batch : batches) {
        batch.commit();
      }
    }
  }

  /** Uses items of one kind up at one party. */
  private void advance(int party, MaterialKind kind, long items) throws MpcException {
    try (StoreDirectory store = open(party)) {
      DiskPrepStore batch = store.batches().get(0);
      batch.openKeys();
      for (long done = 0; done < items; ) {
        done += batch.lease(kind, (int) (items - done)).items();
      }
    }
  }

  /** Inputs of both parties, which agree in half of the lanes. */
  static BitMatrix[] inputs(Circuit circuit, int seed) {
    BitMatrix[] inputs = {
      RandomCircuits.inputs(circuit, LANES, seed), RandomCircuits.inputs(circuit, LANES, -seed)
    };
    for (int lane = 0; lane < LANES / 2; lane++) {
      for (int i = 0; i < BITS; i++) {
        inputs[1].set(BITS + i, lane, inputs[0].get(i, lane));
      }
    }
    return inputs;
  }

  static BitMatrix expected(Circuit circuit, BitMatrix... inputs) {
    return PlainEvaluation.evaluate(
        circuit, IoMaps.join(circuit, IoMap.roundRobin(circuit, 2), inputs));
  }

  private List<BitMatrix> evaluate(Computation.Plan plan, Network[] networks, BitMatrix[] inputs)
      throws Exception {
    return Parties.run(
        networks,
        ProtocolRun.LIMIT,
        network -> {
          try (Computation computation =
              plan.connect(network, open(network.party()), Refill.none())) {
            return computation.evaluate(inputs[network.party()]);
          }
        });
  }

  /** Each kind of each party in turn, by an evaluation and by a part of one. */
  @TestFactory
  Stream<DynamicTest> aStoreThatIsAheadInOneKind() throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    for (String mac : List.of("linear", "lookup64")) {
      for (MaterialKind kind : plan(mac, circuit(true), LANES).demand().quotas().keySet()) {
        for (int party = 0; party < 2; party++) {
          int ahead = party;
          String name = mac + ", " + kind.name() + ", party " + (party + 1);
          tests.add(DynamicTest.dynamicTest(name, () -> requireRight(mac, kind, ahead)));
        }
      }
    }
    return tests.stream();
  }

  private void requireRight(String mac, MaterialKind kind, int party) throws Exception {
    home = Files.createTempDirectory(folder, "stores");
    Circuit circuit = circuit(true);
    Computation.Plan plan = plan(mac, circuit, LANES);
    deal(plan);
    advance(party, kind, plan.demand().quotas().get(kind));
    requireRight(plan, 1);
    advance(1 - party, kind, 1);
    requireRight(plan, 2);
    try (StoreDirectory store = open(0)) {
      DiskPrepStore batch = store.batches().get(0);
      assertEquals(
          OptionalLong.of(4), plan.demand().evaluations(batch::position), "two used, two let go");
    }
  }

  private void requireRight(Computation.Plan plan, int seed) throws Exception {
    Circuit circuit = plan.circuit().circuit();
    BitMatrix[] inputs = inputs(circuit, seed);
    BitMatrix expected = expected(circuit, inputs);
    assertEquals(
        List.of(expected, expected),
        evaluate(plan, SessionPairs.networks(), inputs),
        "evaluation " + seed);
  }

  /**
   * With output masks ahead, the first evaluation would show the masks of the second, and whoever
   * knows them sees the second's outputs before any check.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void noOutputMaskIsKnownBefore(int ahead) throws Exception {
    Circuit circuit = circuit(false);
    Computation.Plan plan = plan("linear", circuit, LANES);
    deal(plan);
    MaterialKind masks =
        plan.demand().quotas().keySet().stream()
            .filter(kind -> kind.name().startsWith("output masks"))
            .findFirst()
            .orElseThrow();
    advance(ahead, masks, plan.demand().quotas().get(masks));
    Outputs first = outputs(plan, 1);
    long guess = outputs(plan, 2).masked() ^ first.masked() ^ first.opened();
    int wrong = Long.bitCount(guess ^ word(expected(circuit, inputs(circuit, 2))));
    assertTrue(wrong > LANES / 8, "the outputs were seen before the check but for lanes: " + wrong);
  }

  private static long word(BitMatrix outputs) {
    return outputs.words()[outputs.offset(0)];
  }

  /** The output bit of all lanes, as wires carry it and as it was opened. */
  private record Outputs(long masked, long opened) {}

  /** Adds up the shares of the last layer that both parties send. */
  private Outputs outputs(Computation.Plan plan, int seed) throws Exception {
    Network[] networks = SessionPairs.networks();
    List<List<Long>> layers = List.of(new ArrayList<>(), new ArrayList<>());
    for (int party = 0; party < 2; party++) {
      List<Long> sent = layers.get(party);
      networks[party] =
          new TamperingNetwork(
              networks[party],
              (peer, index, frame) -> {
                if (frame.length == Long.BYTES) {
                  sent.add(ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).getLong());
                }
                return frame;
              });
    }
    BitMatrix[] inputs = inputs(plan.circuit().circuit(), seed);
    List<BitMatrix> opened = evaluate(plan, networks, inputs);
    int last = plan.circuit().depth() - 1;
    long masked = layers.get(0).get(last) ^ layers.get(1).get(last);
    return new Outputs(masked, word(opened.get(0)));
  }

  /** A quota is that of so many lanes: a store for others is refused. */
  @Test
  void aStoreIsForItsLanes() throws Exception {
    Circuit circuit = circuit(false);
    deal(plan("linear", circuit, LANES));
    try (StoreDirectory store = open(0)) {
      StoreDirectory.Purpose wider = plan("linear", circuit, 2 * LANES).purpose(0, List.of());
      String message = assertThrows(Refused.class, () -> store.requireFits(wider)).getMessage();
      assertTrue(message.contains("lanes 64") && message.contains("lanes 128"), message);
    }
  }
}

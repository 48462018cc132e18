package org.schurmpc.tinyot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.Values;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.run.Computation;

/** The whole way from a connection to outputs, with TinyOT's own preprocessing. */
class ComputationTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private static Circuit circuit() {
    CircuitBuilder builder = new CircuitBuilder();
    int[] a = builder.input(2);
    int[] b = builder.input(2);
    builder.output(builder.and(a[0], b[0]), builder.xor(a[1], b[1]));
    builder.output(builder.and(a[1], b[0]));
    return builder.build();
  }

  private static Computation.Plan plan(int instances) throws Refused {
    IoMap io =
        new IoMap(
            List.of(new InputSource.Private(0), new InputSource.Private(1)),
            List.of(new OutputTarget.All(), new OutputTarget.Only(1)));
    return Computation.plan("tinyot", circuit(), io, new ProtocolOptions(instances, Map.of()));
  }

  /** Of 5,000 instances 4,096 go in a first pass. */
  @ParameterizedTest
  @ValueSource(ints = {1, 70, 5000})
  void evaluatesAllInstances(int instances) throws Exception {
    SplittableRandom random = new SplittableRandom(instances);
    BitMatrix all = new BitMatrix(4, instances);
    BitMatrix[] mine = {new BitMatrix(4, instances), new BitMatrix(4, instances)};
    for (int wire = 0; wire < 4; wire++) {
      for (int column = 0; column < instances; column++) {
        boolean bit = random.nextBoolean();
        all.set(wire, column, bit);
        mine[wire / 2].set(wire, column, bit);
      }
    }
    BitMatrix expected = PlainEvaluation.evaluate(circuit(), all);
    List<BitMatrix> outputs =
        Parties.run(
            2,
            TIMEOUT,
            network -> {
              try (Computation computation = plan(instances).connect(network)) {
                return computation.evaluate(mine[network.party()]);
              }
            });
    assertEquals(expected, outputs.get(1));
    expected.fillRow(2, false);
    assertEquals(expected, outputs.get(0));
  }

  @Test
  void theNumberOfInstancesIsAgreed() {
    Disagreement e =
        assertThrows(
            Disagreement.class,
            () ->
                Parties.run(2, TIMEOUT, network -> plan(5000 + network.party()).connect(network)));
    assertEquals(true, e.getMessage().contains("instances"), e.getMessage());
  }

  /** With values rather than wires: party 2's two bits are its number. */
  @Test
  void takesAndGivesValues() throws Exception {
    List<Values> outputs =
        Parties.run(
            2,
            TIMEOUT,
            network -> {
              Computation.Plan plan = plan(2);
              Values mine = plan.inputs();
              mine.set(network.party(), 1, new byte[] {3});
              try (Computation computation = plan.connect(network)) {
                return computation.evaluate(mine);
              }
            });
    assertArrayEquals(new byte[] {0}, outputs.get(0).get(0, 0));
    assertArrayEquals(new byte[] {1}, outputs.get(0).get(0, 1));
    assertArrayEquals(new byte[] {1}, outputs.get(1).get(1, 1));
  }

  @Test
  void aNetworkThatNoComputationTakesIsClosed() throws Exception {
    Network[] three = InMemoryNetwork.create(3);
    Computation.Plan plan = plan(1);
    assertThrows(Refused.class, () -> plan.connect(three[0]));
    Channel peer = three[1].channel(0);
    assertThrows(ConnectionLost.class, () -> peer.receive(new byte[1], 0, 1));
  }
}

package org.schurmpc.spdz.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.InputBatch;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.AlteredStore;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.Shares;

/** One AND gate by the evaluator alone: whoever runs it has checks of its own. */
class EvaluatorCheckTest {
  private static final int CHEATER = 1;

  /** What is left to do once the gate is evaluated. */
  private interface Step {
    void run(Evaluator evaluator) throws Exception;
  }

  private final Material material;
  private final ProtocolRun run;

  /** What the first party sent from the gate on. */
  private final List<Integer> sent = Collections.synchronizedList(new ArrayList<>());

  EvaluatorCheckTest() throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    builder.output(builder.and(builder.input(1)[0], builder.input(1)[0]));
    IoMap io =
        new IoMap(
            List.of(new InputSource.Private(0), new InputSource.Private(1)),
            List.of(new OutputTarget.All()));
    material = new Material(Fields.named("gf2_40"));
    LayeredCircuit circuit = LayeredCircuit.of(builder.build());
    run = new ProtocolRun(Configurations.spdz(2, 1, Map.of("opening", "all")), circuit, io, 18);
  }

  private void alter(int party, MaterialKind kind, AlteredStore.Alteration change) {
    run.stores[party] = new AlteredStore(run.stores[party], kind, AlteredStore.EVERY, change);
  }

  private List<Object> ends(Step step) throws Exception {
    Network[] networks = SessionPairs.networks();
    networks[0] =
        new TamperingNetwork(
            networks[0],
            (peer, index, frame) -> {
              sent.add(frame.length);
              return frame;
            });
    BitMatrix[] inputs = run.allInputs();
    return SessionPairs.outcomes(
        networks,
        session -> {
          evaluate(session, inputs[session.party()], step);
          return null;
        });
  }

  private void evaluate(Session session, BitMatrix inputs, Step step) throws Exception {
    try (Evaluator evaluator = run.protocol.evaluator(session, run.stores[session.party()])) {
      evaluator.begin(run.circuit);
      evaluator.input(new InputBatch(run.circuit, run.io), inputs);
      if (session.party() == 0) {
        sent.clear();
      }
      evaluator.linear(run.circuit.linear(0));
      evaluator.layer(run.circuit.multiply(0), run.circuit.lookup(0));
      evaluator.linear(run.circuit.linear(1));
      step.run(evaluator);
    }
  }

  private static void requireCaught(Object end, String part) {
    PeerCheated cheated = assertInstanceOf(PeerCheated.class, end);
    assertEquals(Check.MAC, cheated.check());
    assertTrue(cheated.getMessage().contains(part), cheated.getMessage());
  }

  /** Another share of a factor's mask than its MAC is of. */
  private void alterATriple() {
    Field field = material.field();
    alter(
        CHEATER,
        material.triples(),
        (data, at) -> field.add(data, at, field.element(1), 0, data, at, 1));
  }

  @Test
  void gatesAreChecked() throws Exception {
    alterATriple();
    requireCaught(ends(Evaluator::check).get(0), "opened value");
  }

  @Test
  void noShareOfAnOutputIsSentBeforeGatesAreChecked() throws Exception {
    alterATriple();
    List<Object> ends = ends(evaluator -> evaluator.output(new OutputBatch(run.circuit, run.io)));
    requireCaught(ends.get(0), "opened value");
    // Shares of the gate's masked factors, commitment and opening of the toss and of σ.
    assertEquals(List.of(10, 32, 48, 32, 37), sent);
  }

  /** A product that is no bit, under a right MAC. */
  @Test
  void anOutputThatIsNoBit() throws Exception {
    Field field = material.field();
    long[] x = field.element(2);
    int c = Material.C * material.valueLongs();
    for (int party = 0; party < 2; party++) {
      alter(
          party,
          material.triples(),
          (data, at) -> field.scale(x, 0, data, at + c, data, at + c, 2));
    }
    List<Object> ends =
        ends(
            evaluator -> {
              evaluator.check();
              evaluator.output(new OutputBatch(run.circuit, run.io));
            });
    ends.forEach(end -> requireCaught(end, "an output is neither 0 nor 1"));
  }

  /** Shares of X where bytes are images of elements of GF(2^8). */
  @Test
  void anOutputThatIsNoByte() throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    builder.output(builder.input(Byte.SIZE));
    LayeredCircuit circuit = LayeredCircuit.of(builder.build());
    IoMap io = new IoMap(List.of(new InputSource.Private(0)), List.of(new OutputTarget.All()));
    ProtocolRun other = new ProtocolRun(run.protocol, circuit, io, 19);
    long[] x = material.field().element(2);
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              PrepStore store = other.stores[session.party()];
              store.acquire();
              CircuitWires wires = new CircuitWires(session, store, material, 1, OpeningMode.ALL);
              Shares bytes = new Shares(material.field(), 1);
              wires.local().addPublic(x, 0, bytes, 0, bytes, 0, 1);
              return wires.outputBytes(new OutputBatch(circuit, io), bytes);
            });
    ends.forEach(end -> requireCaught(end, "an output is no byte"));
  }

  /** A random bit that is none, under a right MAC: its owner says nothing of its input. */
  @Test
  void anInputUnderABitThatIsNone() throws Exception {
    Field field = material.field();
    long[] x = field.element(2);
    // X more than a bit, in the first party's share of value and MAC.
    long[] key = new long[1];
    for (int party = 0; party < 2; party++) {
      field.add(key, 0, run.stores[party].keys(material.storeName()), 0, key, 0, 1);
    }
    long[] mac = new long[1];
    field.multiply(key, 0, x, 0, mac, 0, 1);
    alter(
        0,
        material.bits(),
        (data, at) -> {
          field.add(data, at, x, 0, data, at, 1);
          field.add(data, at + 1, mac, 0, data, at + 1, 1);
        });
    List<Object> ends = ends(evaluator -> {});
    ends.forEach(end -> requireCaught(end, "a random bit is neither 0 nor 1"));
  }
}

package org.schurmpc.core.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.eval.tables.TablesRun;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

class CircuitExecutorTest {
  private static final int LANES = 70;
  private static final Circuit CIRCUIT = RandomCircuits.assembled(1, 60);

  private static TablesRun run() throws Exception {
    return run(IoMap.roundRobin(CIRCUIT, 2));
  }

  private static TablesRun run(IoMap io) throws Exception {
    TablesRun run = new TablesRun(CIRCUIT, io, LANES, 5);
    assertTrue(run.circuit.depth() > 0, "the circuit has gates to compute");
    return run;
  }

  @Test
  void callsComeInOrder() throws Exception {
    TablesRun run = run();
    run.deal();
    run.deal();
    List<Object> outcomes =
        run.outcomes(
            SessionPairs.networks(),
            (session, executor) -> {
              BitMatrix mine = run.inputs[session.party()];
              assertThrows(IllegalStateException.class, executor::compute);
              assertThrows(IllegalStateException.class, executor::output);
              for (int i = 0; i < 2; i++) {
                executor.input(mine);
                assertThrows(IllegalStateException.class, () -> executor.input(mine));
                assertThrows(IllegalStateException.class, executor::output);
                executor.compute();
                assertThrows(IllegalStateException.class, executor::compute);
                assertThrows(IllegalStateException.class, () -> executor.input(mine));
                assertEquals(run.visible(session.party()), executor.output());
                assertThrows(IllegalStateException.class, executor::output);
              }
              executor.close();
              assertThrows(IllegalStateException.class, () -> executor.input(mine));
              return "done";
            });
    assertEquals(List.of("done", "done"), outcomes);
  }

  @Test
  void inputsOfTheWrongSizeAreRefusedBeforeAnythingIsSent() throws Exception {
    TablesRun run = run();
    run.deal();
    run.outcomes(
        SessionPairs.networks(),
        (session, executor) -> {
          int wires = CIRCUIT.inputWires();
          int[][] sizes = {{wires - 1, LANES}, {wires + 1, LANES}, {wires, LANES - 1}, {0, 0}};
          for (int[] size : sizes) {
            BitMatrix wrong = new BitMatrix(size[0], size[1]);
            assertThrows(IllegalArgumentException.class, () -> executor.input(wrong));
          }
          assertEquals(0, session.metrics().messagesSent(Phase.INPUT));
          // It can still be used.
          assertEquals(
              run.visible(session.party()), executor.evaluate(run.inputs[session.party()]));
          return null;
        });
  }

  @Test
  void anExhaustedStoreIsFoundBeforeAnythingIsSent() throws Exception {
    TablesRun run = run();
    run.deal();
    for (Object outcome :
        run.outcomes(
            SessionPairs.networks(),
            (session, executor) -> {
              executor.evaluate(run.inputs[session.party()]);
              long before = session.metrics().messagesSent(Phase.OUTPUT);
              Exhausted exhausted =
                  assertThrows(Exhausted.class, () -> executor.input(run.inputs[session.party()]));
              assertEquals(before, session.metrics().messagesSent(Phase.OUTPUT), "nothing sent");
              return exhausted.getMessage();
            })) {
      String wanted = CIRCUIT.inputWires() + " more items of 'input mask";
      assertTrue(outcome.toString().contains(wanted), outcome.toString());
    }
  }

  @Test
  void publicInputsThatDifferAreNamed() throws Exception {
    var inputs =
        Collections.<InputSource>nCopies(CIRCUIT.inputSizes().length, new InputSource.Public());
    TablesRun run = run(new IoMap(inputs, IoMap.allLearn(CIRCUIT)));
    for (int lane = 0; lane < LANES; lane += 69) {
      run.deal();
      run.inputs[1].set(
          CIRCUIT.inputWires() - 1, lane, !run.inputs[1].get(CIRCUIT.inputWires() - 1, lane));
      for (Object outcome :
          run.outcomes(
              SessionPairs.networks(),
              (session, executor) -> executor.evaluate(run.inputs[session.party()]))) {
        Outcomes.assertEnded(Disagreement.class, outcome, "public inputs");
      }
    }
  }

  @Test
  void aFailedCheckDestroysTheStore() throws Exception {
    TablesRun run = run();
    run.deal();
    run.deal();
    // The first masked input of the first party, changed on the line.
    List<Object> outcomes =
        run.outcomes(
            SessionPairs.tampered(SessionPairs.flip(SessionPairs.HANDSHAKE_FRAMES + 1, 0)),
            (session, executor) -> {
              try {
                return executor.evaluate(run.inputs[session.party()]);
              } finally {
                assertThrows(
                    IllegalStateException.class,
                    () -> executor.input(run.inputs[session.party()]),
                    "nothing follows a failure");
              }
            });
    Outcomes.assertCheated(Check.TRANSCRIPT, outcomes.get(1), "flipped input");
    assertInstanceOf(ConnectionLost.class, outcomes.get(0), "no output");
    for (MaterialKind kind : run.demand().quotas().keySet()) {
      assertEquals(0, run.stores[1].available(kind));
      Exhausted gone = assertThrows(Exhausted.class, () -> run.stores[1].lease(kind, 1));
      assertTrue(gone.getMessage().contains("destroyed after a failed check"), gone.getMessage());
      assertTrue(run.stores[0].available(kind) > 0, "no check failed at the other party");
    }
  }

  @Test
  void whateverEndsAnEvaluationTheStoresStayInStep() throws Exception {
    TablesRun run = run();
    run.deal();
    run.deal();
    // One party hangs up after its inputs, in the midst of the evaluation.
    run.outcomes(
        SessionPairs.networks(),
        (session, executor) -> {
          executor.input(run.inputs[session.party()]);
          if (session.party() == 0) {
            session.close();
          }
          executor.compute();
          return null;
        });
    List<Object> outcomes =
        run.outcomes(
            SessionPairs.networks(),
            (session, executor) -> executor.evaluate(run.inputs[session.party()]));
    for (int party = 0; party < 2; party++) {
      assertEquals(run.visible(party), outcomes.get(party));
    }
  }

  @Test
  void anExecutorClosedInTheMidstBurnsTheRest() throws Exception {
    TablesRun run = run();
    run.deal();
    run.deal();
    run.outcomes(
        SessionPairs.networks(),
        (session, executor) -> {
          executor.input(run.inputs[session.party()]);
          return null; // and closes
        });
    List<Object> outcomes =
        run.outcomes(
            SessionPairs.networks(),
            (session, executor) -> executor.evaluate(run.inputs[session.party()]));
    for (int party = 0; party < 2; party++) {
      assertEquals(run.visible(party), outcomes.get(party));
    }
  }

  @Test
  void storesOutOfStepAreFoundBeforeUse() throws Exception {
    TablesRun run = run();
    run.deal();
    run.deal();
    // The second party is a whole evaluation ahead.
    for (Map.Entry<MaterialKind, Long> quota : run.demand().quotas().entrySet()) {
      for (long left = quota.getValue(); left > 0; ) {
        left -= run.stores[1].lease(quota.getKey(), (int) left).items();
      }
    }
    for (Object outcome :
        run.outcomes(
            SessionPairs.networks(),
            (session, executor) -> executor.evaluate(run.inputs[session.party()]))) {
      Outcomes.assertEnded(Disagreement.class, outcome, "position in the preprocessing store");
    }
  }

  @Test
  void aStoreHasOneExecutorAtATime() throws Exception {
    TablesRun run = run();
    run.deal();
    run.outcomes(
        SessionPairs.networks(),
        (session, executor) ->
            assertThrows(
                IllegalStateException.class,
                () ->
                    new CircuitExecutor(
                        session, run.protocol, run.circuit, run.io, run.stores[session.party()])));
    for (MemoryPrepStore store : run.stores) {
      store.acquire();
    }
  }

  @Test
  void aSessionServesWhatItWasAgreedOn() throws Exception {
    TablesRun run = run();
    run.deal();
    LayeredCircuit other = LayeredCircuit.of(RandomCircuits.of(2));
    IoMap io = IoMap.roundRobin(other.circuit(), 2);
    for (Object outcome :
        run.outcomes(
            SessionPairs.networks(),
            (session, executor) -> {
              executor.close();
              return assertThrows(
                  IllegalArgumentException.class,
                  () ->
                      new CircuitExecutor(
                          session, run.protocol, other, io, run.stores[session.party()]));
            })) {
      assertTrue(outcome.toString().contains("agreed on another"), outcome.toString());
    }
  }

  @Test
  void aMapThatDoesNotFitIsRefused() throws Exception {
    TablesRun run = run();
    IoMap none = new IoMap(List.of(), List.of());
    SessionPairs.run(
        session ->
            assertThrows(
                IllegalArgumentException.class,
                () ->
                    new CircuitExecutor(
                        session, run.protocol, run.circuit, none, run.stores[session.party()])));
  }

  @Test
  void termsDifferWithWhatTheyName() throws Exception {
    TablesRun run = run();
    SortedMap<String, String> base =
        CircuitExecutor.terms(run.protocol, run.circuit, run.io, "store");
    LayeredCircuit other = LayeredCircuit.of(RandomCircuits.of(2));
    assertDiffers("circuit", base, CircuitExecutor.terms(run.protocol, other, run.io, "store"));
    assertDiffers(
        "preprocessing store",
        base,
        CircuitExecutor.terms(run.protocol, run.circuit, run.io, "another"));
    var options = new ProtocolOptions(LANES + 1, Map.of());
    assertDiffers(
        "lanes",
        base,
        CircuitExecutor.terms(
            Protocols.named("insecure-tables").configure(options), run.circuit, run.io, "store"));
    IoMap map =
        new IoMap(
            Collections.nCopies(run.io.inputs().size(), new InputSource.Shared()),
            run.io.outputs());
    assertDiffers(
        "input/output map", base, CircuitExecutor.terms(run.protocol, run.circuit, map, "store"));
  }

  private static void assertDiffers(
      String name, SortedMap<String, String> base, SortedMap<String, String> other) {
    assertFalse(base.get(name).equals(other.get(name)), name);
    TreeMap<String, String> rest = new TreeMap<>(other);
    rest.put(name, base.get(name));
    assertEquals(base, rest, "only " + name + " differs");
  }

  @Test
  void aProtocolCannotHideATerm() throws Exception {
    TablesRun run = run();
    for (String name : new String[] {"lanes", "sigma", "protocol", "circuit"}) {
      ConfiguredProtocol hiding =
          new Wrapped(run.protocol) {
            @Override
            public SortedMap<String, String> terms() {
              return new TreeMap<>(Map.of(name, "x"));
            }
          };
      assertThrows(
          IllegalArgumentException.class,
          () -> CircuitExecutor.terms(hiding, run.circuit, run.io, "store"),
          name);
    }
  }

  /** Another protocol under a new coat. */
  private static class Wrapped implements ConfiguredProtocol {
    private final ConfiguredProtocol protocol;

    Wrapped(ConfiguredProtocol protocol) {
      this.protocol = protocol;
    }

    @Override
    public String protocol() {
      return protocol.protocol();
    }

    @Override
    public int lanes() {
      return protocol.lanes();
    }

    @Override
    public int sigma() {
      return protocol.sigma();
    }

    @Override
    public boolean activelySecure() {
      return protocol.activelySecure();
    }

    @Override
    public SortedMap<String, String> terms() {
      return protocol.terms();
    }

    @Override
    public Demand demand(LayeredCircuit circuit, IoMap io) throws Refused {
      return protocol.demand(circuit, io);
    }

    @Override
    public TrustedDealer dealer(SecureRandom random) {
      return protocol.dealer(random);
    }

    @Override
    public boolean preprocesses() {
      return protocol.preprocesses();
    }

    @Override
    public Preprocessor preprocessor(Session session) throws MpcException {
      return protocol.preprocessor(session);
    }

    @Override
    public Evaluator evaluator(Session session, PrepStore store) throws MpcException {
      return protocol.evaluator(session, store);
    }
  }
}

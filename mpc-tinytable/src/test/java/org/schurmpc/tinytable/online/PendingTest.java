package org.schurmpc.tinytable.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.schurmpc.core.session.Outcomes.assertCheated;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.core.net.Leftovers;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.tinytable.Configurations;

/** Tags are compared without being asked once there are many, so that logs stay bounded. */
class PendingTest {
  private static final IoMap IO =
      new IoMap(List.of(new InputSource.Shared()), List.of(new OutputTarget.All()));

  /**
   * How a layer of one AND gate ends if the logs are almost full.
   *
   * @param lie what party 1 has added to a tag
   */
  private static List<Object> layer(long lie) throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int[] in = builder.input(2);
    builder.output(builder.and(in[0], in[1]));
    LayeredCircuit circuit = LayeredCircuit.of(builder.build());
    ProtocolRun run =
        new ProtocolRun(Configurations.tinytable("linear", 64, "plain"), circuit, IO, 8);
    SessionTerms terms = new SessionTerms(CircuitExecutor.terms(run.protocol, circuit, IO, "test"));
    return SessionPairs.networkOutcomes(
        SessionPairs.networks(),
        network -> {
          int party = network.party();
          try (Session session =
                  SessionPairs.establish(network, terms, SessionPairs.seeded("p" + party));
              CircuitExecutor executor =
                  new CircuitExecutor(session, run.protocol, circuit, IO, run.stores[party])) {
            executor.input(run.inputs("party" + party));
            var evaluator = (TinyTableEvaluator) Leftovers.field(executor, "evaluator");
            OpenedTags tags = (OpenedTags) Leftovers.field(evaluator, "tags");
            MacLog held = tags.held();
            held.extend(OpenedTags.MAX_PENDING_WORDS / 2);
            tags.expected().extend(OpenedTags.MAX_PENDING_WORDS / 2);
            held.words()[held.size() - 1] ^= party == 1 ? lie : 0;
            evaluator.layer(circuit.multiply(0), circuit.lookup(0));
            return held.size();
          }
        });
  }

  @Test
  void aLieIsCaughtAfterALayer() throws Exception {
    assertCheated(Check.MAC, layer(1).get(0), "a log of " + OpenedTags.MAX_PENDING_WORDS);
  }

  @Test
  void whatWasComparedIsForgotten() throws Exception {
    assertEquals(List.of(0, 0), layer(0));
  }
}

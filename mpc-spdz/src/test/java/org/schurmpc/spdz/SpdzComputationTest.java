package org.schurmpc.spdz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.run.Refill;

/** Computations by SPDZ with material that the parties make themselves. */
class SpdzComputationTest {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final int LANES = 3;

  private final Circuit circuit = RandomCircuits.built(5, 200);
  private final IoMap io = IoMaps.random(circuit, new Random(5));

  @TempDir Path home;

  private Computation.Plan plan() throws Exception {
    return Computation.plan(
        "spdz",
        circuit,
        io,
        new ProtocolOptions(LANES, Map.of("field", "gf2_40", "threads", "2", "batch", "128")));
  }

  @Test
  void evaluatesWithFreshMaterial() throws Exception {
    BitMatrix[] inputs = {
      RandomCircuits.inputs(circuit, LANES, 1), RandomCircuits.inputs(circuit, LANES, 2)
    };
    BitMatrix joint = IoMaps.join(circuit, io, inputs[0], inputs[1]);
    BitMatrix expected = PlainEvaluation.evaluate(circuit, joint);
    List<BitMatrix> outputs =
        Parties.run(
            2,
            TIMEOUT,
            network -> {
              try (Computation computation = plan().connect(network)) {
                return computation.evaluate(inputs[network.party()]);
              }
            });
    for (int party = 0; party < 2; party++) {
      assertEquals(IoMaps.visible(circuit, io, expected, party), outputs.get(party));
    }
  }

  /** A check that is pending in one shows the key, with which the other could be forged. */
  @Test
  void makesNothingBesideAnEvaluation() throws Exception {
    StoreDirectory store =
        StoreDirectory.openOrCreate(
            home.resolve("store"), new StoreAccess(home.resolve("records"), Optional.empty()));
    Refused refused =
        assertThrows(
            Refused.class,
            () -> plan().connect(InMemoryNetwork.create(2)[0], store, Refill.background(2, 4)));
    assertEquals(
        "spdz makes no material in the background: refill on demand", refused.getMessage());
  }
}

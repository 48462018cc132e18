package org.schurmpc.spdz.cipher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.contract.ForgedOpening;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.SpdzProtocol;

/**
 * A peer forges an opening of a cipher's evaluation, on which others depend. For two inputs of the
 * honest party and otherwise equal randomness, the check that fails shows the same.
 */
class ForgedMethodTest {
  private static final int CHEATER = 1;

  /** No opening of values has the length of one of a commitment. */
  private static final int LANES = 5;

  /** Messages before the computation's: two of the handshake, the random bits, a check, inputs. */
  private static final int BEFORE = 2 + 1 + 4 + 1;

  /** Runs of one method; the honest party is the first. */
  private static final class Worlds {
    final Field field;
    final LayeredCircuit circuit;
    final ConfiguredProtocol protocol;

    Worlds(String method, String circuit, String field) throws Exception {
      this.field = Fields.named(field);
      this.circuit = LayeredCircuit.of(CircuitLibrary.open(circuit));
      this.protocol =
          new SpdzProtocol()
              .configure(
                  new ProtocolOptions(
                      2, LANES, Map.of("method", method, "field", field, "opening", "all")));
    }

    private ProtocolRun run(long seed) throws Exception {
      IoMap io =
          new IoMap(
              List.of(new InputSource.Private(0), new InputSource.Private(1)),
              List.of(new OutputTarget.All()));
      return new ProtocolRun(protocol, circuit, io, seed);
    }

    /** Evaluates an input of the honest party; returns how it ends. */
    Object evaluate(long seed, String role, ForgedOpening forged) throws Exception {
      ProtocolRun run = run(seed);
      BitMatrix[] inputs = {run.inputs(role), run.inputs("cheater")};
      Network[] networks = forged.of(SessionPairs.networks());
      return Parties.run(
              networks,
              ProtocolRun.LIMIT,
              network -> {
                try {
                  return run.evaluate(network, inputs[network.party()]);
                } catch (MpcException e) {
                  return e;
                }
              })
          .get(0);
    }

    /** Returns the lengths of messages from the computation's first to its last. */
    List<Integer> lengths() throws Exception {
      ForgedOpening none = new ForgedOpening(2, CHEATER, (index, frame) -> false);
      assertInstanceOf(BitMatrix.class, evaluate(1, "one", none));
      return none.lengths(CHEATER);
    }
  }

  private static void requireNothingShown(
      String method, String circuit, String field, int rounds, int trials) throws Exception {
    Worlds worlds = new Worlds(method, circuit, field);
    List<Integer> lengths = worlds.lengths();
    Random random = new Random(48);
    int shown = 0;
    for (int trial = 0; trial < trials; trial++) {
      int frame = BEFORE + random.nextInt(rounds);
      int at = random.nextInt(lengths.get(frame));
      int mask = 1 << random.nextInt(Byte.SIZE);
      List<ForgedOpening> runs = new ArrayList<>();
      for (String role : List.of("one", "other")) {
        ForgedOpening forged = new ForgedOpening(2, CHEATER, ForgedOpening.flip(frame, at, mask));
        assertInstanceOf(PeerCheated.class, worlds.evaluate(trial, role, forged));
        assertTrue(forged.forged());
        runs.add(forged);
      }
      shown += runs.get(0).showsAs(runs.get(1), List.of(worlds.field)) ? 0 : 1;
    }
    assertEquals(0, shown);
  }

  @ParameterizedTest
  @CsvSource({
    "bd, aes_128_expanded, gf2_40, 50, 2",
    "rp, aes_128_expanded, gf2_40, 70, 2",
    "lt, aes_128_expanded_sbox, gf2_40, 10, 2",
    "pv, triple_des_expanded, gf2_40, 230, 1",
    "lt, triple_des_expanded_sbox, gf2_40, 46, 2",
    "raw, triple_des_expanded, gf2_42, 2898, 1"
  })
  void aForgedOpeningShowsNoSecret(
      String method, String circuit, String field, int rounds, int trials) throws Exception {
    requireNothingShown(method, circuit, field, rounds, trials);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "bd, aes_128_expanded, gf2_40, 50",
    "rp, aes_128_expanded, gf2_40, 70",
    "lt, aes_128_expanded_sbox, gf2_40, 10",
    "pv, triple_des_expanded, gf2_40, 230",
    "lt, triple_des_expanded_sbox, gf2_40, 46",
    "raw, triple_des_expanded, gf2_42, 2898"
  })
  void twoHundredForgedOpenings(String method, String circuit, String field, int rounds)
      throws Exception {
    requireNothingShown(method, circuit, field, rounds, 200);
  }
}

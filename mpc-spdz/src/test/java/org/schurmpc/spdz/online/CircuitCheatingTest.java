package org.schurmpc.spdz.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.AlteredStore;
import org.schurmpc.spdz.material.Material;

/** One party cheats in a circuit: every honest one notices, and its store is destroyed. */
class CircuitCheatingTest {
  private static final int CHEATER = 1;
  private static final int LANES = 5;
  private static final int WIRES = 4;

  /** x y + x for party 1's x and party 2's y, to all, and each bit of y to party 1 alone. */
  private static CircuitRun run(int parties) throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(WIRES);
    int[] y = builder.input(WIRES);
    int[] z = new int[WIRES];
    for (int i = 0; i < WIRES; i++) {
      z[i] = builder.xor(builder.and(x[i], y[i]), builder.not(x[i]));
    }
    builder.output(z);
    builder.output(y);
    Circuit circuit = builder.build();
    IoMap io =
        new IoMap(
            List.of(new InputSource.Private(0), new InputSource.Private(1)),
            List.of(new OutputTarget.All(), new OutputTarget.Only(0)));
    return new CircuitRun(
        parties, LANES, Map.of("opening", "all"), LayeredCircuit.of(circuit), io, 17);
  }

  /** How a party ended: with an output or with a failure. */
  private record Outcome(MpcException failure, BitMatrix output) {}

  private static List<Outcome> outcomes(CircuitRun run, TamperingNetwork.Hook hook)
      throws Exception {
    return outcomes(run, hook, (peer, index, frame) -> frame);
  }

  /** What the first party sends passes a hook, too. */
  private static List<Outcome> outcomes(
      CircuitRun run, TamperingNetwork.Hook hook, TamperingNetwork.Hook first) throws Exception {
    int parties = run.stores.length;
    Network[] networks = new Network[parties];
    System.arraycopy(InMemoryNetwork.create(parties), 0, networks, 0, parties);
    networks[0] = new TamperingNetwork(networks[0], first);
    networks[CHEATER] = new TamperingNetwork(networks[CHEATER], hook);
    BitMatrix[] inputs = run.allInputs();
    return Parties.run(
        networks,
        SpdzRun.LIMIT,
        network -> {
          try {
            return new Outcome(null, run.evaluate(network, inputs[network.party()]));
          } catch (MpcException e) {
            return new Outcome(e, null);
          }
        });
  }

  /**
   * No honest party has an output, and one at least names the cheat and has destroyed its store.
   * Another may have lost the line to that one before its own check.
   */
  private static void requireCaught(CircuitRun run, List<Outcome> outcomes, Check... checks) {
    int named = 0;
    for (int party = 0; party < outcomes.size(); party++) {
      if (party != CHEATER) {
        Outcome outcome = outcomes.get(party);
        assertNull(outcome.output(), "an output in spite of the cheat");
        if (outcome.failure() instanceof ConnectionLost && outcomes.size() > 2) {
          continue;
        }
        named++;
        PeerCheated cheated = assertInstanceOf(PeerCheated.class, outcome.failure());
        assertTrue(List.of(checks).contains(cheated.check()), cheated.getMessage());
        int honest = party;
        assertThrows(
            IllegalStateException.class, () -> run.stores[honest].keys("spdz over gf2_40, σ 38"));
      }
    }
    assertTrue(named > 0, "nobody named the cheat");
  }

  /** The lengths of what party 2 sends to party 1 in a run without cheating. */
  private static List<Integer> frames(int parties) throws Exception {
    List<Integer> lengths = Collections.synchronizedList(new ArrayList<>());
    TamperingNetwork.Hook hook =
        (peer, index, frame) -> {
          if (peer == 0) {
            lengths.add(frame.length);
          }
          return frame;
        };
    for (Outcome outcome : outcomes(run(parties), hook)) {
      assertNull(outcome.failure());
    }
    return lengths;
  }

  /** Each message after the handshake, its first byte and its last one. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void eachMessageIsCovered(int parties) throws Exception {
    List<Integer> lengths = frames(parties);
    // Opened bits of inputs come first, the only message of their length.
    int first = lengths.indexOf(2 * WIRES * LANES * 5);
    assertTrue(first > 0, lengths.toString());
    for (int frame = first; frame < lengths.size(); frame++) {
      for (int at : new int[] {0, lengths.get(frame) - 1}) {
        CircuitRun run = run(parties);
        int number = frame;
        List<Outcome> outcomes =
            outcomes(
                run,
                (peer, index, bytes) -> {
                  if (index == number) {
                    bytes[at] ^= 1;
                  }
                  return bytes;
                });
        requireCaught(
            run, outcomes, Check.MAC, Check.COMMITMENT, Check.BROADCAST, Check.TRANSCRIPT);
      }
    }
  }

  /** The masked bits are e = x + b, a bit each whatever is sent. */
  @Test
  void anInputIsABitWhateverIsSent() throws Exception {
    CircuitRun run = run(2);
    BitMatrix[] inputs = run.allInputs();
    BitMatrix joint = new BitMatrix(2 * WIRES, LANES);
    for (int wire = 0; wire < 2 * WIRES; wire++) {
      joint.copyRow(wire, inputs[wire / WIRES], wire);
    }
    Circuit circuit = run.circuit.circuit();
    BitMatrix right = PlainEvaluation.evaluate(circuit, joint);
    for (int wire = WIRES; wire < 2 * WIRES; wire++) {
      joint.words()[joint.offset(wire)] ^= 0x1f;
    }
    BitMatrix flipped = PlainEvaluation.evaluate(circuit, joint);
    assertFalse(right.equals(flipped));
    // A party that puts in something else than the caller's bits: all of them flipped.
    for (int wire = WIRES; wire < 2 * WIRES; wire++) {
      inputs[CHEATER].words()[inputs[CHEATER].offset(wire)] ^= 0x1f;
    }
    assertEquals(flipped, run.run(inputs).get(0));
  }

  /**
   * An owner that takes b + 1 for b sends its input under another bit than the one that it knows:
   * it checks what was opened before it sends anything of its input.
   */
  @Test
  void noInputIsSentUnderABitThatWasNotChecked() throws Exception {
    int opening = frames(2).indexOf(2 * WIRES * LANES * 5);
    CircuitRun run = run(2);
    List<Integer> sent = Collections.synchronizedList(new ArrayList<>());
    List<Outcome> outcomes =
        outcomes(
            run,
            (peer, index, frame) -> {
              if (index == opening) {
                for (int element = 0; element < 2 * WIRES * LANES; element++) {
                  frame[5 * element] ^= 1;
                }
              }
              return frame;
            },
            (peer, index, frame) -> {
              sent.add(frame.length);
              return frame;
            });
    requireCaught(run, outcomes, Check.MAC);
    // After the shares come commitment and opening of the toss and of σ, and no masked bits.
    assertEquals(List.of(32, 48, 32, 37), sent.subList(opening + 1, sent.size()));
  }

  /** Different masked bits for different receivers. */
  @Test
  void differentMaskedInputsForDifferentReceivers() throws Exception {
    List<Integer> lengths = frames(3);
    int frame = lengths.indexOf((WIRES * LANES + 7) / 8);
    CircuitRun run = run(3);
    List<Outcome> outcomes =
        outcomes(
            run,
            (peer, index, bytes) -> {
              if (index == frame && peer == 2) {
                bytes[0] ^= 1;
              }
              return bytes;
            });
    requireCaught(run, outcomes, Check.BROADCAST, Check.TRANSCRIPT);
  }

  /** Material whose bits are 0 and X, with right MACs: their owner says nothing of its input. */
  @Test
  void bitsThatAreNone() throws Exception {
    CircuitRun run = run(2);
    Material material = new Material(Fields.named("gf2_40"));
    Field field = material.field();
    long[] x = field.element(2);
    for (int party = 0; party < 2; party++) {
      run.stores[party] =
          new AlteredStore(
              run.stores[party],
              material.bits(),
              AlteredStore.EVERY,
              (data, offset) -> field.scale(x, 0, data, offset, data, offset, 2));
    }
    for (Outcome outcome : outcomes(run, (peer, index, frame) -> frame)) {
      assertNull(outcome.output());
    }
  }

  @Test
  void elementsAreReadAsBits() throws Exception {
    for (String name : List.of("gf2_40", "gf2_128", "p128")) {
      Field field = Fields.named(name);
      long[] elements = new long[4 * field.limbs()];
      System.arraycopy(field.element(1), 0, elements, field.limbs(), field.limbs());
      BitReader reader = new BitReader(field);
      assertEquals(0, reader.bit(elements, 0));
      assertEquals(1, reader.bit(elements, field.limbs()));
      assertTrue(reader.all());
      Arrays.fill(elements, 2 * field.limbs(), 4 * field.limbs(), 0);
      System.arraycopy(field.element(2), 0, elements, 2 * field.limbs(), field.limbs());
      assertEquals(1, reader.bit(elements, 2 * field.limbs()));
      assertFalse(reader.all());
    }
  }
}

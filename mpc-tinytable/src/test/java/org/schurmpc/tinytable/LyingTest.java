package org.schurmpc.tinytable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.contract.CheatedRun;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.AlteredStore;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.tinytable.material.Material;

/** Lies that change more than one place, or none that matters. */
class LyingTest {
  private final Random random = new Random(43);

  /** One wrong entry at any of 256 positions: caught if it is looked up in some lane. */
  @ParameterizedTest
  @CsvSource({"linear, 0", "linear, 1"})
  void everyPositionOfAnSbox(String scheme, int cheater) throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    builder.output(builder.lookup(RandomCircuits.table(new Random(1), 8, 8), builder.input(8)));
    LayeredCircuit circuit = LayeredCircuit.of(builder.build());
    IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
    int caught = 0;
    for (int position = 0; position < 256; position++) {
      ProtocolRun run =
          new ProtocolRun(
              Configurations.tinytable(scheme, 512, "auto"), circuit, io, random.nextLong());
      MaterialKind kind = Configurations.material(run).tables(8, 8);
      int entry = Material.LINEAR_ENTRY * position + Material.LINEAR_SHARE;
      long wrong = 1L + random.nextInt(255);
      run.stores[cheater] =
          new AlteredStore(
              run.stores[cheater],
              kind,
              AlteredStore.EVERY,
              (data, at) -> data[at + entry] ^= wrong);
      caught += honestIsWarned(run, 1 - cheater) ? 1 : 0;
    }
    // A position is looked up in none of 512 lanes with probability (255/256)^512 = 0.135.
    assertTrue(caught > 190 && caught < 250, caught + " of 256 caught");
  }

  private static boolean honestIsWarned(ProtocolRun run, int honest) throws Exception {
    BitMatrix inputs = run.inputs("inputs");
    return Parties.run(
            2,
            ProtocolRun.LIMIT,
            network -> {
              try {
                run.evaluate(network, inputs);
                return false;
              } catch (PeerCheated e) {
                assertEquals(Check.MAC, e.check());
                return true;
              } catch (ConnectionLost e) {
                return false;
              }
            })
        .get(honest);
  }

  /** Two wrong shares whose MACs would cancel in a sum. */
  @ParameterizedTest
  @CsvSource({"linear, 0", "linear, 1", "lookup64, 0", "lookup64, 1"})
  void equalDifferencesDoNotCancel(String scheme, int cheater) throws Exception {
    CheatedRun cheat = CheatingTest.newRun(scheme, CheatingTest.FEW, cheater, random.nextLong());
    boolean linear = scheme.equals("linear");
    cheat.alter(
        Configurations.material(cheat.run).andTables(),
        1,
        (data, at) -> {
          // Lanes 0 and 1 of an item: all entries' shares of both.
          for (int word = 0; word < (linear ? 1 : 4); word++) {
            data[at + word] ^= 3;
          }
        });
    cheat.requireCaught(cheat.honestOutcome(), Check.MAC);
  }

  /** The whole tables of two lanes swapped, MACs included: each is right elsewhere. */
  @ParameterizedTest
  @CsvSource({"linear, 0", "linear, 1", "lookup64, 0", "lookup64, 1", "lookup32, 1"})
  void swappedLanesAreCaught(String scheme, int cheater) throws Exception {
    CheatedRun cheat = CheatingTest.newRun(scheme, CheatingTest.FEW, cheater, random.nextLong());
    Material material = Configurations.material(cheat.run);
    boolean linear = scheme.equals("linear");
    cheat.alter(
        material.andTables(),
        0,
        (data, at) -> {
          for (int lane = 0; lane < 64; lane += 2) {
            for (int word = 0; word < (linear ? 3 : 4); word++) {
              long differs = (data[at + word] >>> lane ^ data[at + word] >>> (lane + 1)) & 1;
              data[at + word] ^= (3 * differs) << lane;
            }
            if (linear) {
              for (int part = 0; part < 3; part++) {
                swap(data, at + Material.linearMacs(part) + lane, 1);
              }
            } else {
              int longs = 4 * material.scheme().k() / 64;
              swap(data, at + Material.ownCodes() + lane * longs, longs);
            }
          }
        });
    cheat.requireCaught(cheat.honestOutcome(), Check.MAC);
  }

  private static void swap(long[] data, int at, int longs) {
    for (int i = 0; i < longs; i++) {
      long kept = data[at + i];
      data[at + i] = data[at + longs + i];
      data[at + longs + i] = kept;
    }
  }

  /**
   * A party that takes another mask for its own input has another input, and no more; the other's
   * part of the mask does not exist, so changing it changes nothing.
   */
  @ParameterizedTest
  @CsvSource({"linear, 0", "linear, 1", "lookup64, 0", "codeword, 0", "passive, 1"})
  void aWrongInputMaskIsAnotherInput(String scheme, int cheater) throws Exception {
    BitMatrix right = inputMaskRun(scheme, cheater, cheater, 0, 0);
    BitMatrix flipped = inputMaskRun(scheme, cheater, cheater, 0, 1);
    assertEquals(flipped, inputMaskRun(scheme, cheater, cheater, 1, 0));
    assertEquals(right, inputMaskRun(scheme, cheater, 1 - cheater, -1, 0));
  }

  /**
   * @param maskOf whose input's mask the cheater changes
   * @param mask what is added to the mask
   * @param input what is added to the cheater's input
   */
  private BitMatrix inputMaskRun(String scheme, int cheater, int maskOf, long mask, long input)
      throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(8);
    int[] y = builder.input(8);
    builder.output(builder.and(x[0], y[0]), builder.xor(x[1], builder.not(y[1])));
    LayeredCircuit circuit = LayeredCircuit.of(builder.build());
    IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
    ProtocolRun run =
        new ProtocolRun(Configurations.tinytable(scheme, 64, "plain"), circuit, io, 3);
    MaterialKind kind = Configurations.material(run).inputMask(maskOf);
    run.stores[cheater] =
        new AlteredStore(run.stores[cheater], kind, 0, (data, at) -> data[at] ^= mask);
    BitMatrix inputs = run.inputs("inputs");
    BitMatrix changed = run.inputs("inputs");
    int row = 8 * cheater;
    changed.words()[changed.offset(row)] ^= input;
    List<BitMatrix> outputs =
        run.run(cheater == 0 ? changed : inputs, cheater == 1 ? changed : inputs);
    return outputs.get(1 - cheater);
  }

  /** Without MACs a lie is not found out: what the name says. */
  @Test
  void passiveTablesProtectAgainstNothing() throws Exception {
    CheatedRun cheat = CheatingTest.newRun("passive", CheatingTest.FEW, 0, 1);
    BitMatrix right = cheat.honestOutcome().output();
    CheatedRun lie = CheatingTest.newRun("passive", CheatingTest.FEW, 0, 1);
    lie.alter(Configurations.material(lie.run).outputMasks(), 0, (data, at) -> data[at] ^= 1);
    CheatedRun.Outcome honest = lie.honestOutcome();
    assertNull(honest.failure());
    assertTrue(!right.equals(honest.output()));
  }
}

package org.schurmpc.tinytable.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.SessionPairs;

/**
 * A party that cheats in the products is caught before the other has got anything. (The checks of
 * what they are made from have tests of their own.)
 */
class TableCheatTest {
  private static final int LANES = 64;
  private static final int GATES = 5;
  private static final int LOOKUPS = 3;

  private static Circuit gates(int count) {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(count + 1);
    for (int i = 0; i < count; i++) {
      builder.output(builder.and(x[i], x[i + 1]));
    }
    return builder.build();
  }

  private static Circuit lookups(int inputBits) {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(inputBits);
    var table = RandomCircuits.table(new Random(2), inputBits, 3);
    for (int i = 0; i < LOOKUPS; i++) {
      x[i % inputBits] = builder.not(x[i % inputBits]);
      builder.output(builder.lookup(table, x));
    }
    return builder.build();
  }

  private static PrepRun run(Circuit circuit, String scheme, TableMethod method) throws Exception {
    PrepRun run = new PrepRun(scheme, LANES, circuit, 1, new TablePreprocessing(40, 8, 1, method));
    run.batch = 1 << 12;
    return run;
  }

  private static Network[] tampered(int cheater, TamperingNetwork.Hook hook) {
    Network[] networks = SessionPairs.networks();
    networks[cheater] = new TamperingNetwork(networks[cheater], hook);
    return networks;
  }

  /** The lengths of the frames that a party sends if nobody cheats. */
  private static List<Integer> frames(PrepRun run, int party) throws Exception {
    List<Integer> lengths = new ArrayList<>();
    Network[] networks =
        tampered(
            party,
            (peer, index, frame) -> {
              lengths.add(frame.length);
              return frame;
            });
    assertEquals(Arrays.asList(null, null), run.outcomes(networks, 1));
    return lengths;
  }

  /** The frame that opens so many blocks of products: openings and their check come last. */
  private static int opening(List<Integer> frames, int products) {
    int index = frames.lastIndexOf(16 * products);
    assertTrue(index >= frames.size() - 6, "an opening of " + products + " among " + frames);
    return index;
  }

  private static void requireCaught(PrepRun run, int cheater, TamperingNetwork.Hook hook)
      throws Exception {
    List<Object> ends = run.outcomes(tampered(cheater, hook), 1);
    Outcomes.assertCheated(Check.MAC, ends.get(1 - cheater), "the honest party");
    assertFalse(run.both.get(1 - cheater).touched(), "something was released");
  }

  /**
   * A bit of the first, the last or some other byte of either factor's shares, in turn for each
   * opening; in full, of all three.
   */
  private static void flip(
      boolean full, Circuit circuit, String scheme, int cheater, int... products) throws Exception {
    TableMethod method = TableMethod.DEMUX;
    List<Integer> frames = frames(run(circuit, scheme, method), cheater);
    for (int i = 0; i < products.length; i++) {
      int n = products[i];
      int frame = opening(frames, n);
      int[] places = {0, 8 * n - 1, 12 * n + 1};
      int chosen = (i + cheater + scheme.length()) % places.length;
      for (int at : full ? places : new int[] {places[chosen]}) {
        requireCaught(run(circuit, scheme, method), cheater, SessionPairs.flip(frame, at));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"linear, 0", "linear, 1", "lookup64, 0", "lookup32, 1"})
  void aFlippedOpeningOfAGateIsCaught(String scheme, int cheater) throws Exception {
    flip(false, gates(GATES), scheme, cheater, GATES);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"linear, 0", "linear, 1", "lookup64, 0", "lookup32, 1"})
  void aFlippedOpeningOfAGateIsCaughtAtAnyPlace(String scheme, int cheater) throws Exception {
    flip(true, gates(GATES), scheme, cheater, GATES);
  }

  /** Six bits: two products of two, two times three of three, 49 of six. */
  @ParameterizedTest
  @CsvSource({"linear, 0", "lookup64, 1"})
  void aFlippedOpeningOnAnyLevelOfDemuxIsCaught(String scheme, int cheater) throws Exception {
    flip(false, lookups(6), scheme, cheater, 2 * LOOKUPS, 6 * LOOKUPS, 49 * LOOKUPS);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"linear, 0", "lookup64, 1"})
  void aFlippedOpeningOnAnyLevelOfDemuxIsCaughtAtAnyPlace(String scheme, int cheater)
      throws Exception {
    flip(true, lookups(6), scheme, cheater, 2 * LOOKUPS, 6 * LOOKUPS, 49 * LOOKUPS);
  }

  /** Three bits: a product of two and one of all, for each of eight entries. */
  @ParameterizedTest
  @CsvSource({"linear, 1", "lookup32, 0"})
  void aFlippedOpeningOfAnEntryIsCaught(String scheme, int cheater) throws Exception {
    List<Integer> frames = frames(run(lookups(3), scheme, TableMethod.PER_ENTRY), cheater);
    assertEquals(2, Collections.frequency(frames, 16 * 8 * LOOKUPS));
    int first = frames.indexOf(16 * 8 * LOOKUPS);
    int second = frames.lastIndexOf(16 * 8 * LOOKUPS);
    for (int frame : new int[] {first, second}) {
      for (int at : new int[] {0, frames.get(frame) / 2, frames.get(frame) - 1}) {
        PrepRun run = run(lookups(3), scheme, TableMethod.PER_ENTRY);
        requireCaught(run, cheater, SessionPairs.flip(frame, at));
      }
    }
  }

  /** The right shares, in another order. */
  @ParameterizedTest
  @ValueSource(ints = {2, 6, 49})
  void openingsInAnotherOrderAreCaught(int each) throws Exception {
    int products = each * LOOKUPS;
    int frame = opening(frames(run(lookups(6), "linear", TableMethod.DEMUX), 0), products);
    requireCaught(
        run(lookups(6), "linear", TableMethod.DEMUX),
        0,
        (peer, index, bytes) -> {
          if (index != frame) {
            return bytes;
          }
          byte[] rotated = new byte[bytes.length];
          System.arraycopy(bytes, 8, rotated, 0, bytes.length - 8);
          System.arraycopy(bytes, 0, rotated, bytes.length - 8, 8);
          return rotated;
        });
  }

  /** The last opening again in the place of the one before it. */
  @Test
  void aReplayedOpeningIsCaught() throws Exception {
    List<Integer> frames = frames(run(lookups(6), "linear", TableMethod.DEMUX), 0);
    int first = opening(frames, 2 * LOOKUPS);
    int second = opening(frames, 6 * LOOKUPS);
    byte[][] said = new byte[1][];
    requireCaught(
        run(lookups(6), "linear", TableMethod.DEMUX),
        0,
        (peer, index, bytes) -> {
          if (index == first) {
            said[0] = bytes.clone();
          }
          if (index == second) {
            System.arraycopy(said[0], 0, bytes, 0, said[0].length);
          }
          return bytes;
        });
  }

  /** The proof of MACs, which is the last message, is wrong; or the peer's own comes back. */
  @Test
  void aWrongProofIsCaught() throws Exception {
    List<Integer> frames = frames(run(gates(GATES), "linear", TableMethod.DEMUX), 0);
    int last = frames.size() - 1;
    assertEquals(FieldHash.BYTES, frames.get(last));
    for (int at : new int[] {0, 31}) {
      PrepRun run = run(gates(GATES), "linear", TableMethod.DEMUX);
      requireCaught(run, 0, SessionPairs.flip(last, at));
    }
  }

  /** While anything is still to be said, neither has got anything. */
  @ParameterizedTest
  @CsvSource({
    "linear, DEMUX",
    "lookup64, DEMUX",
    "lookup64, PER_ENTRY",
    "codeword 16x3, DEMUX",
    "codeword 256x120, DEMUX"
  })
  void nothingIsReleasedBeforeTheCheck(String scheme, TableMethod method) throws Exception {
    for (Circuit circuit : List.of(gates(GATES), lookups(6))) {
      PrepRun run = run(circuit, scheme, method);
      List<Boolean> touched = new ArrayList<>();
      Network[] networks =
          tampered(
              0,
              (peer, index, frame) -> {
                touched.add(run.both.get(0).touched() || run.both.get(1).touched());
                return frame;
              });
      assertEquals(Arrays.asList(null, null), run.outcomes(networks, 1));
      assertFalse(touched.contains(true), "released at frame " + touched.indexOf(true));
      run.requireTables();
    }
  }

  /** What was checked before the cheat is out, and is the store's owner's to burn; nothing else. */
  @Test
  void laterBatchesAreNotReleased() throws Exception {
    PrepRun honest = run(gates(16), "linear", TableMethod.DEMUX);
    honest.batch = 7;
    List<Integer> frames = frames(honest, 0);
    int second = frames.lastIndexOf(16 * 7);
    assertEquals(2, Collections.frequency(frames, 16 * 7));
    PrepRun run = run(gates(16), "linear", TableMethod.DEMUX);
    run.batch = 7;
    List<Object> ends = run.outcomes(tampered(0, SessionPairs.flip(second, 3)), 1);
    Outcomes.assertCheated(Check.MAC, ends.get(1), "the second batch");
    MaterialKind ands =
        run.demand.quotas().keySet().stream()
            .filter(kind -> kind.name().startsWith("AND"))
            .findFirst()
            .orElseThrow();
    assertEquals(7, run.both.get(1).items().get(ands));
  }

  @Test
  void aStoreIsBurnt() throws Exception {
    PrepRun run = run(gates(GATES), "linear", TableMethod.DEMUX);
    int frame = opening(frames(run(gates(GATES), "linear", TableMethod.DEMUX), 0), GATES);
    MemoryPrepStore store = new MemoryPrepStore();
    List<Object> ends =
        SessionPairs.outcomes(
            tampered(0, SessionPairs.flip(frame, 9)),
            session -> {
              try (Preprocessor preprocessor = run.begin(session)) {
                preprocessor.fill(
                    session, run.demand, session.party() == 0 ? new MemoryPrepStore() : store);
              }
              return null;
            });
    Outcomes.assertCheated(Check.MAC, ends.get(1), "a flipped opening");
    assertThrows(IllegalStateException.class, () -> store.keys(run.demand.protocol()), "burnt");
  }
}

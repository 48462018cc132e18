package org.schurmpc.spdz.cipher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.contract.CheatedRun;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.spdz.SpdzProtocol;
import org.schurmpc.spdz.material.LookupKind;

/** One party cheats in AES-LT and 3DES-LT: every honest one notices, and its store is destroyed. */
class LookupMethodCheatingTest {
  private static final int CHEATER = 1;
  private static final int LANES = 3;
  private static final String AES = "aes_128_expanded_sbox";
  private static final String DES = "triple_des_expanded_sbox";

  private static CheatedRun run(String circuit, int parties) throws Exception {
    ConfiguredProtocol lt =
        new SpdzProtocol()
            .configure(
                new ProtocolOptions(parties, LANES, Map.of("method", "lt", "field", "gf2_40")));
    IoMap io =
        new IoMap(
            List.of(new InputSource.Private(0), new InputSource.Private(1)),
            List.of(new OutputTarget.All()));
    LayeredCircuit layered = LayeredCircuit.of(CircuitLibrary.open(circuit));
    return new CheatedRun(new ProtocolRun(lt, layered, io, 29), CHEATER);
  }

  /**
   * Returns the number of the first frame of lookups: of ten alike, or of fifteen before the round
   * of two functions.
   */
  private static int first(String circuit, int parties) throws Exception {
    List<Integer> lengths = run(circuit, parties).frameLengths();
    boolean aes = circuit.equals(AES);
    int alike = aes ? AesTables.ROUNDS : DesTables.ROUNDS - 1;
    int length = LANES * (aes ? AesTables.BYTES : DesTables.BOXES);
    List<Integer> rounds = new ArrayList<>(Collections.nCopies(alike, length));
    if (!aes) {
      rounds.add(2 * length);
    }
    int first = Collections.indexOfSubList(lengths, rounds);
    assertTrue(first > 0, lengths.toString());
    return first;
  }

  /** Changes bits of a byte of some frames. */
  private static TamperingNetwork.Hook flip(List<Integer> frames, int peerOrAll, int at, int mask) {
    return (peer, index, frame) -> {
      if (frames.contains(index) && (peerOrAll < 0 || peer == peerOrAll)) {
        frame[at] ^= (byte) mask;
      }
      return frame;
    };
  }

  @ParameterizedTest
  @CsvSource({AES + ", 10, 3", DES + ", 46, 9"})
  void anotherIndexInEachRound(String circuit, int rounds, int step) throws Exception {
    int first = first(circuit, 2);
    Random random = new Random(3);
    for (int round = 0; round < rounds; round += step) {
      CheatedRun cheated = run(circuit, 2);
      int at = random.nextInt(DesTables.BOXES * LANES);
      cheated.requireCaughtByAll(
          cheated.outcomes(flip(List.of(first + round), -1, at, 1 << random.nextInt(6))),
          Check.MAC);
    }
  }

  /** Indices of DES have six bits. */
  @Test
  void bitsBeyondTheIndex() throws Exception {
    CheatedRun cheated = run(DES, 2);
    cheated.requireCaughtByAll(
        cheated.outcomes(flip(List.of(first(DES, 2)), -1, 0, 0x40)), Check.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(strings = {AES, DES})
  void anotherIndexForOnePeer(String circuit) throws Exception {
    CheatedRun cheated = run(circuit, 3);
    int first = first(circuit, 3);
    cheated.requireCaughtByAll(
        cheated.outcomes(flip(List.of(first + 2), 2, 1, 1)), Check.BROADCAST);
  }

  /** Equal errors at equal places of two openings do not cancel in the hash of differences. */
  @Test
  void equalErrorsDoNotCancel() throws Exception {
    int first = first(AES, 2);
    for (int bit = 0; bit < Byte.SIZE; bit += 3) {
      CheatedRun cheated = run(AES, 2);
      cheated.requireCaughtByAll(
          cheated.outcomes(flip(List.of(first, first + 1), -1, 5, 1 << bit)), Check.MAC);
    }
  }

  /** The first kind of tables, whose second item is wrong at the cheater. */
  private interface Wrong {
    void alter(LookupKind kind, long[] data, int at);
  }

  private static void requireCaught(String circuit, Wrong wrong) throws Exception {
    CheatedRun cheated = run(circuit, 2);
    MaterialKind material = cheated.run.demand().tables().keySet().iterator().next();
    LookupKind kind = LookupKind.of(Fields.named("gf2_40"), material).orElseThrow();
    cheated.alter(material, 1, (data, at) -> wrong.alter(kind, data, at));
    cheated.requireCaughtByAll(cheated.outcomes((peer, index, frame) -> frame), Check.MAC);
    cheated.requireAltered();
  }

  @ParameterizedTest
  @ValueSource(strings = {AES, DES})
  void wrongMasksAndEntries(String circuit) throws Exception {
    long value = 1L << LookupKind.VALUE_SHIFT;
    for (long mask : new long[] {value, 1}) {
      requireCaught(circuit, (kind, data, at) -> data[at] ^= mask);
      requireCaught(
          circuit,
          (kind, data, at) -> {
            for (int i = 1; i < kind.kind().longsPerItem(); i++) {
              data[at + i] ^= mask;
            }
          });
    }
  }

  @Test
  void aTableUsedTwice() throws Exception {
    CheatedRun cheated = run(AES, 2);
    MaterialKind kind = cheated.run.demand().tables().keySet().iterator().next();
    long[] used = new long[kind.longsPerItem()];
    cheated.alter(kind, 0, (data, at) -> System.arraycopy(data, at, used, 0, used.length));
    cheated.alter(kind, 1, (data, at) -> System.arraycopy(used, 0, data, at, used.length));
    cheated.requireCaughtByAll(cheated.outcomes((peer, index, frame) -> frame), Check.MAC);
    assertEquals(1, cheated.run.demand().tables().size());
  }
}

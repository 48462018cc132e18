package org.schurmpc.minimac.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.contract.ProtocolContract;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.AlteredStore;
import org.schurmpc.minimac.Configurations;
import org.schurmpc.minimac.material.AuthWord;
import org.schurmpc.minimac.material.Material;
import org.schurmpc.minimac.material.Packing;

/** More than two parties: the same results, and one of them cheats one or all of the others. */
class ManyPartiesTest extends ProtocolContract {
  private static final int CIRCUITS = 2;
  private static final int CHEATER = 1;

  private final Random random = new Random(47);

  private static List<Variant> variants(int parties) {
    List<Variant> all = new ArrayList<>();
    for (Variant rung : Configurations.rungs("255x85")) {
      all.add(Configurations.among(parties, rung));
    }
    for (OpeningMode opening : OpeningMode.values()) {
      all.add(Configurations.minitrix(parties, ReedSolomon.named("256x120"), opening));
    }
    return all;
  }

  @Override
  protected List<Subject> subjects() {
    List<Subject> all = new ArrayList<>();
    for (int parties : new int[] {3, 4}) {
      for (Variant variant : variants(parties)) {
        all.add(LadderTest.subject(variant, CIRCUITS, 3 * CIRCUITS));
      }
    }
    return all;
  }

  /** Its material comes from a dealer alone. */
  @Override
  protected List<Subject> preparing() {
    return List.of();
  }

  @Test
  void threeEncryptWithAes() throws Exception {
    encryptWithAes(3);
  }

  @Test
  @Tag("slow")
  void fiveEncryptWithAes() throws Exception {
    encryptWithAes(5);
  }

  private static void encryptWithAes(int parties) throws Exception {
    LayeredCircuit circuit = LayeredCircuit.of(CircuitLibrary.open("aes_128"));
    IoMap io = IoMap.roundRobin(circuit.circuit(), parties);
    ProtocolRun run = new ProtocolRun(minitrix(parties, OpeningMode.BATCHED), circuit, io, 6);
    run.requireAgreement("aes");
  }

  private static ConfiguredProtocol minitrix(int parties, OpeningMode opening) {
    ReedSolomon code = ReedSolomon.named("255x85");
    return Configurations.of(Configurations.minitrix(parties, code, opening));
  }

  private static ConfiguredProtocol minimac(OpeningMode opening) {
    Variant two = Configurations.rung("255x85", Packing.BYTES, ConversionMode.ONE, false, opening);
    return Configurations.of(Configurations.among(3, two));
  }

  /** A layer of ANDs of what three parties give, and a sum of it. */
  private static LayeredCircuit circuit() {
    CircuitBuilder builder = new CircuitBuilder();
    int[] first = builder.input(8);
    int[] second = builder.input(8);
    int[] third = builder.input(8);
    int sum = first[0];
    for (int i = 0; i < 8; i++) {
      int gate = builder.and(builder.xor(first[i], third[i]), second[i]);
      sum = builder.xor(sum, builder.and(gate, third[(i + 1) % 8]));
    }
    builder.output(sum);
    return LayeredCircuit.of(builder.build());
  }

  private ProtocolRun three(ConfiguredProtocol protocol) throws Exception {
    LayeredCircuit circuit = circuit();
    return new ProtocolRun(
        protocol, circuit, IoMap.roundRobin(circuit.circuit(), 3), random.nextLong());
  }

  /** How each party ends; null if with outputs. */
  private static List<MpcException> ends(ProtocolRun run, TamperingNetwork.Hook hook)
      throws Exception {
    return ends(run, CHEATER, hook);
  }

  private static List<MpcException> ends(ProtocolRun run, int cheater, TamperingNetwork.Hook hook)
      throws Exception {
    return ends(run, cheater, hook, new BitMatrix[3]);
  }

  private static List<MpcException> ends(
      ProtocolRun run, int cheater, TamperingNetwork.Hook hook, BitMatrix[] outputs)
      throws Exception {
    Network[] networks = InMemoryNetwork.create(3);
    networks[cheater] = new TamperingNetwork(networks[cheater], hook);
    BitMatrix[] inputs = run.allInputs();
    return Parties.run(
        networks,
        ProtocolRun.LIMIT,
        network -> {
          int party = network.party();
          try {
            outputs[party] = run.evaluate(network, inputs[party]);
            return null;
          } catch (MpcException e) {
            return e;
          }
        });
  }

  /** Which of the cheater's frames to each peer is the first one of a length. */
  private static int frameOfLength(ProtocolRun run, int length) throws Exception {
    int[] found = {-1};
    List<MpcException> ends =
        ends(
            run,
            (peer, index, frame) -> {
              if (peer == 0 && frame.length == length && found[0] < 0) {
                found[0] = index;
              }
              return frame;
            });
    ends.forEach(end -> assertNull(end));
    assertNotEquals(-1, found[0], "no frame of " + length + " bytes");
    return found[0];
  }

  /** Flips a bit of a frame to one victim; to the others it goes as it is. */
  private static TamperingNetwork.Hook flipTo(int victim, int at, int byteIndex) {
    return (peer, index, frame) -> {
      if (peer == victim && index == at) {
        frame[byteIndex] ^= 1;
      }
      return frame;
    };
  }

  private static void requireCaught(MpcException end, Check check) {
    PeerCheated cheated = assertInstanceOf(PeerCheated.class, end);
    assertEquals(check, cheated.check());
  }

  /** Nobody goes on to an output when another one has found a cheat. */
  private static void requireNoOutputs(List<MpcException> ends) {
    for (int party = 0; party < 3; party++) {
      if (party != CHEATER) {
        assertTrue(
            ends.get(party) instanceof PeerCheated || ends.get(party) instanceof ConnectionLost,
            "party " + party + " ended with " + ends.get(party));
      }
    }
  }

  /** Another masked input to one party than to the other: both see it, before they use it. */
  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void differentInputsToDifferentParties(int victim) throws Exception {
    ConfiguredProtocol protocol = minitrix(3, OpeningMode.BATCHED);
    int message = 8 * 85;
    int frame = frameOfLength(three(protocol), message);
    List<MpcException> ends = ends(three(protocol), flipTo(victim, frame, random.nextInt(message)));
    requireCaught(ends.get(0), Check.BROADCAST);
    requireCaught(ends.get(2), Check.BROADCAST);
  }

  /** Another share of an opened word to one party than to the other. */
  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void differentSharesToDifferentParties(int victim) throws Exception {
    ConfiguredProtocol protocol = minitrix(3, OpeningMode.BATCHED);
    int message = 2 * 8 * 169;
    int frame = frameOfLength(three(protocol), message);
    List<MpcException> ends = ends(three(protocol), flipTo(victim, frame, random.nextInt(message)));
    requireCaught(ends.get(0), Check.BROADCAST);
    requireCaught(ends.get(2), Check.BROADCAST);
  }

  /** A wrong share of an output to one alone: that one ends, and the other has what is right. */
  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void anotherOutputToOneParty(int victim) throws Exception {
    for (OpeningMode opening : OpeningMode.values()) {
      ConfiguredProtocol protocol = minitrix(3, opening);
      int[] last = {-1};
      int length = opening == OpeningMode.PAPER ? 510 : 169;
      ends(
          three(protocol),
          (peer, index, frame) -> {
            last[0] = peer == victim && frame.length == length ? index : last[0];
            return frame;
          });
      ProtocolRun run = three(protocol);
      BitMatrix joint = IoMaps.join(run.circuit.circuit(), run.io, run.allInputs());
      BitMatrix right = PlainEvaluation.evaluate(run.circuit.circuit(), joint);
      BitMatrix[] outputs = new BitMatrix[3];
      List<MpcException> ends = ends(run, CHEATER, flipTo(victim, last[0], 7), outputs);
      requireCaught(ends.get(victim), opening == OpeningMode.PAPER ? Check.MEMBERSHIP : Check.MAC);
      assertNull(outputs[victim]);
      int other = 2 - victim;
      if (ends.get(other) == null) {
        assertEquals(right, outputs[other]);
      } else {
        assertInstanceOf(ConnectionLost.class, ends.get(other));
      }
    }
  }

  /** Of two rungs, the wrong share is in the cheater's material and goes to all. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anotherCodewordToAll(boolean bytes) throws Exception {
    for (OpeningMode opening : OpeningMode.values()) {
      ConfiguredProtocol protocol = bytes ? minimac(opening) : minitrix(3, opening);
      Material items = Configurations.variant(protocol).material().items();
      ReedSolomon code =
          bytes
              ? Configurations.variant(protocol).code().c()
              : Configurations.variant(protocol).code().star();
      long[] error = codeword(code);
      ProtocolRun run = three(protocol);
      AlteredStore altered =
          new AlteredStore(
              run.stores[CHEATER],
              bytes ? items.triple() : items.and(),
              3,
              (data, offset) -> {
                for (int j = 0; j < Codeword.LONGS; j++) {
                  data[offset + AuthWord.SHARE + j] ^= error[j];
                }
              });
      run.stores[CHEATER] = altered;
      List<MpcException> ends = ends(run, (peer, index, frame) -> frame);
      assertTrue(altered.altered(), "the altered item was never used");
      requireNoOutputs(ends);
      assertTrue(
          ends.get(0) instanceof PeerCheated || ends.get(2) instanceof PeerCheated, "" + ends);
      for (int honest : new int[] {0, 2}) {
        if (ends.get(honest) instanceof PeerCheated) {
          requireCaught(ends.get(honest), Check.MAC);
        }
      }
    }
  }

  /** The tag for one party alone is wrong: that one finds out. */
  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void theTagForOneParty(int victim) throws Exception {
    for (OpeningMode opening : OpeningMode.values()) {
      ConfiguredProtocol protocol = minitrix(3, opening);
      AuthWord word = Configurations.variant(protocol).material().items().word();
      ProtocolRun run = three(protocol);
      run.stores[CHEATER] =
          new AlteredStore(
              run.stores[CHEATER],
              Configurations.variant(protocol).material().items().and(),
              5,
              (data, offset) -> data[offset + word.mac(CHEATER, victim) + 2] ^= 1L << 9);
      List<MpcException> ends = ends(run, (peer, index, frame) -> frame);
      requireCaught(ends.get(victim), Check.MAC);
      requireNoOutputs(ends);
    }
  }

  /** Two of three cheat: the shares of both, with tags, would cancel; the third finds out. */
  @Test
  void twoTogetherCheatTheThird() throws Exception {
    ConfiguredProtocol protocol = minitrix(3, OpeningMode.BATCHED);
    long[] error = codeword(Configurations.variant(protocol).code().star());
    ProtocolRun run = three(protocol);
    for (int cheater : new int[] {1, 2}) {
      run.stores[cheater] =
          new AlteredStore(
              run.stores[cheater],
              Configurations.variant(protocol).material().items().and(),
              5,
              (data, offset) -> {
                for (int j = 0; j < Codeword.LONGS; j++) {
                  data[offset + AuthWord.SHARE + j] ^= error[j];
                }
              });
    }
    requireCaught(ends(run, (peer, index, frame) -> frame).get(0), Check.MAC);
  }

  /** The nominated player's word, changed for one receiver: that one checks it itself. */
  @Test
  void anotherSigmaToOneParty() throws Exception {
    Variant variant =
        Configurations.among(
            3,
            Configurations.rung(
                "255x85", Packing.BYTES, ConversionMode.ONE, false, OpeningMode.BATCHED));
    boolean[] changed = {false};
    int[] last = {0};
    List<MpcException> ends =
        ends(
            three(Configurations.of(variant)),
            NominatedReencoding.PLAYER,
            (peer, index, frame) -> {
              if (peer == 2) {
                // C* is opened in 169 symbols, then sigma goes out in 85.
                if (last[0] == 169 && frame.length == 85 && !changed[0]) {
                  changed[0] = true;
                  frame[17] ^= 4;
                }
                last[0] = frame.length;
              }
              return frame;
            });
    assertTrue(changed[0]);
    requireCaught(ends.get(2), Check.MEMBERSHIP);
    assertInstanceOf(ConnectionLost.class, ends.get(1));
  }

  private long[] codeword(ReedSolomon code) {
    long[] word = new long[Codeword.LONGS];
    for (int p = 0; p < code.k(); p++) {
      Codeword.setSymbol(word, 0, p, random.nextInt(256));
    }
    new PublicEncoder(code, Configurations.kernels("plain")).encode(word, 0, word, 0);
    return word;
  }
}

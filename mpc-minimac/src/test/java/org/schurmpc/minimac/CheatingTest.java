package org.schurmpc.minimac;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;

/**
 * The second party cheats in every message and in every kind of material; the first must end with
 * the check that is there for it, show nothing, and destroy its store.
 */
class CheatingTest {
  private static final int WIRES = 40;
  private static final int OUTPUTS = 3;

  private final Random random = new Random(42);
  private LayeredCircuit circuit;
  private IoMap io;

  /** Two layers of ANDs: with {@code gates} over 64 the MAC check tosses a key. */
  private void build(int gates) {
    CircuitBuilder builder = new CircuitBuilder();
    int[] shared = builder.input(WIRES);
    int[] open = builder.input(WIRES);
    int[] own = builder.input(WIRES);
    int[] sums = new int[OUTPUTS];
    for (int i = 0; i < gates; i++) {
      int first = builder.and(shared[i % WIRES], builder.xor(own[i / WIRES], open[i % 7]));
      int second = builder.and(first, own[(i + 1) % WIRES]);
      int o = i % OUTPUTS;
      sums[o] = i < OUTPUTS ? second : builder.xor(sums[o], second);
    }
    builder.output(sums);
    Circuit built = builder.build();
    circuit = LayeredCircuit.of(built);
    io =
        new IoMap(
            List.of(new InputSource.Shared(), new InputSource.Public(), new InputSource.Private(1)),
            IoMap.allLearn(built));
    assertEquals(2, circuit.andDepth());
  }

  private record Outcome(MpcException failure, BitMatrix output) {}

  private MiniTrixRun newRun(OpeningMode mode) throws Exception {
    var protocol = Configurations.minitrix("255x85", mode, "plain");
    return new MiniTrixRun(protocol, circuit, io, random.nextLong());
  }

  /** What the first party gets when the second's frames pass a hook. */
  private Outcome honest(MiniTrixRun run, TamperingNetwork.Hook hook) throws Exception {
    return both(run, hook).get(0);
  }

  private List<Outcome> both(MiniTrixRun run, TamperingNetwork.Hook hook) throws Exception {
    Network[] networks = Arrays.copyOf(InMemoryNetwork.create(2), 2, Network[].class);
    networks[1] = new TamperingNetwork(networks[1], hook);
    BitMatrix inputs = run.inputs("inputs");
    return Parties.run(
        networks,
        MiniTrixRun.LIMIT,
        network -> {
          int party = network.party();
          var terms = new SessionTerms(CircuitExecutor.terms(run.protocol, circuit, io, "t"));
          try (Session session = Session.establish(network, terms, run.random("party" + party));
              CircuitExecutor executor =
                  new CircuitExecutor(session, run.protocol, circuit, io, run.stores[party])) {
            return new Outcome(null, executor.evaluate(inputs));
          } catch (MpcException e) {
            return new Outcome(e, null);
          }
        });
  }

  private static void requireCaught(Outcome outcome, MiniTrixRun run, Check... checks) {
    assertNull(outcome.output(), "an output in spite of the cheat");
    assertNotNull(outcome.failure());
    PeerCheated cheated = assertInstanceOf(PeerCheated.class, outcome.failure());
    assertTrue(List.of(checks).contains(cheated.check()), cheated.getMessage());
    assertThrows(Exhausted.class, () -> run.stores[0].lease(Material.OUTPUT_MASK, 1));
  }

  /** The lengths of the second party's frames in an honest run. */
  private List<Integer> frames(OpeningMode mode) throws Exception {
    List<Integer> lengths = new ArrayList<>();
    Outcome outcome =
        honest(
            newRun(mode),
            (peer, index, frame) -> {
              lengths.add(frame.length);
              return frame;
            });
    assertNull(outcome.failure());
    return lengths;
  }

  /** What each frame after the handshake is, and what catches a change of it. */
  private enum Message {
    PUBLIC_INPUTS(null),
    INPUTS(Check.TRANSCRIPT),
    FIRST_OPENING(Check.MAC),
    LAST_OPENING(Check.MAC),
    TOSS_COMMITMENT(Check.COMMITMENT),
    TOSS_OPENING(Check.COMMITMENT),
    MAC_HASH(Check.MAC),
    TRANSCRIPT(Check.TRANSCRIPT),
    OUTPUT(Check.MAC),
    OUTPUT_MAC_HASH(Check.MAC);

    final Check check;

    Message(Check check) {
      this.check = check;
    }
  }

  private static List<Message> messages(boolean longInterval) {
    List<Message> all = new ArrayList<>(List.of(Message.values()));
    if (!longInterval) {
      all.removeAll(List.of(Message.TOSS_COMMITMENT, Message.TOSS_OPENING));
    }
    return all;
  }

  @TestFactory
  Stream<DynamicTest> everyMessageOfABatchedRun() throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    for (int gates : new int[] {12, 100}) {
      build(gates);
      List<Integer> lengths = frames(OpeningMode.BATCHED);
      List<Message> messages = messages(gates > 64);
      assertEquals(2 + messages.size(), lengths.size(), "frames: " + lengths);
      for (int i = 0; i < messages.size(); i++) {
        Message message = messages.get(i);
        int frame = 2 + i;
        int length = lengths.get(frame);
        for (int at : new int[] {0, 1, length / 3, length / 2, length - 2, length - 1}) {
          String name = "%s of %d ANDs, byte %d".formatted(message, gates, at);
          tests.add(DynamicTest.dynamicTest(name, () -> flip(gates, message, frame, at)));
        }
      }
    }
    return tests.stream();
  }

  private void flip(int gates, Message message, int frameIndex, int at) throws Exception {
    build(gates);
    MiniTrixRun run = newRun(OpeningMode.BATCHED);
    byte mask = (byte) (1 << random.nextInt(8));
    List<Outcome> outcomes =
        both(
            run,
            (peer, index, frame) -> {
              if (index == frameIndex) {
                frame[at] ^= mask;
              }
              return frame;
            });
    Outcome honest = outcomes.get(0);
    if (message == Message.PUBLIC_INPUTS) {
      assertNull(honest.output());
      assertTrue(honest.failure() instanceof Disagreement);
    } else if (message == Message.INPUTS && honest.failure() instanceof ConnectionLost) {
      // The sender meant another input than arrived, and its own keys told it first.
      assertNull(honest.output());
      assertEquals(
          Check.MAC, assertInstanceOf(PeerCheated.class, outcomes.get(1).failure()).check());
    } else {
      requireCaught(honest, run, message.check);
    }
  }

  /** A frame with one byte too few or too many is impossible. */
  @ParameterizedTest
  @EnumSource(Message.class)
  void aMessageOfAnotherLength(Message message) throws Exception {
    build(100);
    for (int change : new int[] {-1, 1}) {
      MiniTrixRun run = newRun(OpeningMode.BATCHED);
      Outcome outcome =
          honest(
              run,
              (peer, index, frame) ->
                  index == 2 + messages(true).indexOf(message)
                      ? Arrays.copyOf(frame, frame.length + change)
                      : frame);
      requireCaught(outcome, run, Check.MALFORMED);
    }
  }

  /** As the paper opens: the word's bytes fall to the code, the MAC's to the keys. */
  @Test
  void everyPartOfAPaperOpening() throws Exception {
    build(12);
    int n = 255;
    for (int frameIndex : new int[] {4, 5}) {
      for (int opening : new int[] {0, 5, 23}) {
        for (int at : new int[] {0, 100, 254, 255, 400, 509}) {
          MiniTrixRun run = newRun(OpeningMode.PAPER);
          int position = 2 * n * opening + at;
          Outcome outcome =
              honest(
                  run,
                  (peer, index, frame) -> {
                    if (index == frameIndex) {
                      frame[position] ^= 4;
                    }
                    return frame;
                  });
          requireCaught(outcome, run, at < n ? Check.MEMBERSHIP : Check.MAC);
        }
      }
    }
  }

  /** A random non-zero word of the code. */
  private long[] codeword(ReedSolomon code) {
    long[] word = new long[Codeword.LONGS];
    for (int p = 0; p < code.k(); p++) {
      Codeword.setSymbol(word, 0, p, random.nextInt(256));
    }
    new PublicEncoder(code, Configurations.kernels("plain")).encode(word, 0, word, 0);
    return word;
  }

  /** Well-formed lies: another codeword in one share, with or without a guess at its tag. */
  @TestFactory
  Stream<DynamicTest> anotherCodewordInEveryKindOfMaterial() {
    ReedSolomon c = ReedSolomon.named("255x85");
    ReedSolomon star = c.schurSquare();
    List<DynamicTest> tests = new ArrayList<>();
    for (OpeningMode mode : OpeningMode.values()) {
      for (boolean guessTag : new boolean[] {false, true}) {
        String how = " " + mode + (guessTag ? ", guessed tag" : "");
        for (int item : new int[] {0, 11, 23}) {
          String which = " of gate " + item + how;
          tests.add(lie("a*" + which, mode, Material.AND, item, Material.A, star, guessTag));
          tests.add(lie("b*" + which, mode, Material.AND, item, Material.B, star, guessTag));
          tests.add(lie("c*" + which, mode, Material.AND, item, Material.C, star, guessTag));
          for (int part : new int[] {0, 7, 8, 15}) {
            int at = Material.BIT_PARTS + part * AuthWord.LONGS;
            String name = "bit part " + part + which;
            tests.add(lie(name, mode, Material.AND, item, at, c, guessTag));
          }
        }
        tests.add(lie("o*" + how, mode, Material.OUTPUT_MASK, 2, 0, star, guessTag));
        MaterialKind own = Material.inputMask(1);
        tests.add(lie("own input mask" + how, mode, own, 3, 0, c, guessTag));
      }
    }
    return tests.stream();
  }

  private DynamicTest lie(
      String name,
      OpeningMode mode,
      MaterialKind kind,
      int item,
      int part,
      ReedSolomon code,
      boolean guessTag) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          build(12);
          MiniTrixRun run = newRun(mode);
          long[] error = codeword(code);
          long[] tag = codeword(ReedSolomon.named("255x85").schurSquare());
          AlteredStore altered =
              new AlteredStore(
                  run.stores[1],
                  kind,
                  item,
                  (data, offset) -> {
                    for (int j = 0; j < Codeword.LONGS; j++) {
                      data[offset + part + AuthWord.SHARE + j] ^= error[j];
                      if (guessTag) {
                        data[offset + part + AuthWord.MAC + j] ^= tag[j];
                      }
                    }
                  });
          run.stores[1] = altered;
          Outcome outcome = honest(run, (peer, index, frame) -> frame);
          assertTrue(altered.altered(), "the altered item was never used");
          requireCaught(outcome, run, Check.MAC);
        });
  }

  /** A tag that was kept, of one gate, is found however the words are. */
  @Test
  void aChangedTagOfOnePosition() throws Exception {
    build(12);
    MiniTrixRun run = newRun(OpeningMode.BATCHED);
    run.stores[1] =
        new AlteredStore(
            run.stores[1],
            Material.AND,
            7,
            (data, offset) -> data[offset + Material.A + AuthWord.MAC + 3] ^= 1L << 60);
    requireCaught(honest(run, (peer, index, frame) -> frame), run, Check.MAC);
  }

  /** The two parties' openings hide everything: equal inputs give unrelated messages. */
  @Test
  void messagesOfEqualInputsDiffer() throws Exception {
    build(12);
    List<byte[]> first = record();
    List<byte[]> second = record();
    assertEquals(first.size(), second.size());
    for (int i = 3; i < first.size(); i++) {
      assertFalse(Arrays.equals(first.get(i), second.get(i)), "frame " + i);
    }
  }

  private List<byte[]> record() throws Exception {
    List<byte[]> frames = new ArrayList<>();
    MiniTrixRun run = newRun(OpeningMode.BATCHED);
    Outcome outcome =
        honest(
            run,
            (peer, index, frame) -> {
              frames.add(frame.clone());
              return frame;
            });
    assertNull(outcome.failure());
    assertArrayEquals(new int[] {OUTPUTS}, new int[] {outcome.output().rows()});
    return frames;
  }
}

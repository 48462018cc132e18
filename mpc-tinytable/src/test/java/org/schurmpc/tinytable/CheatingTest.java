package org.schurmpc.tinytable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.session.SessionPairs;

/**
 * Every message of a run is changed on its way from either party: the other must end with the check
 * that is there for it, show nothing, and destroy its store.
 */
class CheatingTest {
  private static final int LANES = 65;

  private final Random random = new Random(42);

  /** What each frame after the handshake is. */
  private enum Message {
    POSITION_AND_PUBLIC_INPUTS,
    INPUTS,
    FIRST_LAYER,
    LAST_LAYER,
    PROOF,
    OUTPUT;

    int frame() {
      return SessionPairs.HANDSHAKE_FRAMES + List.of(values()).indexOf(this);
    }
  }

  private record Configuration(String scheme, int gates, int cheater) {}

  private static List<Configuration> configurations() {
    return List.of(
        new Configuration("linear", CheatRun.FEW, 0),
        new Configuration("linear", CheatRun.FEW, 1),
        new Configuration("linear", CheatRun.MANY, 1),
        new Configuration("lookup64", CheatRun.FEW, 0),
        new Configuration("lookup64", CheatRun.MANY, 1),
        new Configuration("lookup32", CheatRun.FEW, 1),
        new Configuration("codeword", CheatRun.FEW, 0),
        new Configuration("codeword 255x85", CheatRun.MANY, 1));
  }

  private CheatRun newRun(Configuration c) throws Exception {
    return new CheatRun(c.scheme(), LANES, c.gates(), c.cheater(), random.nextLong());
  }

  @TestFactory
  Stream<DynamicTest> everyMessage() throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    for (Configuration c : configurations()) {
      List<Integer> lengths = newRun(c).frameLengths();
      assertEquals(
          SessionPairs.HANDSHAKE_FRAMES + Message.values().length,
          lengths.size(),
          "frames: " + lengths);
      for (Message message : Message.values()) {
        int length = lengths.get(message.frame());
        for (int at : new int[] {0, length / 3, length / 2, length - 1}) {
          tests.add(
              DynamicTest.dynamicTest(
                  "%s, %s, byte %d".formatted(c, message, at), () -> flip(c, message, at)));
        }
        tests.add(
            DynamicTest.dynamicTest(
                "%s, %s, other lengths".formatted(c, message), () -> otherLengths(c, message)));
      }
    }
    return tests.stream();
  }

  private void flip(Configuration c, Message message, int at) throws Exception {
    CheatRun cheat = newRun(c);
    CheatRun.Outcome honest =
        cheat
            .outcomes(CheatRun.flip(message.frame(), at, 1 << random.nextInt(8)))
            .get(cheat.honest());
    if (message == Message.POSITION_AND_PUBLIC_INPUTS) {
      assertNull(honest.output());
      assertInstanceOf(Disagreement.class, honest.failure());
    } else if (honest.failure() instanceof ConnectionLost) {
      // An input that arrived changed gives other tables' entries at either party: each sees what
      // the other opens as wrong, and one of them is first.
      assertEquals(Message.INPUTS, message);
      assertNull(honest.output());
    } else {
      cheat.requireCaught(honest, Check.MAC);
    }
  }

  /** A frame with one byte too few or too many is impossible. */
  private void otherLengths(Configuration c, Message message) throws Exception {
    for (int change : new int[] {-1, 1}) {
      CheatRun cheat = newRun(c);
      CheatRun.Outcome honest =
          cheat
              .outcomes(
                  CheatRun.change(
                      message.frame(), bytes -> Arrays.copyOf(bytes, bytes.length + change)))
              .get(cheat.honest());
      cheat.requireCaught(honest, Check.MALFORMED);
    }
  }

  /** Whoever leaves a message out gets no further. */
  @ParameterizedTest
  @CsvSource({"linear, 1", "lookup64, 0", "codeword, 1"})
  void everyMessageDropped(String scheme, int cheater) throws Exception {
    for (Message message : Message.values()) {
      CheatRun cheat = new CheatRun(scheme, LANES, CheatRun.FEW, cheater, random.nextLong());
      cheat.setPatience(Duration.ofMillis(150));
      CheatRun.Outcome honest =
          cheat
              .outcomes((peer, index, frame) -> index == message.frame() ? null : frame)
              .get(cheat.honest());
      assertNull(honest.output(), message + " dropped");
      assertTrue(
          honest.failure() instanceof ConnectionLost || honest.failure() instanceof PeerCheated,
          message + " dropped: " + honest.failure());
    }
  }

  /** A rushing party waits for the honest party's proof and sends it back. */
  @ParameterizedTest
  @CsvSource({
    "linear, 12, 0",
    "linear, 100, 1",
    "lookup64, 12, 1",
    "lookup32, 12, 0",
    "codeword, 12, 1"
  })
  void echoOfTheProof(String scheme, int gates, int cheater) throws Exception {
    for (Message message : List.of(Message.PROOF, Message.OUTPUT)) {
      CheatRun cheat = new CheatRun(scheme, LANES, gates, cheater, random.nextLong());
      CompletableFuture<byte[]> seen = new CompletableFuture<>();
      CheatRun.Outcome honest =
          cheat
              .outcomes(
                  CheatRun.change(message.frame(), own -> tail(own, seen.join())),
                  CheatRun.change(
                      message.frame(),
                      own -> {
                        seen.complete(own.clone());
                        return own;
                      }))
              .get(cheat.honest());
      cheat.requireCaught(honest, Check.MAC);
    }
  }

  /** The own message with the other's proof at the end. */
  private static byte[] tail(byte[] own, byte[] other) {
    byte[] result = own.clone();
    System.arraycopy(other, other.length - 32, result, result.length - 32, 32);
    return result;
  }

  /** No share of an output's mask leaves a party that has not seen the proof (early r_o). */
  @ParameterizedTest
  @CsvSource({"linear, 0", "linear, 1", "lookup64, 0", "lookup32, 1", "codeword, 0"})
  void noMaskIsSentBeforeTheProofsMatched(String scheme, int cheater) throws Exception {
    for (Message message : List.of(Message.FIRST_LAYER, Message.LAST_LAYER, Message.PROOF)) {
      CheatRun cheat = new CheatRun(scheme, LANES, CheatRun.FEW, cheater, random.nextLong());
      List<Integer> sent = new ArrayList<>();
      CheatRun.Outcome honest =
          cheat
              .outcomes(
                  CheatRun.flip(message.frame(), 0, 1),
                  (peer, index, frame) -> {
                    sent.add(index);
                    return frame;
                  })
              .get(cheat.honest());
      cheat.requireCaught(honest, Check.MAC);
      assertEquals(Message.PROOF.frame(), sent.get(sent.size() - 1), "frames " + sent);
    }
  }
}

package org.schurmpc.tinyot;

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
import org.junit.jupiter.api.Test;
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
  private static final int LANES = 64;

  private final Random random = new Random(42);

  /** What each frame after the handshake is, and what catches a change of it. */
  private enum Message {
    POSITION_AND_PUBLIC_INPUTS(null),
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

  private record Configuration(int sigma, int gates, int cheater) {
    boolean tosses() {
      return gates == CheatRun.MANY || sigma == 80;
    }

    List<Message> messages() {
      List<Message> all = new ArrayList<>(List.of(Message.values()));
      if (!tosses()) {
        all.removeAll(List.of(Message.TOSS_COMMITMENT, Message.TOSS_OPENING));
      }
      return all;
    }

    int frame(Message message) {
      return SessionPairs.HANDSHAKE_FRAMES + messages().indexOf(message);
    }
  }

  private static List<Configuration> configurations() {
    List<Configuration> all = new ArrayList<>();
    all.add(new Configuration(64, CheatRun.FEW, 0));
    all.add(new Configuration(64, CheatRun.FEW, 1));
    all.add(new Configuration(64, CheatRun.MANY, 1));
    all.add(new Configuration(80, CheatRun.FEW, 0));
    return all;
  }

  private CheatRun newRun(Configuration c) throws Exception {
    return new CheatRun(c.sigma(), LANES, c.gates(), c.cheater(), random.nextLong());
  }

  @TestFactory
  Stream<DynamicTest> everyMessage() throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    for (Configuration c : configurations()) {
      List<Integer> lengths = newRun(c).frameLengths();
      // The cheater learns two outputs of three, the honest party all.
      assertEquals(
          SessionPairs.HANDSHAKE_FRAMES + c.messages().size(),
          lengths.size(),
          "frames: " + lengths);
      for (Message message : c.messages()) {
        int frame = c.frame(message);
        int length = lengths.get(frame);
        for (int at : new int[] {0, length / 3, length / 2, length - 1}) {
          tests.add(
              DynamicTest.dynamicTest(
                  "%s, %s, byte %d".formatted(c, message, at), () -> flip(c, message, frame, at)));
        }
        tests.add(
            DynamicTest.dynamicTest(
                "%s, %s, other lengths".formatted(c, message), () -> otherLengths(c, frame)));
      }
    }
    return tests.stream();
  }

  private void flip(Configuration c, Message message, int frame, int at) throws Exception {
    CheatRun cheat = newRun(c);
    List<CheatRun.Outcome> outcomes =
        cheat.outcomes(CheatRun.flip(frame, at, 1 << random.nextInt(8)));
    CheatRun.Outcome honest = outcomes.get(cheat.honest());
    if (message == Message.POSITION_AND_PUBLIC_INPUTS) {
      assertNull(honest.output());
      assertInstanceOf(Disagreement.class, honest.failure());
    } else if (message == Message.INPUTS && !(honest.failure() instanceof PeerCheated)) {
      // The sender meant another input than arrived, and its own keys told it first.
      assertNull(honest.output());
      assertInstanceOf(ConnectionLost.class, honest.failure());
      PeerCheated first =
          assertInstanceOf(PeerCheated.class, outcomes.get(cheat.cheater).failure());
      assertEquals(Check.MAC, first.check());
    } else if (message == Message.INPUTS) {
      // Where the changed wire is opened masked, the keys tell before the transcript does.
      Check check = ((PeerCheated) honest.failure()).check();
      cheat.requireCaught(honest, check == Check.MAC ? Check.MAC : Check.TRANSCRIPT);
    } else {
      cheat.requireCaught(honest, message.check);
    }
  }

  /** A frame with one byte too few or too many is impossible. */
  private void otherLengths(Configuration c, int frame) throws Exception {
    for (int change : new int[] {-1, 1}) {
      CheatRun cheat = newRun(c);
      CheatRun.Outcome honest =
          cheat
              .outcomes(
                  CheatRun.change(frame, bytes -> Arrays.copyOf(bytes, bytes.length + change)))
              .get(cheat.honest());
      cheat.requireCaught(honest, Check.MALFORMED);
    }
  }

  /**
   * Whoever leaves a message out gets no further: the next one has another length, or none comes.
   */
  @Test
  void everyMessageDropped() throws Exception {
    Configuration c = new Configuration(64, CheatRun.MANY, 1);
    for (Message message : c.messages()) {
      CheatRun cheat = newRun(c);
      cheat.setPatience(Duration.ofMillis(150));
      CheatRun.Outcome honest =
          cheat
              .outcomes((peer, index, frame) -> index == c.frame(message) ? null : frame)
              .get(cheat.honest());
      assertNull(honest.output(), message + " dropped");
      assertTrue(
          honest.failure() instanceof ConnectionLost || honest.failure() instanceof PeerCheated,
          message + " dropped: " + honest.failure());
    }
  }

  /** A rushing party waits for the honest party's hash of MACs and sends it back. */
  @ParameterizedTest
  @CsvSource({"64, 12, 0", "64, 12, 1", "64, 20, 0", "80, 12, 1"})
  void echoOfTheMacHash(int sigma, int gates, int cheater) throws Exception {
    Configuration c = new Configuration(sigma, gates, cheater);
    for (Message message : List.of(Message.MAC_HASH, Message.OUTPUT_MAC_HASH)) {
      CheatRun cheat = newRun(c);
      CompletableFuture<byte[]> seen = new CompletableFuture<>();
      CheatRun.Outcome honest =
          cheat
              .outcomes(
                  CheatRun.change(c.frame(message), own -> seen.join()),
                  CheatRun.change(
                      c.frame(message),
                      own -> {
                        seen.complete(own.clone());
                        return own;
                      }))
              .get(cheat.honest());
      cheat.requireCaught(honest, Check.MAC);
    }
  }

  /** The hash of the interval before, again. */
  @ParameterizedTest
  @CsvSource({"64, 12, 0", "64, 12, 1", "64, 20, 1", "80, 12, 0"})
  void replayOfTheMacHash(int sigma, int gates, int cheater) throws Exception {
    Configuration c = new Configuration(sigma, gates, cheater);
    CheatRun cheat = newRun(c);
    CompletableFuture<byte[]> last = new CompletableFuture<>();
    CheatRun.Outcome honest =
        cheat
            .outcomes(
                (peer, index, frame) -> {
                  if (index == c.frame(Message.MAC_HASH)) {
                    last.complete(frame.clone());
                  }
                  return index == c.frame(Message.OUTPUT_MAC_HASH) ? last.join() : frame;
                })
            .get(cheat.honest());
    cheat.requireCaught(honest, Check.MAC);
  }

  /** Lanes that fill up a chunk have no MACs; what they hold goes nowhere. */
  @ParameterizedTest
  @CsvSource({"65, 0", "65, 1"})
  void fillingLanesAreOfNoUse(int lanes, int cheater) throws Exception {
    CheatRun cheat = new CheatRun(64, lanes, CheatRun.FEW, cheater, random.nextLong());
    int frame = new Configuration(64, CheatRun.FEW, cheater).frame(Message.FIRST_OPENING);
    // Lane 65 + 1 of the first gate.
    CheatRun.Outcome honest = cheat.outcomes(CheatRun.flip(frame, 8, 2)).get(cheat.honest());
    cheat.requireCaught(honest, Check.TRANSCRIPT);
  }
}

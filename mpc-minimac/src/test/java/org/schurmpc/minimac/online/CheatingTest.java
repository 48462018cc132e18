package org.schurmpc.minimac.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.minimac.Configurations;

/**
 * Every message of a run is changed on its way from either party: the other must end with the check
 * that is there for it, show nothing, and destroy its store.
 */
class CheatingTest {
  private static final int HANDSHAKE = 2;

  private final Random random = new Random(42);

  /** What each frame after the handshake is, and what catches a change of it. */
  private enum Message {
    POSITION_AND_PUBLIC_INPUTS(null),
    INPUTS(Check.TRANSCRIPT),
    FIRST_OPENING(Check.MAC),
    MIDDLE_OF_FIRST_OPENING(Check.MAC),
    REST_OF_FIRST_OPENING(Check.MAC),
    LAST_OPENING(Check.MAC),
    MIDDLE_OF_LAST_OPENING(Check.MAC),
    REST_OF_LAST_OPENING(Check.MAC),
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

  private static List<Message> messages(int gates, OpeningMode mode) {
    List<Message> all = new ArrayList<>(List.of(Message.values()));
    if (gates == CheatRun.FEW || mode == OpeningMode.PAPER) {
      all.removeAll(List.of(Message.TOSS_COMMITMENT, Message.TOSS_OPENING));
    }
    if (gates == CheatRun.FEW) {
      all.removeAll(
          List.of(
              Message.MIDDLE_OF_FIRST_OPENING,
              Message.REST_OF_FIRST_OPENING,
              Message.MIDDLE_OF_LAST_OPENING,
              Message.REST_OF_LAST_OPENING));
    }
    if (mode == OpeningMode.PAPER) {
      all.removeAll(List.of(Message.MAC_HASH, Message.OUTPUT_MAC_HASH));
    }
    return all;
  }

  private CheatRun newRun(String code, OpeningMode mode, int gates, int cheater) throws Exception {
    return new CheatRun(
        Configurations.minitrix(code, mode, "plain"), gates, cheater, random.nextLong());
  }

  private record Configuration(String code, OpeningMode mode, int gates, int cheater) {}

  private static List<Configuration> configurations() {
    List<Configuration> all = new ArrayList<>();
    for (int cheater : new int[] {0, 1}) {
      all.add(new Configuration("255x85", OpeningMode.BATCHED, CheatRun.FEW, cheater));
      all.add(new Configuration("255x85", OpeningMode.BATCHED, CheatRun.MANY, cheater));
      all.add(new Configuration("256x120", OpeningMode.BATCHED, CheatRun.FEW, cheater));
      all.add(new Configuration("255x85", OpeningMode.PAPER, CheatRun.FEW, cheater));
    }
    return all;
  }

  /** Of each message the places take turns: all of them for it, and for each configuration. */
  @TestFactory
  Stream<DynamicTest> everyMessage() throws Exception {
    return changes(false);
  }

  @Tag("slow")
  @TestFactory
  Stream<DynamicTest> everyMessageInFull() throws Exception {
    return changes(true);
  }

  private Stream<DynamicTest> changes(boolean all) throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    List<Configuration> configurations = configurations();
    for (int number = 0; number < configurations.size(); number++) {
      Configuration c = configurations.get(number);
      List<Message> messages = messages(c.gates(), c.mode());
      List<Integer> lengths = newRun(c.code(), c.mode(), c.gates(), c.cheater()).frameLengths();
      // The cheater learns two outputs of three, the honest party all.
      assertEquals(HANDSHAKE + messages.size(), lengths.size(), "frames: " + lengths);
      for (int i = 0; i < messages.size(); i++) {
        Message message = messages.get(i);
        int frame = HANDSHAKE + i;
        int length = lengths.get(frame);
        int[] places = {0, 1, length / 3, length / 2, length - 2, length - 1};
        for (int place = 0; place < places.length; place++) {
          int at = places[place];
          if (all || place == (number + i) % places.length) {
            tests.add(
                DynamicTest.dynamicTest(
                    "%s, %s, byte %d".formatted(c, message, at),
                    () -> flip(c, message, frame, at)));
          }
        }
        if (all || c.gates() == CheatRun.FEW) {
          tests.add(
              DynamicTest.dynamicTest(
                  "%s, %s, other lengths".formatted(c, message), () -> otherLengths(c, frame)));
        }
      }
    }
    return tests.stream();
  }

  private void flip(Configuration c, Message message, int frame, int at) throws Exception {
    CheatRun cheat = newRun(c.code(), c.mode(), c.gates(), c.cheater());
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
    } else if (c.mode() == OpeningMode.PAPER && message.check == Check.MAC) {
      cheat.requireCaught(honest, at % 510 < 255 ? Check.MEMBERSHIP : Check.MAC);
    } else {
      cheat.requireCaught(honest, message.check);
    }
  }

  /** A frame with one byte too few or too many is impossible. */
  private void otherLengths(Configuration c, int frame) throws Exception {
    for (int change : new int[] {-1, 1}) {
      CheatRun cheat = newRun(c.code(), c.mode(), c.gates(), c.cheater());
      CheatRun.Outcome honest =
          cheat
              .outcomes(
                  CheatRun.change(frame, bytes -> Arrays.copyOf(bytes, bytes.length + change)))
              .get(cheat.honest());
      cheat.requireCaught(honest, Check.MALFORMED);
    }
  }
}

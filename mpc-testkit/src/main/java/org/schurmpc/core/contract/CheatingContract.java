package org.schurmpc.core.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.contract.CheatedRun.Outcome;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.SessionPairs;

/**
 * What every actively secure protocol must find out: every message changed on its way, cut short,
 * lengthened or dropped, hashes of MACs echoed and replayed, and material that is wrong in one
 * place. Each time the honest parties must name the right check, show nothing and destroy their
 * stores.
 *
 * <p>The fast suite takes the places of a message, and the lies, in turns over configurations; the
 * full product is tagged {@code slow}.
 */
public abstract class CheatingContract {
  /** A party that waits for a dropped message gives up after this time. */
  private static final Duration PATIENCE = Duration.ofMillis(50);

  private static final int PLACES = 6;

  /** Number of configurations, in one of which the fast suite tells a lie. */
  private static final int LIES_TAKE_TURNS = 3;

  /** The configurations whose messages are changed. */
  protected abstract List<CheatCase> cases() throws Exception;

  /** The configurations in which the cheater's material is wrong, and where it is. */
  protected abstract List<Lie.Told> lies() throws Exception;

  @TestFactory
  protected final Stream<DynamicTest> everyMessage() throws Exception {
    return changes(false);
  }

  @Tag("slow")
  @TestFactory
  protected final Stream<DynamicTest> everyMessageInFull() throws Exception {
    return changes(true);
  }

  private Stream<DynamicTest> changes(boolean full) throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    List<CheatCase> cases = cases();
    for (int number = 0; number < cases.size(); number++) {
      CheatCase c = cases.get(number);
      List<Integer> lengths = c.newRun(seed(c)).frameLengths();
      assertEquals(frames(c), lengths.size(), c + " sends frames of " + lengths);
      for (int i = 0; i < c.messages().size(); i++) {
        int length = lengths.get(frame(i));
        int[] places = {0, 1, length / 3, length / 2, length - 2, length - 1};
        for (int place = 0; place < PLACES; place++) {
          if (full || place == (number + i) % PLACES) {
            tests.add(flip(c, i, places[place]));
          }
        }
        for (int change : new int[] {-1, 1}) {
          if (full || (change > 0) == ((number + i) % 2 == 0)) {
            tests.add(otherLength(c, i, change));
          }
        }
      }
    }
    return tests.stream();
  }

  private static int frame(int message) {
    return SessionPairs.HANDSHAKE_FRAMES + message;
  }

  private static int frames(CheatCase c) {
    return frame(c.messages().size());
  }

  /** Returns randomness that depends on the test alone, whatever runs before it. */
  private static long seed(Object test) {
    return test.toString().hashCode();
  }

  private static DynamicTest flip(CheatCase c, int message, int at) {
    Message sent = c.messages().get(message);
    String name = "%s, %s, byte %d".formatted(c, sent, at);
    return DynamicTest.dynamicTest(
        name,
        () -> {
          CheatedRun cheated = c.newRun(seed(name));
          int mask = 1 << new Random(seed(name)).nextInt(Byte.SIZE);
          List<Outcome> outcomes = cheated.outcomes(CheatedRun.flip(frame(message), at, mask));
          sent.verdict().require(cheated, outcomes, at);
        });
  }

  /** A frame with one byte too few or too many is impossible. */
  private static DynamicTest otherLength(CheatCase c, int message, int change) {
    String name = "%s, %s, %+d bytes".formatted(c, c.messages().get(message), change);
    return DynamicTest.dynamicTest(
        name,
        () -> {
          CheatedRun cheated = c.newRun(seed(name));
          List<Outcome> outcomes =
              cheated.outcomes(
                  CheatedRun.change(
                      frame(message), bytes -> Arrays.copyOf(bytes, bytes.length + change)));
          requireMalformed(cheated, outcomes);
        });
  }

  /** Of three parties, one that sees it hangs up, which fails whatever check the other is in. */
  private static void requireMalformed(CheatedRun cheated, List<Outcome> outcomes)
      throws Exception {
    if (outcomes.size() == 2) {
      cheated.requireCaughtByAll(outcomes, Check.MALFORMED);
    } else {
      cheated.requireCaughtByAll(outcomes, Check.values());
      assertTrue(
          outcomes.stream()
              .anyMatch(
                  outcome ->
                      outcome.failure() instanceof PeerCheated first
                          && first.check() == Check.MALFORMED),
          "nobody saw the length");
    }
  }

  /** Whoever leaves a message out gets no further: the next one does not fit, or none comes. */
  @TestFactory
  protected final Stream<DynamicTest> everyMessageDropped() throws Exception {
    return dropped(cases().stream().limit(1));
  }

  @Tag("slow")
  @TestFactory
  protected final Stream<DynamicTest> everyMessageDroppedInFull() throws Exception {
    return dropped(cases().stream());
  }

  private static Stream<DynamicTest> dropped(Stream<CheatCase> cases) {
    return cases.flatMap(
        c ->
            c.messages().stream()
                .map(
                    message ->
                        DynamicTest.dynamicTest(
                            c + ", " + message + " dropped",
                            () -> drop(c, frame(c.messages().indexOf(message))))));
  }

  private static void drop(CheatCase c, int frame) throws Exception {
    CheatedRun cheated = c.newRun(seed(c));
    cheated.setPatience(PATIENCE);
    List<Outcome> outcomes = cheated.outcomes(CheatedRun.change(frame, bytes -> null));
    for (int party = 0; party < outcomes.size(); party++) {
      if (party != cheated.cheater) {
        Outcome honest = outcomes.get(party);
        assertNull(honest.output());
        assertTrue(
            honest.failure() instanceof ConnectionLost || honest.failure() instanceof PeerCheated,
            () -> "ended with " + honest.failure());
      }
    }
  }

  /** A rushing party waits for the honest party's hash of MACs and sends it back. */
  @TestFactory
  protected final Stream<DynamicTest> echoes() throws Exception {
    return proofs(
        "echoed",
        (c, frames) -> {
          // From the end on, both send alike.
          int before = c.newRun(seed(c)).honestFrames() - frames(c);
          for (int frame : frames) {
            CheatedRun cheated = c.newRun(seed(c));
            CompletableFuture<byte[]> seen = new CompletableFuture<>();
            seen.orTimeout(ProtocolRun.LIMIT.toSeconds() / 2, TimeUnit.SECONDS);
            List<Outcome> outcomes =
                cheated.outcomes(
                    CheatedRun.change(frame, own -> withProof(own, seen.join())),
                    CheatedRun.change(
                        frame + before,
                        own -> {
                          seen.complete(own.clone());
                          return own;
                        }));
            cheated.requireCaughtByAll(outcomes, Check.MAC);
          }
        });
  }

  /** The hash of MACs of the interval before, again. */
  @TestFactory
  protected final Stream<DynamicTest> replays() throws Exception {
    return proofs(
        "replayed",
        (c, frames) -> {
          for (int i = 1; i < frames.size(); i++) {
            CheatedRun cheated = c.newRun(seed(c));
            cheated.requireCaughtByAll(
                cheated.outcomes(replay(frames.get(i - 1), frames.get(i))), Check.MAC);
          }
        });
  }

  private static TamperingNetwork.Hook replay(int of, int at) {
    byte[][] kept = new byte[1][];
    return (peer, index, frame) -> {
      if (index == of) {
        kept[0] = frame.clone();
      }
      return index == at ? withProof(frame, kept[0]) : frame;
    };
  }

  /** Returns a message with another one's hash of MACs at the end. */
  private static byte[] withProof(byte[] own, byte[] other) {
    byte[] result = own.clone();
    int from = other.length - Message.PROOF_BYTES;
    System.arraycopy(other, from, result, result.length - Message.PROOF_BYTES, Message.PROOF_BYTES);
    return result;
  }

  private interface Proofs {
    void test(CheatCase c, List<Integer> frames) throws Exception;
  }

  private Stream<DynamicTest> proofs(String how, Proofs test) throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    for (CheatCase c : cases()) {
      List<Integer> frames = new ArrayList<>();
      for (int i = 0; i < c.messages().size(); i++) {
        if (c.messages().get(i).proof()) {
          frames.add(frame(i));
        }
      }
      if (!frames.isEmpty()) {
        tests.add(
            DynamicTest.dynamicTest(c + ", hashes of MACs " + how, () -> test.test(c, frames)));
      }
    }
    return tests.stream();
  }

  @TestFactory
  protected final Stream<DynamicTest> everyLie() throws Exception {
    return lies(false);
  }

  @Tag("slow")
  @TestFactory
  protected final Stream<DynamicTest> everyLieInFull() throws Exception {
    return lies(true);
  }

  private Stream<DynamicTest> lies(boolean full) throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    List<Lie.Told> all = lies();
    for (int number = 0; number < all.size(); number++) {
      CheatCase liar = all.get(number).liar();
      List<Lie> lies = all.get(number).lies();
      for (int i = 0; i < lies.size(); i++) {
        if (full || (number + i) % LIES_TAKE_TURNS == 0) {
          Lie lie = lies.get(i);
          String name = lie.what() + ", " + liar;
          tests.add(DynamicTest.dynamicTest(name, () -> tell(liar, lie, seed(name))));
        }
      }
    }
    return tests.stream();
  }

  private static void tell(CheatCase liar, Lie lie, long seed) throws Exception {
    CheatedRun cheated = liar.newRun(seed);
    lie.hook().apply(cheated, new Random(seed));
    List<Outcome> outcomes = cheated.outcomes((peer, index, frame) -> frame);
    cheated.requireAltered();
    cheated.requireCaughtByAll(outcomes, lie.check());
  }
}

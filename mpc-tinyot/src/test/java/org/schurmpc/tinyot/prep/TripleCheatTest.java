package org.schurmpc.tinyot.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.tinyot.material.MacWidths;

/**
 * Either party cheats while triples are made: in each message, at each place of a batch. Two
 * batches of 1536 triples, of which the second is asked for in part only.
 */
class TripleCheatTest {
  private static final int BATCH = 1536;
  private static final int SIGMA = 40;
  private static final int LEAKY = BATCH * BucketSize.least(BATCH, SIGMA);
  private static final int TILE = BATCH;
  private static final int TILES = LEAKY / TILE;
  private static final int BLOCKS = BATCH / 64 + 20;
  private static final int PUTS_OF_FIRST = BATCH / RowTile.ROWS;
  private static final int WIDTH = GarblingMatrix.width(SIGMA);

  // The frames of a batch.
  private static final int CONSTANTS = TILES;
  private static final int CHECK_TOSS = CONSTANTS + 1;
  private static final int EQUALITY = CHECK_TOSS + 2;
  private static final int SHUFFLE_TOSS = EQUALITY + 2;
  private static final int DIFFERENCES = SHUFFLE_TOSS + 2;
  private static final int MAC_TOSS = DIFFERENCES + 1;
  private static final int MAC_HASH = MAC_TOSS + 2;
  private static final int FRAMES = MAC_HASH + 1;

  private Projections projections = projections(MacWidths.equal(1));

  private static Projections projections(MacWidths widths) {
    return Projections.random(new byte[Prg.SEED_BYTES], SIGMA, widths);
  }

  /** What a party ended with, and what its sink has. */
  private record Outcome(MpcException failure, RecordingSink sink) {}

  private interface Sources {
    AuthBitSource of(Session session);
  }

  private static AuthBitSource ideal(Session session, long seed) {
    return new InsecureIdealAuthBits(session.party(), seed, 0);
  }

  private Outcome make(Session session, AuthBitSource source) {
    RecordingSink sink = new RecordingSink();
    BatchPlan plan = new BatchPlan(SIGMA, BATCH);
    try (TripleGenerator generator =
        new TripleGenerator(
            session, source, SIGMA, projections, KernelProvider.choose().kernels(), plan, TILE)) {
      generator.triples(BLOCKS, sink);
      return new Outcome(null, sink);
    } catch (MpcException e) {
      return new Outcome(e, sink);
    }
  }

  /** What the cheater sends passes the hook. */
  private Outcome[] run(int cheater, TamperingNetwork.Hook hook, Sources sources) throws Exception {
    Network[] networks = SessionPairs.networks();
    networks[cheater] = new TamperingNetwork(networks[cheater], hook);
    List<Object> outcomes =
        SessionPairs.outcomes(networks, session -> make(session, sources.of(session)));
    return new Outcome[] {(Outcome) outcomes.get(0), (Outcome) outcomes.get(1)};
  }

  private static int frame(int batch, int frame) {
    return SessionPairs.HANDSHAKE_FRAMES + batch * FRAMES + frame;
  }

  /** Nothing from a batch whose check failed; whole batches and all right else. */
  private void assertReleased(
      int cheater, Outcome[] outcomes, long seed, int passed, String where) {
    Outcome honest = outcomes[1 - cheater];
    boolean done = honest.failure == null;
    assertEquals(passed == 2, done, where);
    if (!done) {
      assertEquals(passed * PUTS_OF_FIRST, honest.sink.puts(), where);
    }
    if (outcomes[0].sink.puts() == outcomes[1].sink.puts()) {
      long[][] deltas = new long[2][];
      for (int party = 0; party < 2; party++) {
        deltas[party] =
            projections.keys(party).apply(new InsecureIdealAuthBits(party, seed, 0).delta());
      }
      new SinkChecker(projections.widths(), deltas).triples(outcomes[0].sink, outcomes[1].sink);
    }
  }

  private static Set<Check> checksOf(int frame) {
    if (frame <= CONSTANTS || frame == EQUALITY || frame == EQUALITY + 1) {
      return EnumSet.of(Check.EQUALITY);
    }
    if (frame == DIFFERENCES || frame == MAC_HASH) {
      return EnumSet.of(Check.MAC);
    }
    return EnumSet.of(Check.COMMITMENT);
  }

  @ParameterizedTest
  @CsvSource({"0,1,1", "1,1,1", "0,1,2", "1,1,2"})
  void everyMessageIsBound(int cheater, int ofFirst, int ofSecond) throws Exception {
    projections = projections(new MacWidths(ofFirst, ofSecond));
    for (int batch = 0; batch < 2; batch++) {
      for (int frame = 0; frame < FRAMES; frame++) {
        String where = "batch " + batch + ", frame " + frame;
        int at = frame(batch, frame);
        Outcome[] outcomes = run(cheater, SessionPairs.flip(at, 9), session -> ideal(session, 4));
        MpcException failure = outcomes[1 - cheater].failure;
        int passed = failure == null ? 2 : batch;
        assertReleased(cheater, outcomes, 4, passed, where);
        if (frame >= CONSTANTS || passed < 2) {
          PeerCheated cheated = assertInstanceOf(PeerCheated.class, failure, where);
          assertTrue(checksOf(frame).contains(cheated.check()), where + " " + cheated.check());
        }
      }
    }
  }

  @Test
  void aBatchTakesTheseFrames() throws Exception {
    int[] frames = new int[1];
    run(
        0,
        (peer, index, frame) -> {
          frames[0] = index + 1;
          return frame;
        },
        session -> ideal(session, 4));
    assertEquals(SessionPairs.HANDSHAKE_FRAMES + 2 * FRAMES, frames[0]);
  }

  /** Flips a bit of G of a leaky AND of a tile. */
  private static TamperingNetwork.Hook flipGarbled(int at, int position, int bit) {
    return (peer, index, frame) -> {
      if (index == at) {
        frame[(bit * TILE + position) / 8] ^= (byte) (1 << position % 8);
      }
      return frame;
    };
  }

  /** A wrong leaky AND anywhere in the last, partly used batch: caught, or harmless. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aWrongLeakyAndIsCaughtOrHarmlessWhereverItIs(int cheater) throws Exception {
    Random random = new Random(8);
    int caught = 0;
    int runs = 60;
    for (int run = 0; run < runs; run++) {
      int position = run < 2 ? run * (LEAKY - 1) : random.nextInt(LEAKY);
      long seed = run;
      int frame = frame(1, position / TILE);
      Outcome[] outcomes =
          run(
              cheater,
              flipGarbled(frame, position % TILE, random.nextInt(WIDTH)),
              session -> ideal(session, seed));
      int passed = outcomes[1 - cheater].failure == null ? 2 : 1;
      assertReleased(cheater, outcomes, seed, passed, "position " + position);
      caught += 2 - passed;
    }
    assertEquals(0.5 * runs, caught, 4 * Math.sqrt(0.25 * runs));
  }

  /** A share of y that is not the authenticated one never comes through. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aLieAboutAShareIsCaughtWhereverItIs(int cheater) throws Exception {
    Random random = new Random(9);
    Set<Check> checks = EnumSet.noneOf(Check.class);
    for (int run = 0; run < 20; run++) {
      int position = random.nextInt(LEAKY);
      int call = 3 * (TILES + position / TILE) + 2; // one of them for the first batch's check
      long seed = run;
      Outcome[] outcomes =
          run(
              cheater,
              (peer, index, frame) -> frame,
              session ->
                  session.party() == cheater
                      ? new AlteredAuthBits(ideal(session, seed), call, position % TILE)
                      : ideal(session, seed));
      String where = "position " + position;
      assertReleased(cheater, outcomes, seed, 1, where);
      MpcException failure = outcomes[1 - cheater].failure;
      checks.add(assertInstanceOf(PeerCheated.class, failure, where).check());
    }
    assertEquals(EnumSet.of(Check.EQUALITY, Check.MAC), checks);
  }

  /** Each flipped bit of an opening is caught, whatever the width of MACs is either way. */
  @ParameterizedTest
  @CsvSource({"0,1,1", "1,1,1", "0,1,2", "1,1,2", "0,2,1", "1,2,1"})
  void aFlippedOpeningIsCaught(int cheater, int ofFirst, int ofSecond) throws Exception {
    projections = projections(new MacWidths(ofFirst, ofSecond));
    Random random = new Random(10);
    int bytes = (LEAKY - BATCH) / 8;
    for (int run = 0; run < 20; run++) {
      int at = run < 2 ? run * (bytes - 1) : random.nextInt(bytes);
      Outcome[] outcomes =
          run(cheater, SessionPairs.flip(frame(1, DIFFERENCES), at), session -> ideal(session, 4));
      assertReleased(cheater, outcomes, 4, 1, "byte " + at);
      PeerCheated cheated = assertInstanceOf(PeerCheated.class, outcomes[1 - cheater].failure);
      assertEquals(Check.MAC, cheated.check());
    }
  }

  @Test
  void afterAFailureNothingMoreIsMade() throws Exception {
    SessionPairs.outcomes(
        SessionPairs.tampered(SessionPairs.flip(frame(0, CONSTANTS), 0)),
        session -> {
          RecordingSink sink = new RecordingSink();
          BatchPlan plan = new BatchPlan(SIGMA, BATCH);
          TripleGenerator generator =
              new TripleGenerator(
                  session,
                  ideal(session, 1),
                  SIGMA,
                  projections,
                  KernelProvider.choose().kernels(),
                  plan,
                  TILE);
          assertThrows(PeerCheated.class, () -> generator.triples(BLOCKS, sink));
          assertThrows(IllegalStateException.class, () -> generator.triples(1, sink));
          assertThrows(IllegalStateException.class, () -> generator.randomBits(1, sink));
          generator.close();
          assertThrows(IllegalStateException.class, () -> generator.inputMasks(1, 1, sink));
          assertEquals(0, sink.puts());
          return null;
        });
  }
}

package org.schurmpc.core.word;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.session.Outcomes.assertCheated;
import static org.schurmpc.core.word.WordCheats.CHEATER;
import static org.schurmpc.core.word.WordCheats.HONEST;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.field.Gf256;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.ot.IdealWordKeys;
import org.schurmpc.core.ot.WordKeys;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.word.WordCheats.Slip;

/** A party that deviates while words are made or checked, and the party that has to notice. */
class WordCheatingTest {
  private static final WordCheats CHEATS = WordCheats.UNTIED;
  private static final int LAST = WordCheats.N - 1;
  private static final int TOSS = CHEATS.tossFrame();
  private static final int OPENINGS = CHEATS.openingsFrame();
  private static final int PROOF = OPENINGS + 1;

  private static Object honestEnd(WordsRun run, TamperingNetwork.Hook hook) throws Exception {
    return run.outcomes(SessionPairs.tampered(hook)).get(HONEST);
  }

  @Test
  void honestPartiesPass() throws Exception {
    List<Object> ends = WordCheats.run(1).outcomes(SessionPairs.networks());
    WordCheats.assertPasses(ends.get(CHEATER), "first");
    WordCheats.assertPasses(ends.get(HONEST), "second");
  }

  /**
   * A symbol of one word is wrong, of words and of masks: without a guess, or with one. With a
   * right guess, the word that the party holds is still a word of its class with right MACs.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void aWrongSymbolPassesOnlyWithAGuessOfAlpha(int segment) throws Exception {
    WordsRun run = WordCheats.runWithoutZeros();
    int error = 0x53;
    int word = 1;
    List<Slip> slips = WordCheats.consistent(segment, word, j -> j == LAST ? error : 0);
    String where = CHEATS.segments().get(segment).toString();
    assertCheated(Check.MAC, CHEATS.honestEnd(run, slips, batch -> {}), where);
    int alpha = run.alpha(HONEST, LAST);
    for (int guess : new int[] {alpha, alpha ^ 1, alpha ^ 0x80}) {
      int change = Gf256.mul(guess, error);
      List<Object> ends =
          CHEATS.ends(run, slips, batch -> CHEATS.addToMac(batch, segment, word, LAST, change));
      if (guess == alpha) {
        WordCheats.assertRightWords(run, ends, where);
      } else {
        assertCheated(Check.MAC, ends.get(HONEST), where);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void aWrongMacIsCaught(int segment) throws Exception {
    Object end =
        CHEATS.honestEnd(
            WordCheats.run(1), List.of(), batch -> CHEATS.addToMac(batch, segment, 0, LAST, 1));
    assertCheated(Check.MAC, end, CHEATS.segments().get(segment).toString());
  }

  /** The same error at two coordinates that are not free: one right guess is not enough. */
  @Test
  void aGuessOfOneSymbolDoesNotServeTwo() throws Exception {
    WordsRun run = WordCheats.runWithoutZeros();
    List<Slip> errors = WordCheats.consistent(0, 0, j -> j >= LAST - 1 ? 7 : 0);
    int known = Gf256.mul(run.alpha(HONEST, LAST), 7);
    Object end = CHEATS.honestEnd(run, errors, batch -> CHEATS.addToMac(batch, 0, 0, LAST, known));
    assertCheated(Check.MAC, end, "one of two");
  }

  @ParameterizedTest
  @CsvSource({"0", "5", "-1"})
  void openedSymbolsAreAuthentic(int at) throws Exception {
    TamperingNetwork.Hook hook =
        (peer, index, frame) -> {
          if (index == OPENINGS) {
            frame[(at + frame.length) % frame.length] ^= 1;
          }
          return frame;
        };
    assertCheated(Check.MAC, honestEnd(WordCheats.runWithoutZeros(), hook), "byte " + at);
  }

  @Test
  void tossAndProofAreChecked() throws Exception {
    Object toss = honestEnd(WordCheats.run(1), SessionPairs.flip(TOSS + 1, 0));
    assertCheated(Check.COMMITMENT, toss, "toss");
    Object proof = honestEnd(WordCheats.run(1), SessionPairs.flip(PROOF, 0));
    assertCheated(Check.MAC, proof, "proof");
  }

  /** An honest party sends nothing of its toss while a tile of its peer is missing. */
  @Test
  void aTileHeldBackHoldsTheTossBack() throws Exception {
    Network[] networks = SessionPairs.networks();
    CountDownLatch tossed = new CountDownLatch(1);
    List<Integer> lengths = new CopyOnWriteArrayList<>();
    networks[HONEST] =
        new TamperingNetwork(
            networks[HONEST],
            (peer, index, frame) -> {
              if (index >= TOSS) {
                tossed.countDown();
              }
              lengths.add(frame.length);
              return frame;
            });
    boolean[] early = new boolean[1];
    networks[CHEATER] =
        new TamperingNetwork(
            networks[CHEATER],
            (peer, index, frame) -> {
              if (index == TOSS - 1) {
                try {
                  early[0] = tossed.await(200, TimeUnit.MILLISECONDS);
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              }
              return frame;
            });
    List<Object> ends = WordCheats.run(1).outcomes(networks);
    assertFalse(early[0], "tossed before the last tile arrived");
    WordCheats.assertPasses(ends.get(HONEST), "tile in the end");
    assertTrue(tossed.await(0, TimeUnit.MILLISECONDS));
    Corrections corrections = new Corrections(WordsRun.TOY, WordsRun.TREES);
    List<Integer> tiles =
        CHEATS.segments().stream().map(in -> corrections.bytes(in.shape(), in.count())).toList();
    assertEquals(tiles, lengths.subList(TOSS - tiles.size(), TOSS), "corrections alone before");
  }

  /** A party that wants to see the challenge before its last corrections are out sees nothing. */
  @Test
  void anEarlyChallengeIsRefused() throws Exception {
    Network[] networks =
        SessionPairs.tampered((peer, index, frame) -> index == TOSS - 1 ? null : frame);
    int[] sent = new int[1];
    networks[HONEST] =
        new TamperingNetwork(
            networks[HONEST],
            (peer, index, frame) -> {
              sent[0] = index;
              return frame;
            });
    Object end = WordCheats.run(1).outcomes(networks).get(HONEST);
    assertCheated(Check.MALFORMED, end, "a commitment in the place of corrections");
    assertTrue(sent[0] < TOSS, "sent frame " + sent[0]);
  }

  /** Words of one connection, with their corrections and MACs, are none of another connection. */
  @Test
  void wordsOfAnotherConnectionAreCaught() throws Exception {
    IdealWordKeys[] ideal = {
      new IdealWordKeys(WordCheats.N, new Random(1)), new IdealWordKeys(WordCheats.N, new Random(2))
    };
    Replay replay = new Replay();
    Network[] networks = SessionPairs.networks();
    networks[CHEATER] = new TamperingNetwork(networks[CHEATER], replay::note, replay::replace);
    List<Object> ends =
        SessionPairs.outcomes(
            networks,
            session -> {
              int party = session.party();
              boolean cheats = party == CHEATER;
              try (WordKeys keys = ideal[party].with(ideal[1 - party], session);
                  Session fork = session.fork("second")) {
                make(session, keys, cheats ? replay::take : batch -> {});
                return make(fork, keys, cheats ? replay::put : batch -> {});
              }
            });
    assertCheated(Check.MAC, ends.get(HONEST), "words of the first connection");
  }

  private static long[] make(Session session, WordKeys keys, WordsRun.Deviation deviation)
      throws Exception {
    try (WordPair pair =
        WordPair.begin(session, keys, WordsRun.TOY_PARAMETERS, WordsRun.kernels())) {
      WordBatch batch = pair.make(WordCheats.RUNS, WordsRun.data(session.party()));
      deviation.of(batch);
      WordsRun.check(session, pair, batch);
      return batch.release();
    }
  }

  /** Words and corrections of one connection in the place of those of another. */
  private static final class Replay {
    private static final int TREES = SessionPairs.HANDSHAKE_FRAMES;

    private final List<byte[]> frames = new ArrayList<>();
    private final List<long[]> words = new ArrayList<>();
    private int replaced;

    private byte[] note(int peer, int index, byte[] frame) {
      if (index >= TREES && index < TOSS) {
        frames.add(frame.clone());
      }
      return frame;
    }

    /** Replaces the corrections, which follow the trees of the fork. */
    private byte[] replace(int peer, int index, byte[] frame) {
      boolean trees = replaced == 0;
      if (trees ? frame.length != frames.get(0).length : replaced == frames.size()) {
        return frame;
      }
      byte[] former = frames.get(replaced++);
      assertEquals(former.length, frame.length);
      return trees ? frame : former;
    }

    private void take(WordBatch batch) {
      for (WordPlan.Segment segment : CHEATS.segments()) {
        words.add(batch.holding(segment).clone());
      }
    }

    private void put(WordBatch batch) {
      for (int i = 0; i < words.size(); i++) {
        long[] now = batch.holding(CHEATS.segments().get(i));
        System.arraycopy(words.get(i), 0, now, 0, now.length);
      }
    }
  }

  /** Words whose check failed are wiped, not released. */
  @Test
  void nothingIsReleasedAfterAFailedCheck() throws Exception {
    WordsRun run = WordCheats.runWithoutZeros();
    List<long[]> held = new ArrayList<>();
    WordBatch[] batches = new WordBatch[1];
    WordsRun.Deviation[] deviations = {
      batch -> CHEATS.addToMac(batch, 0, 0, LAST, 1),
      batch -> {
        batches[0] = batch;
        CHEATS.segments().forEach(segment -> held.add(batch.holding(segment)));
      }
    };
    Object end = run.outcomes(SessionPairs.networks(), deviations).get(HONEST);
    assertInstanceOf(PeerCheated.class, end);
    assertThrows(IllegalStateException.class, batches[0]::release);
    for (long[] words : held) {
      assertArrayEquals(new long[words.length], words);
    }
  }
}

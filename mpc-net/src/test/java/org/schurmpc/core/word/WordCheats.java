package org.schurmpc.core.word;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.field.Gf256;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.SessionPairs;

/**
 * Runs of the toy code in which a party adds errors to its corrections, and to the shares and MACs
 * of its batch. Words are those of a segment of the plan, by their number in the segment.
 */
final class WordCheats {
  static final int CHEATER = 0;
  static final int HONEST = 1;

  /** The number of symbols of a word. */
  static final int N = WordsRun.TOY.n();

  /** The words of most runs, which are not tied. */
  static final List<WordRun> RUNS =
      List.of(
          WordRun.both(new WordShape.Planes(), 8),
          WordRun.both(new WordShape.Given(WordClass.STAR), 2),
          WordRun.both(new WordShape.Free(WordClass.ZERO_DATA), 3));

  static final int PLANES = 0;
  static final int STAR = 1;
  static final int ZERO_DATA = 2;

  /** Cheats of these runs: three segments, and the masks of three classes. */
  static final WordCheats UNTIED = new WordCheats(RUNS, false);

  private static final int FIRST_TILE = SessionPairs.HANDSHAKE_FRAMES + 1;

  private final List<WordPlan.Segment> segments;

  WordCheats(List<WordRun> runs, boolean tied) {
    this.segments = new WordPlan(WordsRun.TOY_PARAMETERS, runs, tied).segments();
  }

  /** An error in the correction of one tree of a coordinate. */
  record Slip(int segment, int word, int coordinate, int tree, int value) {}

  /** Errors of all trees of a coordinate: the keys belong to a share that differs by the error. */
  static List<Slip> consistent(int segment, int word, IntUnaryOperator errorAtCoordinate) {
    List<Slip> slips = new ArrayList<>();
    for (int j = 0; j < N; j++) {
      int value = errorAtCoordinate.applyAsInt(j);
      for (int tree = 0; value != 0 && tree < WordsRun.TREES; tree++) {
        slips.add(new Slip(segment, word, j, tree, value));
      }
    }
    return slips;
  }

  static WordsRun run(WordParameters parameters, long seed) {
    return new WordsRun(parameters, RUNS, new Random(seed));
  }

  static WordsRun run(long seed) {
    return run(WordsRun.TOY_PARAMETERS, seed);
  }

  /** A run in which no half of a symbol of either party's alpha is zero. */
  static WordsRun runWithoutZeros() {
    for (long seed = 1; ; seed++) {
      WordsRun run = run(seed);
      boolean zero = false;
      for (int j = 0; j < N; j++) {
        for (int party = 0; party < 2; party++) {
          zero |= run.alpha(party, j) >>> 4 == 0 || (run.alpha(party, j) & 15) == 0;
        }
      }
      if (!zero) {
        return run;
      }
    }
  }

  static void assertPasses(Object end, String where) {
    assertInstanceOf(long[].class, end, where + ": " + end);
  }

  /** Asserts that both have passed, and that the cheater's words have the right MACs. */
  static void assertRightWords(WordsRun run, List<Object> ends, String where) {
    long[] words = assertInstanceOf(long[].class, ends.get(CHEATER), where + ": " + ends);
    long[] keys = assertInstanceOf(long[].class, ends.get(HONEST), where + ": " + ends);
    for (int at = 0; at < words.length; at += WordBatch.LONGS) {
      for (int j = 0; j < N; j++) {
        int share = Codeword.symbol(words, at + WordBatch.SHARE, j);
        int key = Codeword.symbol(keys, at + WordBatch.KEY, j);
        int mac = Gf256.mul(run.alpha(HONEST, j), share) ^ key;
        assertEquals(mac, Codeword.symbol(words, at + WordBatch.MAC, j), where);
      }
    }
  }

  /** The plan's segments, of which each has a frame of corrections. */
  List<WordPlan.Segment> segments() {
    return segments;
  }

  /** The frame with the commitment to the challenge; that with the opening follows. */
  int tossFrame() {
    return FIRST_TILE + segments.size();
  }

  /** The frame with the opened combinations. */
  int openingsFrame() {
    return tossFrame() + 2;
  }

  /** How both end if the cheater adds errors to its corrections, and changes its batch. */
  List<Object> ends(WordsRun run, List<Slip> errors, WordsRun.Deviation deviation)
      throws Exception {
    WordsRun.Deviation[] deviations = {deviation, batch -> {}};
    return run.outcomes(SessionPairs.tampered(adding(errors)), deviations);
  }

  /** How the honest party ends. */
  Object honestEnd(WordsRun run, List<Slip> errors, WordsRun.Deviation deviation) throws Exception {
    return ends(run, errors, deviation).get(HONEST);
  }

  /** Adds errors to the corrections as they are sent. */
  TamperingNetwork.Hook adding(List<Slip> errors) {
    return (peer, index, frame) -> {
      for (Slip error : errors) {
        if (index == FIRST_TILE + error.segment) {
          WordPlan.Segment segment = segments.get(error.segment);
          WordsRun.addError(segment, error.word, error.coordinate, error.tree, error.value, frame);
        }
      }
      return frame;
    };
  }

  /** Adds the errors of the first trees to the shares. */
  void addToShares(WordBatch batch, List<Slip> errors) {
    for (Slip error : errors) {
      if (error.tree == 0) {
        addToShare(batch, error.segment, error.word, error.coordinate, error.value);
      }
    }
  }

  /** Adds a symbol to a word's share. */
  void addToShare(WordBatch batch, int segment, int word, int coordinate, int value) {
    add(batch, segment, word, WordBatch.SHARE, coordinate, value);
  }

  /** Adds a symbol to the MAC that the party holds for a word. */
  void addToMac(WordBatch batch, int segment, int word, int coordinate, int value) {
    add(batch, segment, word, WordBatch.MAC, coordinate, value);
  }

  private void add(WordBatch batch, int segment, int word, int part, int coordinate, int value) {
    WordPlan.Segment in = segments.get(segment);
    int at = (in.first() + word) * WordBatch.LONGS + part;
    long[] words = batch.holding(in);
    Codeword.setSymbol(words, at, coordinate, Codeword.symbol(words, at, coordinate) ^ value);
  }
}

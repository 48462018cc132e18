package org.schurmpc.core.word;

import java.util.List;
import java.util.Random;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.KernelProvider.Preference;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.mac.MacCheck;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.ot.IdealWordKeys;
import org.schurmpc.core.ot.WordKeys;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** A run of two parties that make words with keys from thin air, of which one may deviate. */
final class WordsRun {
  /** A code whose square has distance 10, too short for any sigma but fast. */
  static final ReedSolomon TOY = ReedSolomon.named("16x4");

  /** Parameters of the toy code: three combinations, which a cheat survives once in 2^24. */
  static final WordParameters TOY_PARAMETERS = new WordParameters(TOY, 4, 40, 3, 8);

  /** The number of trees of a coordinate of the toy code. */
  static final int TREES = 2;

  /** What a party does to its batch before it is checked; nothing if it is honest. */
  @FunctionalInterface
  interface Deviation {
    void of(WordBatch batch);

    /** Called with what compares the party's MACs. */
    default void uses(MacCheck macs) {}
  }

  private final WordParameters parameters;
  private final List<WordRun> runs;
  private final IdealWordKeys[] ideal;
  private TiedBits[] bits;

  WordsRun(WordParameters parameters, List<WordRun> runs, Random random) {
    this.parameters = parameters;
    this.runs = runs;
    int n = parameters.code().n();
    this.ideal = new IdealWordKeys[] {new IdealWordKeys(n, random), new IdealWordKeys(n, random)};
  }

  /** Ties words with given data to bits, one object for each party. */
  WordsRun tiedTo(TiedBits[] ofParties) {
    bits = ofParties;
    return this;
  }

  static Kernels kernels() {
    return KernelProvider.choose(Preference.PLAIN).kernels();
  }

  /** A party's alpha at a coordinate. */
  int alpha(int party, int coordinate) {
    return ideal[party].alpha(coordinate);
  }

  /** Data that depend on the word and the party. */
  static OwnData data(int party) {
    return (word, dst, off) -> {
      Random random = new Random(2L * word + party);
      for (int i = 0; i < 32; i++) {
        dst[off + i] = random.nextLong();
      }
    };
  }

  /** How both ended: with their released words, or the exception. */
  List<Object> outcomes(Network[] networks, Deviation[] deviations) throws Exception {
    return SessionPairs.outcomes(
        networks,
        session -> {
          int party = session.party();
          try (WordKeys keys = ideal[party].with(ideal[1 - party], session);
              WordPair pair = WordPair.begin(session, keys, parameters, kernels())) {
            WordBatch batch =
                bits == null ? pair.make(runs, data(party)) : pair.makeTied(runs, bits[party]);
            deviations[party].of(batch);
            CoinToss coins = new CoinToss(session);
            MacCheck macs = new MacCheck(session, coins, 64);
            deviations[party].uses(macs);
            new WordChecks(pair, coins, macs).check(batch);
            return batch.release();
          }
        });
  }

  /** The same if no party deviates after its corrections. */
  List<Object> outcomes(Network[] networks) throws Exception {
    return outcomes(networks, new Deviation[] {batch -> {}, batch -> {}});
  }

  /** Adds a symbol to the correction of one word in the frame of a tile of the toy code. */
  static void addError(
      WordPlan.Segment segment, int word, int coordinate, int tree, int value, byte[] frame) {
    Corrections corrections = new Corrections(TOY, TREES);
    int stream = Corrections.streamBytes(segment.count());
    int at = 0;
    for (int j = segment.shape().wordClass().from(TOY); j < TOY.n(); j++) {
      for (int t = 0; t < TREES; t++) {
        if (corrections.corrects(segment.shape(), j, t)) {
          if (j == coordinate && t == tree) {
            for (int plane = 0; plane < 8; plane++) {
              int to = at + plane * stream / 8 + word / 8;
              frame[to] ^= (byte) ((value >>> plane & 1) << (word % 8));
            }
            return;
          }
          at += stream;
        }
      }
    }
    throw new AssertionError("no correction at " + coordinate + " of " + segment);
  }

  static void check(Session session, WordPair pair, WordBatch batch) throws Exception {
    CoinToss coins = new CoinToss(session);
    new WordChecks(pair, coins, new MacCheck(session, coins, 64)).check(batch);
  }
}

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

  /** What a party does to its batch before it is checked; nothing if it is honest. */
  @FunctionalInterface
  interface Deviation {
    void of(WordBatch batch);
  }

  private final WordParameters parameters;
  private final List<WordRun> runs;
  private final IdealWordKeys[] ideal;

  WordsRun(WordParameters parameters, List<WordRun> runs, Random random) {
    this.parameters = parameters;
    this.runs = runs;
    int n = parameters.code().n();
    this.ideal = new IdealWordKeys[] {new IdealWordKeys(n, random), new IdealWordKeys(n, random)};
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
            WordBatch batch = pair.make(runs, data(party));
            deviations[party].of(batch);
            check(session, pair, batch);
            return batch.release();
          }
        });
  }

  /** The same if no party deviates after its corrections. */
  List<Object> outcomes(Network[] networks) throws Exception {
    return outcomes(networks, new Deviation[] {batch -> {}, batch -> {}});
  }

  static void check(Session session, WordPair pair, WordBatch batch) throws Exception {
    CoinToss coins = new CoinToss(session);
    new WordChecks(pair, coins, new MacCheck(session, coins, 64)).check(batch);
  }
}

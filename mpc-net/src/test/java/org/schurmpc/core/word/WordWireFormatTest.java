package org.schurmpc.core.word;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.contract.NamedKernels;
import org.schurmpc.core.contract.Recording;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.ot.CotPair;
import org.schurmpc.core.ot.WordKeys;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/**
 * Under fixed randomness every byte of authenticated words is fixed, their keys and checks
 * included. A change of these hashes is a change of the wire format, which needs a new wire
 * version.
 */
class WordWireFormatTest {
  private static final int GATES = 3;

  @ParameterizedTest
  @CsvSource({
    "60x20, 4, plain, 1fbcaab09cd9a3f9040e446749dd1314",
    "60x20, 8, plain, a4f5bd26b3636035ebfc953d201f106e",
    "60x20, 4, vector, 1fbcaab09cd9a3f9040e446749dd1314",
  })
  void everyByteIsPinned(String code, int k, String kernels, String pinned) throws Exception {
    WordParameters parameters = WordParameters.of(ReedSolomon.named(code), k, 40);
    DealtBits[] bits = DealtBits.deal(parameters, GATES, 1, new Random(1));
    Recording recording = new Recording();
    Parties.run(
        recording.of(SessionPairs.networks()),
        SessionPairs.LIMIT,
        network -> {
          int party = network.party();
          Kernels own = NamedKernels.of(kernels);
          try (Session session =
                  Session.establish(
                      network, SessionPairs.terms(), SessionPairs.seeded("p" + party));
              CotKeys cotKeys = CotKeys.forBoth(session, new long[] {party + 5L, 7});
              CotPair cots = CotPair.begin(session, cotKeys, 4, own);
              WordKeys keys = WordKeys.begin(session, cots, parameters.code().n());
              WordPair pair = WordPair.begin(session, keys, parameters, own)) {
            WordBatch batch = pair.makeTied(DealtBits.runs(GATES), bits[party]);
            WordsRun.check(session, pair, batch);
            batch.wipe();
          }
          return null;
        });
    assertEquals(pinned, recording.hash());
  }
}

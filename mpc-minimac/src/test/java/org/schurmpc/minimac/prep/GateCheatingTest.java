package org.schurmpc.minimac.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.schurmpc.core.session.Outcomes.assertCheated;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.mac.MacCheck;
import org.schurmpc.core.ot.WordKeys;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.word.WordChecks;
import org.schurmpc.core.word.WordPair;
import org.schurmpc.core.word.WordParameters;
import org.schurmpc.minimac.material.MaterialParameters;
import org.schurmpc.minimac.material.MiniMacCode;
import org.schurmpc.tinyot.material.SecurityLevel;
import org.schurmpc.tinyot.prep.BlockStock;

/** A party that puts other triples behind the words of a batch than those that belong to it. */
class GateCheatingTest {
  private static final int CHEATER = 0;
  private static final int BATCHES = 2;
  private static final int LOG_WORDS = 1 << 12;

  private final MaterialParameters parameters;
  private final OtParameters setting;
  private final PrepStore store = new MemoryPrepStore();

  GateCheatingTest() throws Refused {
    parameters = MaterialParameters.minitrix(2, MiniMacCode.named("255x85"));
    setting = new OtParameters(SecurityLevel.named("40"), 4, 1);
  }

  private static Kernels kernels() {
    return KernelProvider.choose().kernels();
  }

  private long prepare(Session session) throws MpcException {
    MaterialKind gates = parameters.items().and();
    Demand one = Demand.of(parameters.storeName()).add(gates, 1).build();
    try (MiniMacPreprocessor preprocessor =
        MiniMacPreprocessor.begin(session, parameters, setting, GateCheatingTest::kernels)) {
      for (int batch = 0; batch < BATCHES; batch++) {
        preprocessor.prepare(one, store);
      }
    }
    return store.available(gates);
  }

  /** Does what the preprocessing does, but puts the bits of the first batch behind all words. */
  private Void cheat(Session session) throws MpcException {
    WordParameters of = setting.words(parameters.code());
    try (BlockStock stock =
            BlockStock.begin(session, setting.triples(), GateCheatingTest::kernels);
        WordKeys keys = stock.wordKeys(of.code().n());
        WordPair pair = WordPair.begin(session, keys, of, kernels())) {
      CoinToss coins = new CoinToss(session);
      WordChecks checks = new WordChecks(pair, coins, new MacCheck(session, coins, LOG_WORDS));
      GateBits first = GateBits.take(stock, of, 1);
      for (int batch = 0; batch < BATCHES; batch++) {
        if (batch > 0) {
          GateBits.take(stock, of, 1);
        }
        checks.check(pair.makeTied(GateItems.runs(1, true), first));
      }
    }
    return null;
  }

  /** Triples of the batch before, and bits of its masks, with their right MACs. */
  @Test
  void bitsOfTheBatchBeforeAreCaught() throws Exception {
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> session.party() == CHEATER ? cheat(session) : prepare(session));
    assertCheated(Check.MAC, ends.get(1 - CHEATER), "bits of the batch before");
    assertEquals(1, store.available(parameters.items().and()), "the first batch is honest");
  }
}

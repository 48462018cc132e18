package org.schurmpc.spdz.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.silent.CotKind;

/** What parties send for a demand of both domains, held against the forecast. */
class MixedTrafficTest {
  private static void requireForecast(MixedRun run, boolean voles, Demand demand) throws Exception {
    MixedTraffic traffic =
        MixedTraffic.of(run.numbers(), run.material.bitSigma(), run.cots, demand);
    assertEquals(voles, traffic.numbers().voles());
    long most = 0;
    for (Object end : run.outcomes(SessionPairs.networks(), MixedRun.sinks(), demand)) {
      most = Math.max(most, assertInstanceOf(Long.class, end));
    }
    assertEquals((double) most, (double) traffic.bytes(), 0.04 * most + 700_000);
  }

  @ParameterizedTest
  @CsvSource({
    "40, 1, SOFTSPOKEN, 64, 64, 20000, true",
    "40, 2, SOFTSPOKEN, 64, 0, 300000, true",
    "40, 1, SOFTSPOKEN, 300, 128, 1000, true"
  })
  void forecastIsWhatIsSent(
      int bitSigma, int threads, CotKind cots, int masks, int daBits, int ands, boolean voles)
      throws Exception {
    MixedRun run = new MixedRun("p128", bitSigma);
    run.threads = threads;
    run.cots = cots;
    requireForecast(
        run,
        voles,
        run.demand()
            .add(run.masks(20, 7, 60), masks)
            .add(run.masks(33, 0, 63), masks)
            .add(run.material.daBits(), daBits)
            .add(run.material.ands(), ands)
            .add(run.material.numbers().triples(), 64)
            .add(run.material.randomBits(), 6_400)
            .add(run.material.bitInputs(0), 6_400)
            .add(run.material.bitInputs(1), 640)
            .build());
  }

  @ParameterizedTest
  @Tag("slow")
  @CsvSource({"80, 1, SOFTSPOKEN, 10, 0, 3000, true", "64, 1, SILENT, 64, 1, 200000, true"})
  void moreForecastsAreWhatIsSent(
      int bitSigma, int threads, CotKind cots, int masks, int daBits, int ands, boolean voles)
      throws Exception {
    forecastIsWhatIsSent(bitSigma, threads, cots, masks, daBits, ands, voles);
  }

  @Test
  @Tag("slow")
  void largeDemands() throws Exception {
    MixedRun run = new MixedRun("p128", 40);
    for (Demand demand :
        List.of(
            run.demand().add(run.masks(65, 0, 105), 4096).build(),
            run.demand().add(run.material.daBits(), 4096).build(),
            run.demand()
                .add(run.masks(65, 0, 105), 4096)
                .add(run.material.daBits(), 4096)
                .add(run.material.ands(), 100_000)
                .build())) {
      requireForecast(run, true, demand);
    }
    requireForecast(run, false, run.demand().add(run.material.ands(), 900_000).build());
  }

  @Test
  void partsAddUp() throws Exception {
    MixedRun run = new MixedRun("p128", 40);
    Demand demand = run.demand().add(run.masks(65, 0, 105), 4096).build();
    MixedTraffic traffic = MixedTraffic.of(run.numbers(), 40, CotKind.SOFTSPOKEN, demand);
    MixedTraffic silent = MixedTraffic.of(run.numbers(), 40, CotKind.SILENT, demand);
    assertTrue(traffic.numbers().voles() && traffic.numbers().values() > 4096 * 105);
    assertEquals(traffic.numbers().bytes(), traffic.bytes() - traffic.bytesOfBits());
    assertTrue(silent.bytesOfBits() < traffic.bytesOfBits() / 2);
    assertEquals(traffic.bytes() - traffic.bytesOfBits(), silent.bytes() - silent.bytesOfBits());
    Demand huge = run.demand().add(run.material.ands(), 1L << 40).build();
    MixedTraffic most = MixedTraffic.of(run.numbers(), 40, CotKind.SOFTSPOKEN, huge);
    assertEquals(53.5, (double) most.bytes() / (1L << 40), 0.5);
  }
}

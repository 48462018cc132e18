package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.prep.MascotParameters.Correlations;

/** What parties send for a demand, held against the forecast. */
class MascotTrafficTest {
  private static MascotParameters setting(Field field, int threads, Correlations correlations) {
    int sigma = Material.usualSigma(field);
    return new MascotParameters(field, sigma, 4, threads, 2048, correlations);
  }

  private static Demand demand(
      MascotRun run, int triples, int bits, int squares, int inverses, int own) {
    Demand.Builder demand =
        Demand.of(run.material.storeName())
            .add(run.material.triples(), triples)
            .add(run.material.bits(), bits)
            .add(run.material.squares(), squares)
            .add(run.material.inverses(), inverses)
            .add(run.material.inputs(1), own / 8);
    for (int owner = 0; owner < run.parties; owner++) {
      demand.add(run.material.ownBits(owner), own);
    }
    return demand.build();
  }

  @ParameterizedTest
  @CsvSource({
    "p128, 2, 1, AUTO, 20, 0, 0, 0, 100, ot",
    "p128, 2, 1, AUTO, 100, 1000, 1000, 100, 40000, vole",
    "p128, 2, 2, AUTO, 100, 0, 0, 0, 40000, vole",
    "p128, 2, 1, OT, 0, 0, 0, 0, 40000, ot",
    "p128, 3, 1, AUTO, 200, 100, 100, 100, 8000, vole"
  })
  void forecastIsWhatIsSent(
      String name,
      int parties,
      int threads,
      Correlations correlations,
      int triples,
      int bits,
      int squares,
      int inverses,
      int own,
      String taken)
      throws Exception {
    Field field = Fields.named(name);
    MascotRun run = new MascotRun(field, parties, setting(field, threads, correlations));
    Demand demand = demand(run, triples, bits, squares, inverses, own);
    MascotTraffic forecast = MascotTraffic.of(run.setting, parties, demand);
    assertEquals(taken.equals("vole"), forecast.voles());
    List<MascotRun.Outcome> outcomes = run.run(demand);
    long most = 0;
    for (MascotRun.Outcome outcome : outcomes) {
      assertNull(outcome.failure());
      most = Math.max(most, outcome.bytesSent());
      assertTrue(outcome.origin().text().contains("VOLE") == forecast.voles());
      assertEquals(taken, outcome.origin().terms().get("correlations"));
      assertEquals(outcome.origin(), outcome.foretold());
    }
    // Of several threads, those without work extend no VOLE. OTs are extended by whole blocks.
    double part = threads > 1 ? 0.25 : 0.03;
    assertEquals(1, (double) forecast.bytes() / most, part, most + " bytes sent");
  }

  @Test
  @Tag("slow")
  void manyValues() throws Exception {
    forecastIsWhatIsSent("p128", 2, 1, Correlations.AUTO, 0, 0, 0, 0, 1_500_000, "vole");
  }

  @Test
  void valuesAreThoseOfThePartyThatGivesMost() throws Exception {
    Field field = Fields.named("p128");
    MascotRun run = new MascotRun(field, 2, setting(field, 1, Correlations.AUTO));
    Demand both = demand(run, 0, 0, 0, 0, 1_000);
    MascotTraffic traffic = MascotTraffic.of(run.setting, 2, both);
    assertEquals(1_125, traffic.values());
    assertFalse(traffic.voles(), "neither party gives enough");
    assertEquals(traffic.bytesByOt(), traffic.bytes());
    assertEquals(0, traffic.bytesToBegin());
    assertTrue(MascotTraffic.of(run.setting, 2, demand(run, 0, 0, 0, 0, 3_300)).voles());
    MascotParameters threads = setting(field, 17, Correlations.AUTO);
    Demand many = demand(run, 0, 0, 0, 0, 1_000_000);
    assertFalse(MascotTraffic.of(threads, 2, many).voles(), "too much memory");
    assertTrue(MascotTraffic.of(run.setting, 2, many).bytesToBegin() > 1.3e6);
    Field binary = Fields.named("gf2_64");
    assertThrows(
        IllegalArgumentException.class,
        () -> MascotTraffic.of(setting(binary, 1, Correlations.AUTO), 2, many));
  }
}

package org.schurmpc.cli.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.net.Link;
import org.schurmpc.core.run.Computation;

/** Computes times by hand, and measures a protocol. */
@Timeout(120)
class ForecastTest {
  private static final List<MaterialPoint> POINTS =
      List.of(
          new MaterialPoint(100, 1000, 10, 5),
          new MaterialPoint(200, 2000, 110, 5),
          new MaterialPoint(400, 3000, 510, 9));

  private static ProtocolRates rates(List<MaterialPoint> material) {
    return new ProtocolRates(
        Map.of(),
        List.of(new OnlineRates(1, 1000, 10, 0, 1), new OnlineRates(101, 2000, 1010, 500, 1)),
        material,
        List.of(),
        0);
  }

  private static CostCount count(int instances) throws Exception {
    LayeredCircuit circuit = ReferenceCircuits.deep();
    Computation.Plan plan =
        Computation.plan(
            "tinyot",
            circuit.circuit(),
            IoMap.roundRobin(circuit.circuit(), 2),
            new ProtocolOptions(instances, Map.of()));
    return new CostCount(
        plan,
        true,
        Optional.of(new RunTraffic(110, List.of(5000L, 8000L))),
        Optional.of(new RunTraffic(20, List.of(1000L, 1000L))));
  }

  @Test
  void timesAreSumsOfPartsAndLine() throws Exception {
    // 100 ANDs, 64 inputs and an output
    double work = 110 * 1000 + 165 * 10 + ReferenceCircuits.deep().circuit().gateCount() - 100;
    Forecast loopback = new Forecast(count(1), rates(POINTS), Optional.empty());
    assertEquals(work / 1e9, loopback.onlineSeconds().get(), 1e-12);
    Link link = new Link(1_000_000, Duration.ofMillis(5));
    Forecast slow = new Forecast(count(1), rates(POINTS), Optional.of(link));
    assertEquals(work / 1e9 + 110 * 0.005 + 0.064, slow.onlineSeconds().get(), 1e-12);
    double own = loopback.preprocessingSeconds().get();
    assertEquals(own + 20 * 0.005 + 0.008, slow.preprocessingSeconds().get(), 1e-12);
    assertEquals(20, slow.preprocessing().get().rounds());
    assertEquals(
        Optional.empty(),
        new Forecast(count(1), rates(List.of()), Optional.of(link)).preprocessingSeconds());
  }

  @Test
  void lanesLieOnALine() {
    OnlineRates half = rates(POINTS).online(51);
    assertEquals(new OnlineRates(51, 1500, 510, 250, 1), half);
    assertEquals(2010, rates(POINTS).online(201).nanosPerAnd(), 1e-9);
  }

  @Test
  void materialLiesOnLines() {
    assertEquals(POINTS.get(0), MaterialPoint.at(POINTS, 50));
    assertEquals(new MaterialPoint(150, 1500, 60, 5), MaterialPoint.at(POINTS, 150));
    assertEquals(new MaterialPoint(600, 4000, 910, 13), MaterialPoint.at(POINTS, 600));
    assertEquals(
        new MaterialPoint(450, 2500, 160, 5),
        MaterialPoint.at(POINTS, 150).times(3, POINTS.get(0)));
  }

  @Test
  void silentRatesServeTheOptionThatNamesThem() {
    Map<String, String> silent = Map.of("cot", "silent");
    List<MaterialPoint> points = List.of(new MaterialPoint(100, 3000, 5, 5));
    ProtocolRates both = new ProtocolRates(Map.of(), rates(POINTS).online(), POINTS, points, 0);
    assertEquals(points, both.under(silent).material());
    assertEquals(silent, both.under(silent).options());
    assertEquals(both, both.under(Map.of("cot", "softspoken")));
    ProtocolRates before = new ProtocolRates(Map.of(), rates(POINTS).online(), POINTS, null, 0);
    assertEquals(before, before.under(silent), "the file of an earlier version");
  }

  @Test
  void slowLinesFavourSilentOts() {
    // At 200 bytes of material, of three passes: 6,000 ns less 2,000 ns, 310 bytes less 10 bytes
    // and 60
    List<MaterialPoint> points =
        List.of(new MaterialPoint(100, 2000, 10, 4), new MaterialPoint(300, 6000, 10, 10));
    List<MaterialPoint> soft =
        List.of(new MaterialPoint(100, 1000, 10, 5), new MaterialPoint(200, 2000, 110, 5));
    ProtocolRates both = new ProtocolRates(Map.of(), rates(POINTS).online(), soft, points, 60);
    CotChoice choice = CotChoice.of(both, 200, 3).get();
    assertEquals(new CotChoice(240, 4000 / 1e9, 8), choice);
    assertEquals(240 * 8 / 4e-6, choice.fasterBelow(Duration.ZERO), 1e-3);
    assertEquals(240 * 8 / 12e-6, choice.fasterBelow(Duration.ofNanos(1000)), 1e-3);
    String sentence = "silent is faster than softspoken below about 480 Mbit/s";
    assertEquals(sentence, choice.sentence(Duration.ZERO));
    assertTrue(choice.advice(4e8, Duration.ZERO).endsWith("take cot = silent: " + sentence));
    assertTrue(choice.advice(7e8, Duration.ZERO).endsWith("take cot = softspoken: " + sentence));
    String advice = CotChoice.USUAL.advice(1e9, Duration.ofMillis(50));
    assertTrue(advice.contains("cot = softspoken: ") && advice.contains(" 450 Mbit/s"), advice);
    assertTrue(advice.endsWith("on a usual machine; 'info --measure' measures this one"), advice);
    assertEquals(0, new CotChoice(-1, 1, 0).fasterBelow(Duration.ZERO));
    assertEquals(0, new CotChoice(-1, -1, 0).fasterBelow(Duration.ZERO));
    CotChoice always = new CotChoice(1, 0, -1);
    assertEquals("silent is faster than softspoken at any rate", always.sentence(Duration.ZERO));
    assertEquals(Optional.empty(), CotChoice.of(rates(POINTS), 200, 1));
  }

  /** The rates of one protocol, measured for a moment only. */
  @Tag("slow")
  @Test
  void ratesOfAProtocol() throws Exception {
    MachineRates measured =
        new RateMeasurement(1, 1)
            .measure(List.of(Protocols.named("tinyot"), Protocols.named("mascot")), name -> {});
    assertEquals(Set.of("tinyot"), measured.protocols().keySet());
    ProtocolRates rates = measured.of("tinyot").get();
    assertEquals(List.of(1, 256), rates.online().stream().map(OnlineRates::lanes).toList());
    for (OnlineRates each : rates.online()) {
      assertTrue(each.nanosPerRound() > 0 || each.nanosPerAnd() > 0, each.toString());
      assertEquals(0, each.nanosPerLookup(), "tinyot evaluates no lookups");
    }
    assertTrue(rates.material().size() >= 3, rates.toString());
    for (int i = 1; i < rates.material().size(); i++) {
      MaterialPoint before = rates.material().get(i - 1);
      assertTrue(rates.material().get(i).materialBytes() > before.materialBytes());
      assertTrue(rates.material().get(i).bytesSent() > before.bytesSent());
    }
    MaterialPoint soft = rates.material().get(rates.material().size() - 1);
    MaterialPoint silent = MaterialPoint.at(rates.silent(), soft.materialBytes());
    assertTrue(silent.bytesSent() < soft.bytesSent(), rates.toString());
    assertTrue(rates.silentBeginning() > 400_000, rates.toString());
    assertTrue(measured.roundTripMicros() > 0 && measured.loopbackMegabytes() > 1);
    assertEquals(measured, RateFile.parse(RateFile.text(measured)));
  }
}

package org.schurmpc.cli.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Phase;

/** Compares counts with the metrics of real computations, whose parties make their material. */
@Timeout(120)
class CostCountTest {
  private static final List<Phase> OWN = List.of(Phase.PREPROCESSING, Phase.FUNCTION_PREPROCESSING);

  private static Circuit adder(int bits) {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(bits);
    int[] y = builder.input(bits);
    int[] sum = new int[bits];
    int carry = builder.constant(false);
    for (int i = 0; i < bits; i++) {
      int a = builder.xor(x[i], carry);
      int b = builder.xor(y[i], carry);
      sum[i] = builder.xor(a, y[i]);
      carry = builder.xor(carry, builder.and(a, b));
    }
    builder.output(sum);
    return builder.build();
  }

  private static Computation.Plan plan(
      String protocol, String options, int instances, Circuit circuit, int parties)
      throws Exception {
    Map<String, String> values =
        options == null
            ? Map.of()
            : Map.of(
                options.substring(0, options.indexOf('=')),
                options.substring(options.indexOf('=') + 1));
    return Computation.plan(
        protocol,
        circuit,
        IoMap.roundRobin(circuit, parties),
        new ProtocolOptions(parties, instances, values));
  }

  /** Holds a party's traffic of a real computation. */
  private record Real(RunTraffic online, RunTraffic own) {}

  private static Real real(Computation.Plan plan) throws Exception {
    List<List<Object>> parties =
        Parties.run(
            plan.protocol().parties(),
            Duration.ofSeconds(100),
            network -> {
              try (Computation computation = plan.connect(network)) {
                computation.evaluate(plan.inputs());
                Metrics metrics = computation.metrics();
                return List.of(
                    RunTraffic.of(List.of(metrics), LocalRun.ONLINE),
                    RunTraffic.of(List.of(metrics), OWN));
              }
            });
    return new Real(of(parties, 0), of(parties, 1));
  }

  private static RunTraffic of(List<List<Object>> parties, int which) {
    long rounds = 0;
    List<Long> sent = new ArrayList<>();
    for (List<Object> party : parties) {
      RunTraffic traffic = (RunTraffic) party.get(which);
      rounds = Math.max(rounds, traffic.rounds());
      sent.addAll(traffic.sent());
    }
    return new RunTraffic(rounds, sent);
  }

  /** More instances than lanes need further passes, which count, too. */
  @ParameterizedTest
  @CsvSource({
    "tinyot, , 1, 2",
    "tinyot, , 70, 2",
    "tinyot, , 4099, 2",
    "tinytable, , 3, 2",
    "tinytable, mac=lookup64, 1, 2",
    "minitrix, , 1, 2",
    "minitrix, , 681, 2",
    "spdz, field=gf2_64, 5, 2",
    "spdz, field=gf2_128, 1, 3",
  })
  void countsAreThoseOfComputations(String protocol, String options, int instances, int parties)
      throws Exception {
    Computation.Plan plan =
        plan(protocol, options, instances, adder(instances > 4000 ? 2 : 8), parties);
    CostCount count = CostCount.of(plan, Long.MAX_VALUE);
    Real real = real(plan);
    assertEquals(Optional.of(real.online), count.online());
    assertEquals(Optional.of(real.own), count.preprocessing());
    assertTrue(real.own.mostSent() > 0 && real.online.mostSent() > 0, real.toString());
    assertEquals(count.plan().demand().bytes() * count.plan().passes(), count.material().bytes());
    assertEquals(instances > 4000 || instances == 681, count.plan().passes() > 1);
  }

  @Test
  void aProtocolWithoutPreprocessingHasDealtMaterial() throws Exception {
    CostCount count = CostCount.of(plan("minimac", null, 1, adder(4), 2), Long.MAX_VALUE);
    assertEquals(Optional.empty(), count.preprocessing());
    assertTrue(count.online().isPresent());
    assertEquals(false, count.ownMaterial());
  }

  @Test
  void muchMaterialIsNotMadeForCounting() throws Exception {
    CostCount count = CostCount.of(plan("tinyot", null, 1, adder(4), 2), 1);
    assertTrue(count.ownMaterial());
    assertEquals(Optional.empty(), count.preprocessing());
    assertTrue(count.online().isPresent());
  }
}

package org.schurmpc.core.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.SecurityFloor;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Session;

/** What is below the floor is refused by the library, unless insecure() was said. */
class SecurityFloorTest {
  private final Circuit circuit = RandomCircuits.of(3);
  private final IoMap io = IoMap.roundRobin(circuit, 2);

  /** Has a security, and nothing else. */
  private record Claiming(int sigma, boolean activelySecure, Optional<String> namedField)
      implements ConfiguredProtocol {
    @Override
    public String protocol() {
      return "claiming";
    }

    @Override
    public int lanes() {
      return 1;
    }

    @Override
    public SortedMap<String, String> terms() {
      return new TreeMap<>();
    }

    @Override
    public Demand demand(LayeredCircuit circuit, IoMap io) {
      return Demand.of("nothing").build();
    }

    @Override
    public TrustedDealer dealer(SecureRandom random) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean preprocesses() {
      return false;
    }

    @Override
    public Preprocessor preprocessor(Session session) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Evaluator evaluator(Session session, PrepStore store) {
      throw new UnsupportedOperationException();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "40, true, , ''",
    "64, true, , ''",
    "39, true, , σ = 39 bits only",
    "38, true, , σ = 38 bits only",
    "0, true, , σ = 0 bits only",
    "64, false, , not actively secure",
    "0, false, , not actively secure",
    "38, true, gf2_40, ''",
    "37, true, gf2_40, σ = 37 bits only",
    "38, true, gf2_64, σ = 38 bits only",
    "38, false, gf2_40, not actively secure",
  })
  void theFloor(int sigma, boolean active, String field, String lack) {
    var protocol = new Claiming(sigma, active, Optional.ofNullable(field));
    if (lack.isEmpty()) {
      assertEquals(Optional.empty(), SecurityFloor.lack(protocol));
      assertEquals(Optional.empty(), plan(protocol, false).lack());
      return;
    }
    assertTrue(SecurityFloor.lack(protocol).orElseThrow().contains(lack));
    String refusal =
        assertThrows(Refused.class, () -> SecurityFloor.require(protocol)).getMessage();
    assertTrue(refusal.startsWith("with these options claiming is "), refusal);
    assertTrue(refusal.contains(lack), refusal);
    assertTrue(refusal.contains("needed are σ = 40 bits against active adversaries"), refusal);
    assertEquals(
        sigma >= 38 && active, refusal.contains("(or 38 over gf2_40, if that field is named)"));
    // Nor can the plan be made without asking the library for it.
    String thrown =
        assertThrows(IllegalArgumentException.class, () -> plan(protocol, false)).getMessage();
    assertEquals(refusal, thrown);
    assertTrue(plan(protocol, true).lack().orElseThrow().contains(lack));
  }

  private Computation.Plan plan(ConfiguredProtocol protocol, boolean belowFloor) {
    return new Computation.Plan(
        LayeredCircuit.of(circuit),
        io,
        protocol,
        1,
        Demand.of("nothing").build(),
        belowFloor,
        new TreeMap<>());
  }

  @Test
  void copiesOfAPlanAreAsInsecureAsThePlan() {
    Computation.Plan plan = plan(new Claiming(0, false, Optional.empty()), true);
    assertTrue(plan.on("name", "value").ofInstances(7).belowFloor());
    assertEquals(7, plan.ofInstances(7).instances());
    Computation.Plan secure = plan(new Claiming(40, true, Optional.empty()), false);
    assertFalse(secure.on("name", "value").ofInstances(7).belowFloor());
  }

  @Test
  void plansAreRefusedUnlessInsecure() throws Exception {
    var options = new ProtocolOptions(3, Map.of());
    Refused refused =
        assertThrows(
            Refused.class, () -> Computation.plan("insecure-tables", circuit, io, options));
    assertTrue(
        refused.getMessage().contains("insecure-tables is not actively secure"),
        refused.getMessage());
    Computation.Plan plan = Computation.plan("insecure-tables", circuit, io, options.insecure());
    assertTrue(plan.lack().orElseThrow().contains("not actively secure"));
    assertEquals(3, plan.instances());
  }

  @Test
  void insecureKeepsTheOtherOptions() {
    var options = new ProtocolOptions(3, 5, Map.of("a", "b"));
    assertEquals(new ProtocolOptions(3, 5, Map.of("a", "b"), true), options.insecure());
    assertFalse(options.belowFloor());
  }
}

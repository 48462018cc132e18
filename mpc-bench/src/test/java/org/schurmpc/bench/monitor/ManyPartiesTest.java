package org.schurmpc.bench.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Release;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.control.SharedToken;
import org.schurmpc.bench.job.InputSeeds;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.bench.party.PartyProgram;
import org.schurmpc.bench.party.Place;
import org.schurmpc.cli.circuit.AesConvention;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitAssembler;
import org.schurmpc.core.circuit.GateType;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyClient;

/** Tests instances of more than two parties. */
@Timeout(60)
class ManyPartiesTest {
  private static final String TOKEN = "the token";
  private static final long SEED = 5;

  /** Four parties rehearse as three, with inputs from other parties than in the run. */
  @ParameterizedTest
  @CsvSource({"3, 2, 0", "4, 1, 1"})
  void timesAndChecksThemAll(int parties, int instances, long rehearsalMillis) throws Exception {
    AtomicInteger passes = new AtomicInteger();
    EvaluationPlan plan = TestPlans.small(parties, instances, rehearsalMillis);
    Measured measured = InProcess.run(plan, passes::incrementAndGet);
    assertEquals(2, measured.runNanos().length);
    assertEquals(4, passes.get());
    List<Role> roles = measured.parties().stream().map(PartyFigures::role).toList();
    assertEquals(plan.roles().subList(1, plan.roles().size()), roles);
    assertEquals(instances * parties, roles.size());
    assertEquals(new Role(instances - 1, parties - 1), roles.get(instances * parties - 1));
    for (PartyFigures party : measured.parties()) {
      assertEquals(2, party.runs().size());
    }
  }

  private static List<BitMatrix> supplied(Workload work, int pass) {
    List<BitMatrix> supplied = new ArrayList<>();
    for (int party = 0; party < work.protocol().parties(); party++) {
      supplied.add(InputSeeds.derive(SEED, 0, party).inputs(work, party, 0, pass));
    }
    return supplied;
  }

  @Test
  void everySharedValueIsTheSumOfAllShares() throws Exception {
    Workload work = TestPlans.small(3, 1, 0).work();
    List<BitMatrix> supplied = supplied(work, 0);
    BitMatrix joint = InputSeeds.joint(work, supplied);
    for (int row = 0; row < 32; row++) {
      long[] words = new long[3];
      for (int party = 0; party < 3; party++) {
        words[party] = supplied.get(party).words()[supplied.get(party).offset(row)];
      }
      boolean shared = row < 16;
      boolean open = !shared && row < 24;
      long right = shared ? words[0] ^ words[1] ^ words[2] : words[2];
      assertEquals(right, joint.words()[joint.offset(row)], "row " + row);
      assertEquals(open, words[0] == words[2], "row " + row);
      assertEquals(!shared, words[0] == words[1], "row " + row); // else neither knows it
    }
    assertNotEquals(supplied(work, 1), supplied);
  }

  @Test
  void anOutputThatLacksAShareIsWrong() throws Exception {
    EvaluationPlan plan = TestPlans.small(3, 1, 0);
    List<BitMatrix> supplied = supplied(plan.work(), 0);
    BitMatrix right = plan.reference().expected(InputSeeds.joint(plan.work(), supplied));
    CircuitCheck check = new CircuitCheck(plan.work(), plan.reference(), SEED, 0);
    check.check(new Role(0, 2), 0, 0, right);
    // Two equal shares cancel out, and leave the third.
    List<BitMatrix> alone = List.of(supplied.get(1), supplied.get(1), supplied.get(2));
    BitMatrix two = plan.reference().expected(InputSeeds.joint(plan.work(), alone));
    Disagreement wrong =
        assertThrows(Disagreement.class, () -> check.check(new Role(0, 2), 0, 0, two));
    assertTrue(wrong.getMessage().startsWith("party 3 of instance 1 has a wrong output"));
  }

  @Test
  void everybodyHasPartInTheInputs() throws Exception {
    Circuit aes = CircuitSource.DEFAULT.read();
    Optional<AesConvention> known = AesConvention.of(aes);
    assertEquals(Workload.defaultSources(aes, known, 2), Workload.defaultSources(aes, known, 16));
    List<String> none = List.of("shared", "shared");
    assertEquals(none, Workload.defaultSources(aes, Optional.empty(), 3));
    assertEquals(List.of("party1", "party2"), Workload.defaultSources(aes, Optional.empty(), 2));
    CircuitAssembler four = new CircuitAssembler(5, new int[] {1, 1, 1, 1}, new int[] {1});
    four.add(GateType.AND, 0, 3, 4);
    assertEquals(
        List.of("party1", "party2", "party3", "party1"),
        Workload.defaultSources(four.assemble(), Optional.empty(), 3));
  }

  private static Message.Hello hello(Role role) {
    return new Message.Hello(Release.text(), TOKEN, role);
  }

  @Test
  void whoIsNotAmongThemIsToldSo() throws Exception {
    EvaluationPlan plan = TestPlans.small(3, 1, 0);
    MonitorOptions options = MonitorOptions.loopback(plan.task(), TOKEN);
    try (Monitor monitor = Monitor.listen(plan, options, new Faults(), () -> {})) {
      monitor.start();
      Endpoint at = new Endpoint("127.0.0.1", monitor.port());
      try (ControlChannel channel =
          new ControlChannel(NettyClient.connect("the Monitor", at, NetOptions.service()))) {
        channel.send(hello(new Role(0, 3)));
        String said =
            assertThrows(Disagreement.class, () -> channel.receive(Message.Welcome.class))
                .getMessage();
        assertTrue(said.contains("no party 4 of instance 1"), said);
      }
    }
  }

  /** Only the Monitor knows the number of parties. */
  @Test
  void aPartyThatMustBeCalledAndCannotSaysSo() throws Exception {
    EvaluationPlan plan = TestPlans.small(3, 1, 0);
    Faults faults = new Faults();
    MonitorOptions options = MonitorOptions.loopback(plan.task(), TOKEN);
    try (Monitor monitor = Monitor.listen(plan, options, faults, () -> {})) {
      monitor.start();
      Place nowhere =
          new Place(
              new Endpoint("127.0.0.1", monitor.port()),
              null,
              null,
              SharedToken.loopback(TOKEN),
              Duration.ofSeconds(20));
      assertThrows(Refused.class, () -> new PartyProgram(0, 1, nowhere).run());
      RunFailed failed = assertThrows(RunFailed.class, faults::await);
      assertEquals(ExitCode.REFUSED, failed.exitCode());
      assertEquals(
          "party 2 of instance 1: party 2 of 3 is called by others: say with --listen HOST:PORT"
              + " where",
          failed.getMessage());
    }
  }
}

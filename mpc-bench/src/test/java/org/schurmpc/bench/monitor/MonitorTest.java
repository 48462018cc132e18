package org.schurmpc.bench.monitor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Release;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.bench.job.EvaluationTask;
import org.schurmpc.bench.job.Evaluations;
import org.schurmpc.bench.job.InputSeeds;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.job.ProtocolChoice;
import org.schurmpc.bench.job.Reference;
import org.schurmpc.bench.job.Schedule;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyClient;
import org.schurmpc.core.session.Phase;

@Timeout(60)
class MonitorTest {
  private static final String TOKEN = "the token";
  private static final long SEED = 11;

  private static Channel call(Monitor monitor) throws Exception {
    Endpoint at = new Endpoint("127.0.0.1", monitor.port());
    return NettyClient.connect("the Monitor", at, NetOptions.service());
  }

  @Test
  void timesAndChecksParties() throws Exception {
    AtomicInteger passes = new AtomicInteger();
    Measured measured = InProcess.run(TestPlans.small(2, 1, 0), passes::incrementAndGet);
    assertEquals(2, measured.runNanos().length);
    assertTrue(measured.runNanos()[1] > 0);
    assertEquals(new Role(0, 1), measured.parties().get(1).role());
    assertEquals(2, measured.parties().get(0).runs().size());
    assertEquals(2 * 2, passes.get());
  }

  @Test
  void timesWholeEvaluationsInARow() throws Exception {
    EvaluationPlan one = TestPlans.small(2, 1, 0);
    EvaluationPlan row = plan(one, one.job().inARow(3));
    Measured measured = InProcess.run(row, () -> {});
    for (PartyFigures party : measured.parties()) {
      for (RunFigures run : party.runs()) {
        assertEquals(2 * 3, run.evaluationNanos().size());
        long all = run.evaluationNanos().stream().mapToLong(nanos -> nanos).sum();
        // The phases are input, compute and output, and hardly anything else.
        long phases =
            List.of(Phase.INPUT, Phase.COMPUTE, Phase.OUTPUT).stream()
                .mapToLong(phase -> run.nanos().get(phase))
                .sum();
        assertTrue(all >= phases * 9 / 10 && all <= phases * 2, all + " of " + phases);
        assertTrue(all > 0);
      }
    }
    long single =
        InProcess.run(one, () -> {}).parties().get(0).runs().get(0).rounds().get(Phase.COMPUTE);
    assertEquals(3 * single, measured.parties().get(0).runs().get(0).rounds().get(Phase.COMPUTE));
  }

  @Test
  void endsWhenTheTimeIsUp() throws Exception {
    EvaluationPlan small = TestPlans.small(2, 1, 0);
    Schedule endless = small.job().schedule().withRuns(100_000).forMillis(1);
    AtomicInteger passes = new AtomicInteger();
    Measured measured =
        InProcess.run(plan(small, small.job().with(endless)), passes::incrementAndGet);
    int runs = measured.runNanos().length;
    assertEquals(2 * runs, passes.get());
    assertTrue(runs >= 1 && runs < 1000, passes.toString());
    measured.parties().forEach(party -> assertEquals(runs, party.runs().size()));
  }

  private static EvaluationPlan plan(EvaluationPlan plan, EvaluationTask job) {
    return new EvaluationPlan(
        job, plan.work(), plan.reference(), plan.instances(), plan.stagger(), plan.seed());
  }

  private static Monitor monitor(Faults faults) throws Exception {
    EvaluationPlan plan = TestPlans.aes(1, SEED);
    return Monitor.listen(plan, MonitorOptions.loopback(plan.task(), TOKEN), faults, () -> {});
  }

  private static Message.Hello hello(String token, Role role) {
    return new Message.Hello(Release.text(), token, role);
  }

  /** Connects, introduces itself, and returns the sentence with which the Monitor answers. */
  private static <T extends Throwable> String refusal(
      Monitor monitor, Class<T> type, Message.Hello hello) throws Exception {
    try (ControlChannel channel = new ControlChannel(call(monitor))) {
      channel.send(hello);
      return assertThrows(type, () -> channel.receive(Message.Welcome.class)).getMessage();
    }
  }

  @Test
  void strangersAreHungUpOnAndHarmNobody() throws Exception {
    Faults faults = new Faults();
    try (Monitor monitor = monitor(faults)) {
      monitor.start();
      Role role = new Role(0, 0);
      String wrongToken = refusal(monitor, ConnectionLost.class, hello("a guess", role));
      assertTrue(wrongToken.contains("--token-file"), wrongToken);
      String wrongRole = refusal(monitor, Disagreement.class, hello(TOKEN, new Role(5, 0)));
      assertTrue(wrongRole.contains("no party 1 of instance 6"), wrongRole);
      String old =
          refusal(monitor, Disagreement.class, new Message.Hello("mpc-bench 0", TOKEN, role));
      assertTrue(old.contains("mpc-bench 0") && old.contains(Release.text()), old);
      Channel noise = call(monitor);
      byte[] bytes = "{\"type\":\"hel".getBytes(StandardCharsets.UTF_8);
      noise.send(bytes, 0, bytes.length);
      assertThrows(ConnectionLost.class, () -> noise.receive(100));
      // The real party is still admitted, and its place is not taken.
      ControlChannel party = new ControlChannel(call(monitor));
      party.send(hello(TOKEN, role));
      assertEquals(0, party.receive(Message.Welcome.class).task().schedule().warmup());
      String second = refusal(monitor, Disagreement.class, hello(TOKEN, role));
      assertTrue(second.contains("it has party 1 of instance 1 already"), second);
      party.send(new Message.Failed(6, "the check\u001b[31m failed"));
      RunFailed failed = assertThrows(RunFailed.class, faults::await);
      assertEquals(ExitCode.PEER_CHEATED, failed.exitCode());
      assertEquals("party 1 of instance 1: the check?[31m failed", failed.getMessage());
      party.close();
    }
  }

  @Test
  void aFailureThatClaimsToBeNoneIsOne() throws Exception {
    Faults faults = new Faults();
    try (Monitor monitor = monitor(faults)) {
      monitor.start();
      ControlChannel party = new ControlChannel(call(monitor));
      party.send(hello(TOKEN, new Role(0, 0)));
      party.receive(Message.Welcome.class);
      party.send(new Message.Failed(ExitCode.OK.code(), "all is well"));
      RunFailed failed = assertThrows(RunFailed.class, faults::await);
      assertEquals(ExitCode.CONNECTION_LOST, failed.exitCode());
      assertEquals("party 1 of instance 1: all is well", failed.getMessage());
      party.close();
    }
  }

  @Test
  void saysWhoIsMissing() throws Exception {
    EvaluationPlan plan = TestPlans.aes(1, SEED);
    MonitorOptions usual = MonitorOptions.loopback(plan.task(), TOKEN);
    MonitorOptions impatient =
        new MonitorOptions(
            usual.at(), usual.credentials(), Duration.ofSeconds(1), usual.silence(), s -> {});
    Faults faults = new Faults();
    try (Monitor monitor = Monitor.listen(plan, impatient, faults, () -> {})) {
      monitor.start();
      ControlChannel party = new ControlChannel(call(monitor));
      party.send(hello(TOKEN, new Role(0, 0)));
      party.receive(Message.Welcome.class);
      RunFailed failed = assertThrows(RunFailed.class, faults::await);
      assertEquals(ExitCode.CONNECTION_LOST, failed.exitCode());
      String said = "the dealer, party 2 of instance 1 did not call the Monitor within 1 s";
      assertEquals(said, failed.getMessage());
      party.close();
    }
  }

  @Test
  void aPartyThatDoesNotEvenLiveIsGivenUp() throws Exception {
    EvaluationPlan plan = TestPlans.aes(1, SEED);
    MonitorOptions usual = MonitorOptions.loopback(plan.task(), TOKEN);
    Duration silence = Duration.ofMillis(300);
    MonitorOptions impatient =
        new MonitorOptions(usual.at(), usual.credentials(), usual.patience(), silence, s -> {});
    Faults faults = new Faults();
    try (Monitor monitor = Monitor.listen(plan, impatient, faults, () -> {})) {
      monitor.start();
      ControlChannel party = new ControlChannel(call(monitor));
      party.send(hello(TOKEN, new Role(0, 0)));
      party.receive(Message.Welcome.class);
      RunFailed failed = assertThrows(RunFailed.class, faults::await);
      assertEquals(ExitCode.CONNECTION_LOST, failed.exitCode());
      String said = "the connection of party 1 of instance 1 to the Monitor broke: .* was silent.*";
      assertTrue(failed.getMessage().matches(said), failed.getMessage());
      party.close();
    }
  }

  @Test
  void aCircuitOfNoLibraryGoesAlong() throws Exception {
    Circuit circuit = new CircuitSource("des", true).read();
    CircuitSource source = new CircuitSource("/no/such/machine/des.txt", false);
    EvaluationTask job =
        new EvaluationTask(
            new ProtocolChoice("minitrix", Map.of()),
            Evaluations.of(source, circuit, List.of("shared", "public")),
            new MaterialSource.Dealer(),
            new Schedule(0, 1, 10, 10_000),
            null);
    Reference reference = Workload.reference(circuit, Optional.empty());
    EvaluationPlan plan =
        new EvaluationPlan(job, Workload.of(job, circuit), reference, 1, Duration.ZERO, SEED);
    assertEquals(2, InProcess.run(plan, () -> {}).parties().size());
  }

  @Test
  void findsOneWrongBit() throws Exception {
    EvaluationPlan plan = TestPlans.aes(1, SEED);
    Workload work = plan.work();
    CircuitCheck check = new CircuitCheck(work, plan.reference(), SEED, 0);
    BitMatrix right = plan.reference().expected(joint(work, 0));
    check.check(new Role(0, 0), 0, 0, right);
    right.set(127, 33, !right.get(127, 33));
    Disagreement wrong =
        assertThrows(Disagreement.class, () -> check.check(new Role(0, 1), 0, 0, right));
    assertTrue(
        wrong.getMessage().startsWith("party 2 of instance 1 has a wrong output in lane 34"),
        wrong.getMessage());
  }

  private static BitMatrix joint(Workload work, int pass) {
    return InputSeeds.joint(
        work,
        List.of(
            InputSeeds.derive(SEED, 0, 0).inputs(work, 0, 0, pass),
            InputSeeds.derive(SEED, 0, 1).inputs(work, 1, 0, pass)));
  }

  @Test
  void inputsAreSharedAsTheMapSays() throws Exception {
    Workload work = TestPlans.aes(1, SEED).work();
    InputSeeds one = InputSeeds.derive(SEED, 0, 0);
    InputSeeds two = InputSeeds.derive(SEED, 0, 1);
    assertEquals(one.publicSeed(), two.publicSeed());
    assertNotEquals(one.ownSeed(), two.ownSeed());
    BitMatrix first = one.inputs(work, 0, 0, 0);
    BitMatrix second = two.inputs(work, 1, 0, 0);
    BitMatrix joint = InputSeeds.joint(work, List.of(first, second));
    for (int row = 0; row < 256; row++) {
      long a = first.words()[first.offset(row)];
      long b = second.words()[second.offset(row)];
      assertEquals(row < 128 ? a ^ b : a, joint.words()[joint.offset(row)], "row " + row);
      assertEquals(row >= 128, a == b, "row " + row);
    }
    assertFalse(joint(work, 1).equals(joint));
    assertNotEquals(one, InputSeeds.derive(SEED, 1, 0));
    assertArrayEquals(first.words(), one.inputs(work, 0, 0, 0).words());
  }
}

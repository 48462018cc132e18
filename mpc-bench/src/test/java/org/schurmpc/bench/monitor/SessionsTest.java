package org.schurmpc.bench.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.party.DealerProgram;
import org.schurmpc.bench.party.PartySessions;
import org.schurmpc.bench.party.Place;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyServer;

/** Tests several sessions of a party in one process. */
class SessionsTest {
  private static final String TOKEN = "the token";

  private interface Program {
    void run() throws MpcException;
  }

  private static Future<Void> start(ExecutorService threads, Program program) {
    return threads.submit(
        () -> {
          program.run();
          return null;
        });
  }

  @Test
  void theMonitorHearsOfEachSession() throws Exception {
    EvaluationPlan one = TestPlans.small(2, 1, 0);
    EvaluationPlan plan =
        new EvaluationPlan(one.job(), one.work(), one.reference(), 2, 2, Duration.ZERO, 5);
    Faults faults = new Faults();
    ExecutorService children = Executors.newCachedThreadPool();
    MonitorOptions options = MonitorOptions.loopback(plan.task(), TOKEN);
    try (Monitor monitor = Monitor.listen(plan, options, faults, () -> {})) {
      monitor.start();
      Place place = Place.loopback(monitor.port(), TOKEN);
      List<Future<Void>> ends = new ArrayList<>();
      ends.add(start(children, new DealerProgram(place)::run));
      ends.add(start(children, new PartySessions(0, 2, 0, place)::run));
      ends.add(start(children, new PartySessions(0, 2, 1, place)::run));
      faults.await();
      for (Future<Void> end : ends) {
        end.get(30, TimeUnit.SECONDS);
      }
      List<Role> roles = monitor.result().parties().stream().map(PartyFigures::role).toList();
      assertEquals(List.of(new Role(0, 0), new Role(0, 1), new Role(1, 0), new Role(1, 1)), roles);
    } finally {
      children.shutdownNow();
    }
  }

  /** Instance 1 waits, instance 2 is refused, and instance 3 disagrees: this ends all of them. */
  @Test
  void theWorstFailureEndsTheProcess() throws Exception {
    List<ControlChannel> channels = new ArrayList<>();
    try (NettyServer server = NettyServer.listen("127.0.0.1", 0, NetOptions.service())) {
      ExecutorService monitor = Executors.newSingleThreadExecutor();
      Future<Void> calls = start(monitor, () -> answer(server, channels));
      PartySessions sessions = new PartySessions(0, 3, 1, Place.loopback(server.port(), TOKEN));
      Disagreement worst =
          assertTimeoutPreemptively(
              Duration.ofSeconds(20), () -> assertThrows(Disagreement.class, sessions::run));
      assertEquals("code DISAGREEMENT", worst.getMessage());
      calls.get(10, TimeUnit.SECONDS);
      monitor.shutdownNow();
    } finally {
      channels.forEach(ControlChannel::close);
    }
  }

  private static void answer(NettyServer server, List<ControlChannel> channels)
      throws MpcException {
    ExitCode[] codes = {null, ExitCode.REFUSED, ExitCode.DISAGREEMENT};
    ControlChannel[] byInstance = new ControlChannel[codes.length];
    for (int i = 0; i < codes.length; i++) {
      ControlChannel channel = new ControlChannel(server.accept(Duration.ofSeconds(10)));
      channels.add(channel);
      byInstance[channel.receive(Message.Hello.class).role().instance()] = channel;
    }
    for (int i = 0; i < codes.length; i++) {
      if (codes[i] != null) {
        byInstance[i].send(new Message.Denied(codes[i].code(), "code " + codes[i]));
      }
    }
  }
}

package org.schurmpc.bench.party;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Credentials;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.job.EvaluationTask;
import org.schurmpc.bench.job.MulTask;
import org.schurmpc.bench.job.ProgramTask;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyServer;
import org.schurmpc.core.prep.DealerServer;
import org.schurmpc.core.prep.Demand;

/**
 * Runs the dealer of all instances: one port, with a thread for each instance. <b>Insecure</b>,
 * like every dealer.
 */
public final class DealerProgram extends ChildProgram {
  // The runs between two requests may take arbitrarily long. Meanwhile the Monitor is watched.
  private static final Duration PATIENCE = Duration.ofDays(30);

  public DealerProgram(Place place) {
    super(Role.dealer(), place);
  }

  @Override
  void work(ControlChannel monitor, Message.Welcome welcome) throws MpcException {
    List<Dealt> dealt = dealt(monitor, welcome);
    Credentials credentials = place().credentials();
    NetOptions options = credentials.dealer(NetOptions.service().withTimeout(PATIENCE));
    Endpoint at = place().listen();
    ExecutorService threads = Executors.newCachedThreadPool(DealerProgram::daemon);
    List<Channel> all = new ArrayList<>();
    try (NettyServer server = NettyServer.listen(at.host(), at.port(), options)) {
      monitor.send(new Message.Prepared(place().advertise(server.port())));
      monitor.receive(Message.Connect.class);
      ExecutorCompletionService<Void> ends = new ExecutorCompletionService<>(threads);
      Duration patience = Duration.ofMillis(welcome.task().startMillis());
      try (DealerService service =
          new DealerService(
              server::accept,
              credentials,
              welcome.instances(),
              welcome.task().parties(),
              patience)) {
        List<List<Channel>> instances = service.instances();
        instances.forEach(all::addAll);
        for (List<Channel> parties : instances) {
          ends.submit(() -> serve(parties, dealt));
        }
        awaitAll(ends, welcome.instances());
      }
      finish(monitor, 0);
    } finally {
      all.forEach(Channel::close);
      threads.shutdownNow();
    }
  }

  /** Describes the material that is dealt at a time under one key. */
  private record Dealt(ConfiguredProtocol protocol, Demand demand) {}

  private static List<Dealt> dealt(ControlChannel monitor, Message.Welcome welcome)
      throws MpcException {
    if (welcome.task() instanceof EvaluationTask job) {
      Workload work = workload(monitor, welcome, job);
      return List.of(new Dealt(work.protocol(), work.demand()));
    }
    if (welcome.task() instanceof ProgramTask program) {
      return workload(monitor, welcome, program).parts().stream()
          .map(part -> new Dealt(part.protocol(), part.unit()))
          .toList();
    }
    if (welcome.task() instanceof MulTask mul) {
      ConfiguredProtocol protocol = mul.protocol().configured();
      return List.of(new Dealt(protocol, mul.demand(protocol)));
    }
    throw new Disagreement("the Monitor has no work for a dealer");
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "dealer");
    thread.setDaemon(true);
    return thread;
  }

  private static void awaitAll(ExecutorCompletionService<Void> ends, int count)
      throws MpcException {
    for (int i = 0; i < count; i++) {
      try {
        ends.take().get();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof MpcException cause) {
          throw cause;
        }
        if (e.getCause() instanceof Error cause) {
          throw cause;
        }
        throw new IllegalStateException("dealing failed", e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ConnectionLost("interrupted while dealing", e);
      }
    }
  }

  private static Void serve(List<Channel> parties, List<Dealt> dealt) throws MpcException {
    SecureRandom random = new SecureRandom();
    List<DealerServer.Part> parts = new ArrayList<>();
    try {
      for (Dealt each : dealt) {
        parts.add(new DealerServer.Part(each.protocol().dealer(random), each.demand()));
      }
      new DealerServer(parts, random).serve(parties);
    } finally {
      parts.forEach(part -> part.dealer().close());
    }
    parties.forEach(Channel::close);
    return null;
  }
}

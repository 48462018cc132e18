package org.schurmpc.bench.party;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.job.Job;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyServer;
import org.schurmpc.core.prep.DealerServer;
import org.schurmpc.core.prep.TrustedDealer;

/** The dealer of all instances: a port and a thread for each. <b>Insecure</b>, as dealers are. */
public final class DealerProgram extends ChildProgram {

  public DealerProgram() {
    super(Role.dealer());
  }

  @Override
  void work(ControlChannel monitor, Message.Welcome welcome) throws MpcException {
    if (!(welcome.task() instanceof Job job)) {
      throw new ConnectionLost("the Monitor has no work for a dealer");
    }
    Workload work = Workload.of(job);
    Duration patience = Duration.ofMillis(job.startMillis() + job.rehearsalMillis());
    List<NettyServer> servers = new ArrayList<>();
    ExecutorService threads = Executors.newCachedThreadPool(DealerProgram::daemon);
    try {
      List<Integer> ports = new ArrayList<>();
      for (int i = 0; i < welcome.instances(); i++) {
        NetOptions options = NetOptions.service().withTimeout(PATIENCE);
        servers.add(NettyServer.listen(HOST, 0, options));
        ports.add(servers.get(i).port());
      }
      ExecutorCompletionService<Void> ends = new ExecutorCompletionService<>(threads);
      for (NettyServer server : servers) {
        ends.submit(
            () -> {
              serve(server, work, patience);
              return null;
            });
      }
      monitor.send(new Message.Listening(ports));
      awaitAll(ends, welcome.instances());
      monitor.send(new Message.Finished(0));
    } finally {
      servers.forEach(NettyServer::close);
      threads.shutdownNow();
    }
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

  private static void serve(NettyServer server, Workload work, Duration patience)
      throws MpcException {
    SecureRandom random = new SecureRandom();
    Channel[] channels = new Channel[2];
    while (channels[0] == null || channels[1] == null) {
      Channel channel = server.accept(patience);
      int party = DealerServer.introduction(channel, channels.length);
      if (channels[party] != null) {
        throw new ConnectionLost("party " + (party + 1) + " called twice");
      }
      channels[party] = channel;
    }
    try (TrustedDealer dealer = work.protocol().dealer(random)) {
      new DealerServer(dealer, work.demand(), random).serve(Arrays.asList(channels));
    }
    for (Channel channel : channels) {
      channel.close();
    }
  }
}

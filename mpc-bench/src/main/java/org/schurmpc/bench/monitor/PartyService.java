package org.schurmpc.bench.monitor;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;

/** Exchanges the control messages with one party, from the session's report on. */
final class PartyService {
  private final Plan plan;
  private final Role role;
  private final ControlChannel channel;
  private final PassClock clock;
  private final OutputCheck check;
  private final Watcher watcher;

  PartyService(
      Plan plan,
      Role role,
      ControlChannel channel,
      PassClock clock,
      OutputCheck check,
      Watcher watcher) {
    this.plan = plan;
    this.role = role;
    this.channel = channel;
    this.clock = clock;
    this.check = check;
    this.watcher = watcher;
  }

  PartyFigures serve() throws MpcException, RunFailed, InterruptedException {
    Message.Established established = expect(channel, role, Message.Established.class);
    watcher.established(role);
    List<RunFigures> counted = new ArrayList<>();
    for (int run = 0; run < plan.task().allRuns() && serveRun(run); run++) {
      RunFigures figures = expect(channel, role, Message.RunDone.class).figures();
      requireAll(figures.evaluationNanos().size());
      watcher.reported(role, run, figures);
      if (run >= plan.task().schedule().warmup()) {
        counted.add(figures);
      }
    }
    long peak = expect(channel, role, Message.Finished.class).peakRssBytes();
    return new PartyFigures(role, established, counted, peak);
  }

  /**
   * Serves a run of the party.
   *
   * @return false if the time was up before the run
   */
  private boolean serveRun(int run) throws MpcException, RunFailed, InterruptedException {
    for (int pass = 0; pass < plan.passes(); pass++) {
      if (!servePass(run, pass)) {
        return false;
      }
    }
    return true;
  }

  private void requireAll(int evaluations) throws ConnectionLost {
    if (evaluations != plan.passes() * plan.evaluationsPerPass()) {
      throw new ConnectionLost(role + " says the times of " + evaluations + " evaluations");
    }
  }

  private boolean servePass(int run, int pass)
      throws MpcException, RunFailed, InterruptedException {
    expect(channel, role, Message.Ready.class);
    byte[] go = channel.encode(new Message.Go(run, pass));
    if (!clock.awaitGo(run, role)) {
      channel.send(new Message.Enough());
      return false;
    }
    channel.sendEncoded(go);
    byte[] answer = channel.receiveEncoded();
    long now = channel.contact().heardNanos();
    require(channel.decode(answer), role, Message.Done.class);
    clock.done(role, now);
    int evaluations = plan.evaluationsPerPass();
    for (int i = 0; i < evaluations; i++) {
      check.receive(channel, role, run, pass * evaluations + i);
    }
    return true;
  }

  /**
   * Receives a message of one type.
   *
   * @throws RunFailed if the child reports a failure
   * @throws ConnectionLost if the message has another type
   */
  static <T extends Message> T expect(ControlChannel channel, Role role, Class<T> type)
      throws MpcException, RunFailed {
    return require(channel.receive(), role, type);
  }

  private static <T extends Message> T require(Message message, Role role, Class<T> type)
      throws ConnectionLost, RunFailed {
    if (message instanceof Message.Failed failed) {
      ExitCode code = ExitCode.ofProcess(failed.exitCode());
      // A child that reports a failure has not done its work, even if the report has exit code 0.
      throw new RunFailed(
          code == ExitCode.OK ? ExitCode.CONNECTION_LOST : code, role + ": " + failed.sentence());
    }
    if (!type.isInstance(message)) {
      throw new ConnectionLost(role + " sent a control message out of turn");
    }
    return type.cast(message);
  }
}

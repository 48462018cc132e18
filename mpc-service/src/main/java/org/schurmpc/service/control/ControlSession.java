package org.schurmpc.service.control;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this party in the log of all parties: connects, again after each end of a line, and drives
 * {@link Follower} and, at party 1, {@link Sequencer}.
 *
 * <p>The state machines run in one thread, that of the executor. Nothing that is noted is acted on
 * before it is durable.
 */
public final class ControlSession implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlSession.class);

  /** Time between two heads of the audit log. */
  static final long AUDIT_MILLIS = 3_600_000;

  private final Settings settings;
  private final LogState log;
  private final Journal journal;
  private final Actor actor;
  private final Executor events;
  private final LongSupplier millis;
  private final RandomGenerator jitter;
  private final Follower follower;
  private final Optional<Sequencer> sequencer;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread dialing = new Thread(this::keepConnected, "control");
  private volatile ControlLine line; // null without one

  // In the thread of events:
  private final ArrayDeque<Message> own = new ArrayDeque<>(); // party 1's messages to itself
  private final Map<String, Message.Stock> stocks = new TreeMap<>(); // as told last
  private Ended present; // end of the line that is open; null without one
  private boolean stopped;
  private boolean delivering;
  private boolean polling; // soon
  private long auditedAt; // when the last head was sent on this line

  /**
   * What a session needs to know.
   *
   * @param party this party's index
   * @param parties number of parties
   * @param trunk connects to all parties; called again after each end
   * @param timing of the lines
   * @param times of the sequencer
   * @param shortest the first pause before connecting again
   * @param longest the longest pause
   */
  public record Settings(
      int party,
      int parties,
      Trunk trunk,
      ControlLine.Timing timing,
      Sequencer.Times times,
      Duration shortest,
      Duration longest) {

    /** Returns the settings of a service: pauses from 0.5 to 30 s. */
    public static Settings usual(int party, int parties, Trunk trunk) {
      return new Settings(
          party,
          parties,
          trunk,
          ControlLine.Timing.usual(),
          new Sequencer.Times(600_000, 60_000, 1_000),
          Duration.ofMillis(500),
          Duration.ofSeconds(30));
    }
  }

  /** Connects to all parties, and opens a line. */
  public interface Trunk {
    /** Connects; waits for the parties for a while. */
    ControlLine open(ControlLine.Receiver receiver) throws MpcException;
  }

  /** Notes lines durably, and applies them to {@link LogState} then. */
  public interface Journal {
    /** Notes lines as a group. */
    CompletableFuture<Void> note(String... lines);
  }

  /** Does what the parties decided. Called in the thread of events; never waits. */
  public interface Actor {
    /**
     * Acts on an entry.
     *
     * @param fresh whether all parties meet for it now; otherwise nobody does
     * @param head of the log at the entry
     */
    void act(LogEntry entry, boolean fresh, String head);

    /** Suspends a job, or all of them if none is named, until an operator resumes it. */
    void suspend(Optional<String> job, String sentence);

    /** Takes the news that all parties are connected. */
    void connected(ControlLine line);

    /** Takes the end of a line. */
    void lost(String why);

    /** Returns how far this party's audit log is; empty if it has none. */
    Optional<Message.Audit> audit();

    /** Takes what a party that this one has a line to says of its audit log. */
    void told(int party, Message.Audit audit);
  }

  /**
   * Creates a session; {@link #start} begins to connect.
   *
   * @param log to which the journal was applied
   * @param events runs tasks one at a time, in order
   * @param millis the time
   */
  public ControlSession(
      Settings settings,
      LogState log,
      Rulebook rules,
      Journal journal,
      Actor actor,
      Executor events,
      LongSupplier millis,
      RandomGenerator jitter) {
    this.settings = settings;
    this.log = log;
    this.journal = journal;
    this.actor = actor;
    this.events = events;
    this.millis = millis;
    this.jitter = jitter;
    this.follower = new Follower(log, rules);
    this.sequencer =
        settings.party == 0
            ? Optional.of(new Sequencer(log, rules, settings.parties, settings.times))
            : Optional.empty();
    dialing.setDaemon(true);
  }

  /** Begins to connect. */
  public void start() {
    dialing.start();
  }

  private void keepConnected() {
    long pause = settings.shortest.toMillis();
    while (closed.getCount() > 0) {
      Ended ended = new Ended();
      long begun = millis.getAsLong();
      try {
        ControlLine opened = settings.trunk.open(ended);
        events.execute(() -> connected(ended, opened));
        ended.await(opened);
        pause = settings.shortest.toMillis();
      } catch (MpcException e) {
        LOG.info("the parties are not connected: {}", e.getMessage());
        events.execute(() -> actor.lost(e.getMessage()));
      }
      // Half of the pause is random, so that parties do not meet in step.
      long wait = pause / 2 + jitter.nextLong(pause / 2 + 1);
      pause = Math.min(2 * pause, settings.longest.toMillis());
      LOG.debug("connecting again in {} ms, after {} ms", wait, millis.getAsLong() - begun);
      try {
        if (closed.await(wait, TimeUnit.MILLISECONDS)) {
          return;
        }
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** The end of a line, for the thread that keeps connected. */
  private final class Ended implements ControlLine.Receiver {
    private final CountDownLatch over = new CountDownLatch(1);

    @Override
    public void received(int from, Message message) {
      events.execute(() -> arrived(this, from, message));
    }

    @Override
    public void lost(String why) {
      events.execute(() -> ControlSession.this.lost(this, why));
      over.countDown();
    }

    private void await(ControlLine opened) {
      try {
        over.await();
      } catch (InterruptedException e) {
        opened.close();
      }
    }
  }

  private void connected(Ended ended, ControlLine opened) {
    if (opened.isOver()) {
      return;
    }
    present = ended;
    line = opened;
    LOG.info("all parties are connected");
    actor.connected(opened);
    sequencer.ifPresent(each -> each.connected(opened.name(), millis.getAsLong()));
    apply(follower.connected(opened.name()));
    stocks.values().forEach(each -> send(0, each));
    deliverOwn();
    opened.begin();
    tellAudit();
    poll();
  }

  /** Tells the parties that this one has a line to how far its audit log is. */
  private void tellAudit() {
    auditedAt = millis.getAsLong();
    actor
        .audit()
        .ifPresent(
            head -> {
              for (int to = 0; to < settings.parties; to++) {
                if (to != settings.party && (to == 0 || settings.party == 0)) {
                  send(to, head);
                }
              }
            });
  }

  private void lost(Ended ended, String why) {
    if (present != ended) {
      return;
    }
    present = null;
    LOG.info("the line of the parties ended: {}", why);
    line = null;
    follower.lost();
    sequencer.ifPresent(Sequencer::lost);
    actor.lost(why);
  }

  private void arrived(Ended of, int from, Message message) {
    if (present == of) {
      take(from, message);
      poll();
    }
  }

  private void take(int from, Message message) {
    if (message instanceof Message.Audit audit) {
      actor.told(from, audit);
      return;
    }
    if (stopped) {
      return;
    }
    if (message instanceof Message.Entry || message instanceof Message.Go) {
      apply(follower.on(message));
    } else if (sequencer.isPresent()) {
      try {
        apply(sequencer.get().on(from, message, millis.getAsLong()));
      } catch (Disagreement e) {
        stop(e.getMessage());
      }
    }
  }

  /** Does what is due, such as party 1's next entry; called about ten times a second. */
  public void tick() {
    events.execute(
        () -> {
          if (line != null && millis.getAsLong() - auditedAt >= AUDIT_MILLIS) {
            tellAudit();
          }
          poll();
        });
  }

  /** Proposes what is next after the events that wait already, of which there are many at times. */
  private void poll() {
    if (sequencer.isPresent() && !polling) {
      polling = true;
      events.execute(
          () -> {
            polling = false;
            if (!stopped) {
              apply(sequencer.get().poll(millis.getAsLong()));
            }
          });
    }
  }

  private void apply(List<Output> outputs) {
    for (Output output : outputs) {
      if (output instanceof Output.Send send) {
        send(send.to(), send.message());
      } else if (output instanceof Output.Force force) {
        force(force);
      } else if (output instanceof Output.Act act) {
        actor.act(act.entry(), act.fresh(), log.head());
      } else if (output instanceof Output.Stop stop) {
        stop(stop.sentence());
      } else if (output instanceof Output.Suspend suspend) {
        actor.suspend(Optional.of(suspend.job()), suspend.sentence());
      }
    }
    deliverOwn();
  }

  private void deliverOwn() {
    if (delivering) {
      return;
    }
    delivering = true;
    try {
      for (Message next = own.poll(); next != null; next = own.poll()) {
        take(0, next);
      }
    } finally {
      delivering = false;
    }
  }

  private void send(int to, Message message) {
    if (to == settings.party) {
      own.add(message);
      return;
    }
    ControlLine now = line;
    if (now != null) {
      now.send(to, message);
    }
  }

  private void force(Output.Force force) {
    journal
        .note(force.line())
        .whenCompleteAsync(
            (done, failure) -> {
              if (failure == null) {
                apply(follower.durable(force.number()));
                poll();
              } else {
                LOG.warn("an entry of the log is not on disk: {}", failure.getMessage());
                apply(follower.notDurable());
                closeLine(); // party 1 proposes it again
              }
            },
            events);
  }

  private void closeLine() {
    ControlLine now = line;
    if (now != null) {
      now.close();
    }
  }

  private void stop(String sentence) {
    stopped = true;
    LOG.error("{}", sentence);
    actor.suspend(Optional.empty(), sentence);
  }

  /** Announces a request that this party has accepted durably. */
  public void seen(Message.Seen request) {
    events.execute(
        () -> {
          apply(follower.seen(request));
          poll();
        });
  }

  /** Says that this party's work on an act of a run is over. */
  public void worked(long run) {
    events.execute(
        () -> {
          apply(follower.worked(run));
          poll();
        });
  }

  /** Wants a refill, at party 1; as {@link Sequencer#want}. */
  public void want(String job, int masks) {
    events.execute(
        () -> {
          sequencer.ifPresent(each -> each.want(job, masks));
          poll();
        });
  }

  /** Tells party 1 what a stock holds, now and on each line until there is other news. */
  public void told(Message.Stock stock) {
    events.execute(
        () -> {
          stocks.put(stock.stock(), stock);
          if (line != null) {
            send(0, stock);
            deliverOwn();
          }
          poll();
        });
  }

  /**
   * Closes a job of many clients, at party 1.
   *
   * @return whether enough requests wait, as {@link Sequencer#close}
   */
  public CompletableFuture<Boolean> close(String job) {
    CompletableFuture<Boolean> enough = new CompletableFuture<>();
    events.execute(
        () -> {
          enough.complete(sequencer.isPresent() && sequencer.get().close(job, millis.getAsLong()));
          poll();
        });
    return enough;
  }

  /** Wants a kept set to be dropped, at party 1. */
  public void drop(String set) {
    events.execute(
        () -> {
          sequencer.ifPresent(each -> each.drop(set));
          poll();
        });
  }

  /** Begins no further runs. Those that have begun go on. */
  public void stopRuns() {
    events.execute(() -> sequencer.ifPresent(Sequencer::stop));
  }

  /** Returns the line that is open, if one is. */
  public Optional<ControlLine> line() {
    return Optional.ofNullable(line);
  }

  /** Ends the line, and connects no more. */
  @Override
  public void close() {
    closed.countDown();
    closeLine();
    dialing.interrupt();
  }
}

package org.schurmpc.service.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyNetwork;
import org.schurmpc.core.net.TestIdentities;
import org.schurmpc.core.net.Tls;
import org.schurmpc.core.session.SessionTerms;

/** Three parties say how far their audit logs are when they meet, and each hour. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HourlyHeadTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final AtomicLong millis = new AtomicLong();

  /** A party that does nothing but say and hear heads. */
  private final class Party implements ControlSession.Actor, Rulebook, AutoCloseable {
    final int party;
    final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    final ExecutorService events =
        new ScheduledThreadPoolExecutor(1, new ThreadPoolExecutor.DiscardPolicy());
    final AtomicLong lines = new AtomicLong();
    final ControlSession session;

    Party(int party, List<Endpoint> all, List<Tls> tls) {
      this.party = party;
      NetOptions options =
          NetOptions.service()
              .withTls(tls.get(party))
              .withConnectDeadline(LIMIT)
              .withTimeout(LIMIT);
      ControlSession.Trunk trunk =
          receiver ->
              ControlLine.open(
                  NettyNetwork.connect(party, all, options),
                  new SessionTerms(new TreeMap<>(Map.of("wire", "1"))),
                  new byte[] {1},
                  receiver,
                  new ControlLine.Timing(Duration.ofMillis(50), LIMIT),
                  System::nanoTime);
      LogState log = new LogState();
      session =
          new ControlSession(
              ControlSession.Settings.usual(party, all.size(), trunk),
              log,
              this,
              lines -> CompletableFuture.completedFuture(null),
              this,
              events,
              millis::get,
              new Random(1));
    }

    @Override
    public Optional<Message.Audit> audit() {
      return Optional.of(new Message.Audit(lines.incrementAndGet(), "ab".repeat(32), party));
    }

    @Override
    public void told(int from, Message.Audit audit) {
      told.add(from + ": " + audit.lines() + " " + audit.certificate());
    }

    @Override
    public void act(LogEntry entry, boolean fresh, String head) {}

    @Override
    public void suspend(Optional<String> job, String sentence) {}

    @Override
    public void connected(ControlLine line) {}

    @Override
    public void lost(String why) {}

    @Override
    public Optional<JobTerms> job(String name) {
      return Optional.empty();
    }

    @Override
    public boolean isSuspended(String job) {
      return false;
    }

    @Override
    public Optional<String> refuses(String request, int attempt) {
      return Optional.empty();
    }

    @Override
    public boolean refusesMaterial(LogEntry.Make make) {
      return false;
    }

    @Override
    public boolean makesBesideRuns(String stock) {
      return stock.equals("bits");
    }

    @Override
    public SortedMap<String, LogEntry.Amount> portion(
        String stock, SortedMap<String, LogEntry.Amount> wanted) {
      return wanted;
    }

    @Override
    public boolean refusesRefill(LogEntry.Refill refill) {
      return false;
    }

    /** Lets time pass in the thread of events. */
    void tick() throws InterruptedException {
      session.tick();
      CountDownLatch done = new CountDownLatch(1);
      events.execute(done::countDown);
      done.await();
    }

    String next() throws InterruptedException {
      return told.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    @Override
    public void close() {
      session.close();
      events.shutdownNow();
    }
  }

  @Test
  void headsAreSaidAtTheStartAndEachHour() throws Exception {
    List<Endpoint> all = ControlLineTest.endpoints(3);
    List<Tls> tls = TestIdentities.parties(3);
    List<Party> parties = new ArrayList<>();
    try {
      for (int i = 0; i < 3; i++) {
        parties.add(new Party(i, all, tls));
      }
      parties.forEach(each -> each.session.start());
      exchanged(parties, 1);
      millis.set(ControlSession.AUDIT_MILLIS - 1);
      for (Party each : parties) {
        each.tick();
      }
      millis.set(ControlSession.AUDIT_MILLIS);
      for (Party each : parties) {
        each.tick();
      }
      exchanged(parties, 2);
      for (Party each : parties) {
        assertEquals(2, each.lines.get(), "nothing within the hour");
      }
    } finally {
      parties.forEach(Party::close);
    }
  }

  /** Party 1 hears both others, and these hear party 1. */
  private static void exchanged(List<Party> parties, int round) throws Exception {
    List<String> first = new ArrayList<>(List.of(parties.get(0).next(), parties.get(0).next()));
    first.sort(null);
    assertEquals(List.of("1: " + round + " 1", "2: " + round + " 2"), first);
    assertEquals("0: " + round + " 0", parties.get(1).next());
    assertEquals("0: " + round + " 0", parties.get(2).next());
  }
}

package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.cli.option.StoreOptions;
import org.schurmpc.client.MpcClient;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.ledger.KeptSets;
import org.schurmpc.service.config.ServiceConfig;
import org.schurmpc.service.state.AuditLog;
import org.schurmpc.service.state.LedgerLog;
import org.schurmpc.service.state.ServiceState;
import org.schurmpc.service.work.CoreState;

/**
 * How long the processes of services take until they answer clients, of which one has asked for
 * {@code -Dstart.requests=N} results before, 100,000, and has acknowledged them. {@code
 * -Dstart.rounds=N} replaces the number of starts after a stop, and of those after a kill, 5.
 */
@Tag("slow")
@Timeout(1_800)
class ServiceStartIT {
  private static final int REQUESTS = Integer.getInteger("start.requests", 100_000);
  private static final int ROUNDS = Integer.getInteger("start.rounds", 5);
  private static final int A_NOTE = 500;
  private static final int FIRST_NUMBER = 1_000_000;
  private static final long MOST_MILLIS = 60_000; // on a machine that is busy otherwise
  private static final long MONTH_MILLIS = Duration.ofDays(30).toMillis();
  private static final Duration READY = Duration.ofMinutes(10);

  @TempDir private Path folder;
  private TagsAndPairs jobs;

  /** Writes what requests of a client leave in the journal and in the audit log of a party. */
  private void fill(int party) throws Exception {
    ServiceConfig config = ServiceConfig.read(jobs.parties().config(party));
    StoreAccess access =
        new StoreAccess(
            folder.resolve("state"),
            StoreOptions.access(folder.resolve("store.key")).key()); // as BenchJar says
    ServiceState requests = new ServiceState();
    CoreState state = new CoreState(requests);
    List<String> certificates =
        config.parties().stream().map(each -> each.pin().accepted().get(0).toString()).toList();
    try (LedgerLog log =
            LedgerLog.open(
                config.settings().state().resolve("ledger"),
                new LedgerLog.Owner(party - 1, certificates),
                access,
                state,
                CoreState.words(),
                new KeptSets());
        AuditLog audit = AuditLog.open(jobs.parties().audit(party), requests.auditHead())) {
      String client = config.clients().get("till").accepted().get(0).toString();
      String digest = config.jobs().get(TagsAndPairs.TAG).digest();
      long now = System.currentTimeMillis();
      for (int done = 0; done < REQUESTS; done += A_NOTE) {
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = done; i < Math.min(REQUESTS, done + A_NOTE); i++) {
          UUID id = UUID.randomUUID();
          all.add(log.note(entries(client, id, digest, FIRST_NUMBER + i, now)));
          for (String event : List.of("opened", "accepted", "done", "acknowledged")) {
            all.add(
                audit.append(
                    now,
                    event,
                    Map.of("job", TagsAndPairs.TAG, "client", "till", "request", id.toString())));
          }
        }
        CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).join();
      }
      String head = audit.head().toString().replace(':', ' ');
      log.note("audit " + head + " " + Files.size(jobs.parties().audit(party))).join();
    }
  }

  private static String[] entries(String client, UUID id, String digest, int number, long now) {
    String key = client.substring("SHA256:".length()) + " " + id;
    String hash = "c".repeat(64);
    return new String[] {
      "request open %s tag %s %s %d - %d %d"
          .formatted(key, digest, "b".repeat(64), number, now, now + 600_000),
      "rate client/tag/till " + now,
      "request accept %s %s - %d %d".formatted(key, hash, now, now + 600_000),
      "request queue " + key,
      "request run " + key + " 1",
      "request prepare %s %s -".formatted(key, client),
      "request done %s %d %d".formatted(key, now, now + MONTH_MILLIS),
      "request took %s %s".formatted(key, client)
    };
  }

  @Test
  void aServiceWithManyOldRequestsAnswersSoon() throws Exception {
    jobs = new TagsAndPairs(folder);
    MpcClient client = MpcClient.read(jobs.parties().client());
    try (ServiceProcesses services = new ServiceProcesses(jobs.parties())) {
      services.startAll(READY);
      jobs.makeKey(client);
      services.stopAll();
      start(services, "after a stop, without old requests", false);
      for (int party = 1; party <= 2; party++) {
        fill(party);
      }
      start(services, "after a stop", false);
      start(services, "after a kill", true);
      services.start(2);
      services.start(1);
      services.awaitReady(READY);
      for (int party = 1; party <= 2; party++) {
        double old = services.metric(party, "schur_requests{state=\"done\"");
        assertEquals(REQUESTS + 1, old, "requests of party " + party);
      }
      services.stopAll();
    }
  }

  private void start(ServiceProcesses services, String when, boolean kills) throws Exception {
    List<Long> walls = new ArrayList<>();
    List<Long> cpus = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      long begun = System.nanoTime();
      services.start(1);
      services.awaitServing(1);
      walls.add((System.nanoTime() - begun) / 1_000_000);
      Optional<Duration> cpu = services.process(1).process().info().totalCpuDuration();
      cpus.add(cpu.orElse(Duration.ZERO).toMillis());
      if (kills) {
        services.kill(1);
      } else {
        services.stop(1);
      }
    }
    System.out.printf("%s: %s ms, of the processor %s ms%n", when, walls, cpus);
    walls.sort(null);
    assertTrue(walls.get(ROUNDS / 2) < MOST_MILLIS, when + ": " + walls);
  }
}

package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.Auction;
import org.schurmpc.vm.lib.Equality;

/**
 * An auction at the second price among many clients, each a process of its own, with three services
 * and SPDZ. Three of the clients disappear: before their inputs leave, when one party has them, and
 * when all have them. {@code -Dauction.clients=N} replaces the number of clients, 100.
 */
@Tag("slow")
@Timeout(value = 2, unit = TimeUnit.HOURS)
class ServiceAuctionIT {
  private static final int CLIENTS = Integer.getInteger("auction.clients", 100);
  private static final int WIDTH = 24;
  private static final int AT_ONCE = 4;
  private static final Duration READY = Duration.ofMinutes(30);

  /** Indices of the clients that disappear. */
  private static final int BEFORE_INPUTS = 1;

  private static final int AT_ONE_PARTY = 2;
  private static final int WITHOUT_RESULT = 3;

  private static final String JOBS =
      """
      [stock.numbers]
      protocol = "spdz"
      store = "store-%%d"
      options = { field = "p128" }
      deliveries = %d
      [[job]]
      name = "auction"
      program = "auction.bin"
      digest = "%s"
      stock = "numbers"
      inputs = ["client", "present"]
      outputs = ["clients", "clients", "client"]
      clients = [%s]
      gather = { least = 3, most = %d, close = "operator" }
      rerun = "deterministic"
      """;

  @TempDir private Path folder;
  private final List<Integer> bids = new ArrayList<>();
  private final List<UUID> ids = new ArrayList<>();
  private ServiceParties parties;

  /** The second highest bid, the number of bidders, and for each whether it is the winner. */
  public static final class Bids implements SecureProgram {
    @Override
    public void define(ProgramBuilder b) {
      SecretInts bids = b.inputs("bid", 0, IntType.signed(WIDTH), CLIENTS);
      SecretBitVector present = b.inputBitVector("present", 0, CLIENTS);
      Auction.Sale sale = new Auction(b).vickrey(bids);
      SecretInts[] places = new SecretInts[CLIENTS];
      SecretInts[] winner = new SecretInts[CLIENTS];
      for (int place = 0; place < CLIENTS; place++) {
        places[place] = b.secret(place).asVector();
        winner[place] = sale.winner().asVector();
      }
      b.output("price", sale.price());
      b.output("bidders", present.asInts().sum());
      b.output("won", new Equality(b).of(SecretInts.join(places), SecretInts.join(winner)));
    }
  }

  private static String name(int client) {
    return "bidder" + client;
  }

  @Test
  void theAuctionEndsWithoutThoseWhoDisappear() throws Exception {
    String digest = TagsAndPairs.compile(Bids.class, 3, folder.resolve("auction.bin"));
    List<String> names = IntStream.range(0, CLIENTS).mapToObj(ServiceAuctionIT::name).toList();
    String quoted = "\"" + String.join("\", \"", names) + "\"";
    // Twice as many deliveries as places: a stock is refilled when half of it is used.
    String jobs = JOBS.formatted(2 * CLIENTS, digest, quoted, CLIENTS);
    parties = new ServiceParties(folder, 3, names, jobs);
    draw();
    long begun = System.nanoTime();
    try (ServiceProcesses services = new ServiceProcesses(parties)) {
      services.startAll(READY);
      begun = print("stock for an auction", begun);
      submitAll();
      begun = print("%d clients' inputs".formatted(CLIENTS - 2), begun);
      HttpResponse<String> closed = services.post(1, "/admin/jobs/auction/close");
      assertEquals(200, closed.statusCode(), closed.body());
      requireOwnResult(0);
      begun = print("close, and the first result", begun);
      forEach(CLIENTS, this::fetch);
      print("all other results", begun);
      System.out.printf(
          "mean run %.1f s%n",
          services.metric(1, "schur_run_seconds_sum{job=\"auction\"")
              / services.metric(1, "schur_run_seconds_count{job=\"auction\""));
      services.stopAll();
    }
  }

  private static long print(String what, long begun) {
    long now = System.nanoTime();
    System.out.printf("%s: %.1f s%n", what, (now - begun) / 1e9);
    return now;
  }

  /** Draws different bids; those who disappear before all have their inputs bid the most. */
  private void draw() {
    Random random = new Random();
    List<Integer> all =
        new ArrayList<>(
            random.ints(1, 1 << (WIDTH - 2)).distinct().limit(CLIENTS).boxed().toList());
    Collections.shuffle(all, random);
    all.set(BEFORE_INPUTS, (1 << (WIDTH - 2)) + 1);
    all.set(AT_ONE_PARTY, (1 << (WIDTH - 2)) + 2);
    bids.addAll(all);
    all.forEach(any -> ids.add(UUID.randomUUID()));
  }

  /** What is done for a client. */
  private interface Step {
    void of(int client) throws Exception;
  }

  /** Does something for all clients, of which a few are at it at a time. */
  private static void forEach(int count, Step step) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    try {
      List<Future<Object>> all = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int client = i;
        all.add(
            threads.submit(
                () -> {
                  step.of(client);
                  return null;
                }));
      }
      for (Future<Object> each : all) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private void submitAll() throws Exception {
    forEach(
        CLIENTS,
        client -> {
          if (client == BEFORE_INPUTS) {
            disappear(client, List.of(1, 2, 3));
          } else if (client == AT_ONE_PARTY) {
            disappear(client, List.of(2, 3));
          } else {
            try (BenchJar submit = submit(client, parties.client(name(client)))) {
              submit.expect(0);
            }
          }
        });
  }

  private BenchJar submit(int client, Path config) throws IOException {
    Path bid = folder.resolve(name(client) + ".txt");
    Files.writeString(bid, "bid = " + bids.get(client) + "\n");
    return BenchJar.start(
        folder,
        "client",
        "submit",
        "--config",
        config.toString(),
        "--job",
        "auction",
        "--input",
        bid.toString(),
        "--id",
        ids.get(client).toString());
  }

  /**
   * Kills a client whose masked inputs have left for all parties but some: they are noted before
   * that.
   *
   * @param without the numbers of the parties that do not get them
   */
  private void disappear(int client, List<Integer> without) throws Exception {
    Path notes = parties.clientState(name(client)).resolve(ids.get(client) + ".request");
    String config = Files.readString(parties.client(name(client)));
    List<ClientGate> gates = new ArrayList<>();
    try {
      for (int party : without) {
        ClientGate gate = new ClientGate(parties.listen(party), () -> isMasked(notes));
        gates.add(gate);
        config = config.replace(":" + parties.listen(party) + "\"", ":" + gate.port() + "\"");
      }
      Path other = folder.resolve("gated-" + name(client) + ".toml");
      Files.writeString(other, config);
      try (BenchJar submit = submit(client, other)) {
        await(submit, () -> isMasked(notes));
        if (without.size() < parties.count()) {
          await(submit, () -> hasAccepted(1, client));
        }
        submit.kill(false);
        submit.exitCode();
      }
    } finally {
      for (ClientGate gate : gates) {
        gate.close();
      }
    }
    for (int party = 1; party <= parties.count(); party++) {
      assertEquals(!without.contains(party), hasAccepted(party, client), "party " + party);
    }
  }

  /** Something that is waited for. */
  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void await(BenchJar process, Condition condition) throws Exception {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(BenchRun.LIMIT_SECONDS);
    while (!condition.holds()) {
      assertFalse(process.ended(BenchRun.POLL_MILLIS), () -> process.out() + process.err());
      assertTrue(System.nanoTime() < until, process.err());
    }
  }

  private static boolean isMasked(Path notes) {
    try {
      return Files.exists(notes) && Files.readString(notes).contains("\"masked\"");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean hasAccepted(int party, int client) throws IOException {
    String id = ids.get(client).toString();
    return Files.readAllLines(parties.audit(party)).stream()
        .anyMatch(line -> line.contains("\"accepted\"") && line.contains(id));
  }

  private void fetch(int client) throws Exception {
    if (client != 0 && !isGone(client)) {
      requireOwnResult(client);
    }
  }

  private static boolean isGone(int client) {
    return client == BEFORE_INPUTS || client == AT_ONE_PARTY || client == WITHOUT_RESULT;
  }

  /** Fetches a client's result and compares it with the auction of those whose inputs all have. */
  private void requireOwnResult(int client) throws Exception {
    List<Integer> sorted =
        IntStream.range(0, CLIENTS)
            .filter(i -> i != BEFORE_INPUTS && i != AT_ONE_PARTY)
            .mapToObj(bids::get)
            .sorted(Collections.reverseOrder())
            .toList();
    String expected =
        "price = %d\nbidders = %d\nwon = %d"
            .formatted(sorted.get(1), CLIENTS - 2, bids.get(client).equals(sorted.get(0)) ? 1 : 0);
    try (BenchJar result =
        BenchJar.start(
            folder,
            "client",
            "result",
            ids.get(client).toString(),
            "--config",
            parties.client(name(client)).toString(),
            "--wait",
            "30m")) {
      while (!result.ended(BenchRun.POLL_MILLIS)) {
        // A run of many clients may take longer than other processes.
      }
      assertEquals(expected, result.expect(0).out().strip(), result.err());
    }
  }
}

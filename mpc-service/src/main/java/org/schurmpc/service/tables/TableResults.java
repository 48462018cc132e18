package org.schurmpc.service.tables;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.schurmpc.cli.data.ResultTables;
import org.schurmpc.client.Answer;
import org.schurmpc.client.BadConfig;
import org.schurmpc.client.ClientException;
import org.schurmpc.client.DeliveryRefused;
import org.schurmpc.client.Fingerprint;
import org.schurmpc.client.MpcClient;
import org.schurmpc.client.Request;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Identity;
import org.schurmpc.service.config.Artifact;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.config.ServiceConfig;
import org.schurmpc.service.state.RequestBook;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes results that this party receives into its tables: fetches them from all parties as a
 * client does, checks them, and inserts them in one transaction with a row that names the request.
 * The parties forget a result once it is written, and a party that is killed before that fetches it
 * again; the row makes a second insert impossible.
 */
public final class TableResults implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TableResults.class);
  private static final Duration FETCH = Duration.ofMinutes(1);
  private static final long SECONDS = 1;
  private static final int LONGEST_PAUSE = 60; // in these seconds

  private final Catalogue catalogue;
  private final RequestBook book;
  private final PartyTables tables;
  private final MpcClient client;
  private final Set<UUID> refused = new HashSet<>(); // whose deliveries are wrong
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread of = new Thread(task, "results to tables");
            of.setDaemon(true);
            return of;
          });
  private int pause; // after a failure
  private int left; // of the pause

  private TableResults(
      Catalogue catalogue, RequestBook book, PartyTables tables, MpcClient client) {
    this.catalogue = catalogue;
    this.book = book;
    this.tables = tables;
    this.client = client;
  }

  /**
   * Creates a writer of results if any job has results for a table of this party; else empty.
   *
   * @param tables stays open
   * @param identity this party's, which the other parties' services see
   */
  public static Optional<TableResults> of(
      Catalogue catalogue, RequestBook book, PartyTables tables, Identity identity) {
    return areWanted(catalogue)
        ? Optional.of(
            new TableResults(catalogue, book, tables, client(catalogue.config(), identity)))
        : Optional.empty();
  }

  /** Returns a client of all parties' services that shows this party's certificate. */
  private static MpcClient client(ServiceConfig config, Identity identity) {
    List<MpcClient.Service> services = new ArrayList<>();
    for (ServiceConfig.PartyEntry party : config.parties()) {
      Set<Fingerprint> pins =
          party.pin().accepted().stream()
              .map(pin -> pinned(pin.toString()))
              .collect(Collectors.toSet());
      services.add(new MpcClient.Service(party.clients(), pins));
    }
    Map<String, String> jobs = new TreeMap<>();
    config.jobs().forEach((name, job) -> jobs.put(name, job.digest()));
    return MpcClient.of(
        identity.keyManager().getPrivateKey(""),
        identity.certificate(),
        config.settings().state().resolve("results"),
        services,
        jobs);
  }

  private static Fingerprint pinned(String text) {
    try {
      return Fingerprint.parse(text);
    } catch (BadConfig e) {
      throw new IllegalStateException("a fingerprint that was read", e);
    }
  }

  /** Returns whether any job has results for a table of this party. */
  private static boolean areWanted(Catalogue catalogue) {
    int party = catalogue.config().party();
    return catalogue.offers().stream()
        .flatMap(offer -> offer.artifact().stream())
        .flatMap(artifact -> artifact.outputs().stream())
        .anyMatch(port -> port.isOfTable() && port.use().party() == party);
  }

  /** Begins to write what is there, and what comes. */
  public void start() {
    thread.scheduleWithFixedDelay(this::look, SECONDS, SECONDS, TimeUnit.SECONDS);
  }

  private void look() {
    if (left > 0) {
      left--;
      return;
    }
    boolean waits = false;
    for (Catalogue.Offer offer : catalogue.offers()) {
      try {
        if (offer.artifact().isPresent()) {
          write(offer.job(), offer.artifact().get());
        }
      } catch (MpcException | ClientException | RuntimeException e) {
        waits = true; // and the other jobs do not
        LOG.warn("results wait for their table: {}", e.getMessage());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    pause = waits ? Math.min(LONGEST_PAUSE, 2 * pause + 1) : 0;
    left = pause;
  }

  private void write(JobEntry job, Artifact artifact)
      throws MpcException, ClientException, InterruptedException {
    int party = catalogue.config().party();
    Optional<ResultTables> results = tables.results(job, artifact, party);
    if (results.isEmpty()) {
      return;
    }
    MpcException unwritten = null;
    for (UUID id : book.received(job.name(), client.fingerprint().toString())) {
      if (!refused.contains(id)) {
        try {
          write(id, job, results.get(), "party" + (party + 1));
        } catch (MpcException e) {
          unwritten = e; // the others do not wait for it
        }
      }
    }
    if (unwritten != null) {
      throw unwritten;
    }
  }

  private void write(UUID id, JobEntry job, ResultTables results, String receiver)
      throws MpcException, ClientException, InterruptedException {
    Request request = client.received(id, job.name(), receiver);
    Answer answer;
    try {
      answer = request.await(FETCH);
    } catch (DeliveryRefused e) {
      refused.add(id);
      LOG.error(
          "request {} of job {}: a party's delivery is wrong, and nothing is written",
          id,
          job.name());
      return;
    }
    SortedMap<String, BigInteger[]> values = new TreeMap<>();
    for (String name : results.outputs()) {
      List<BigInteger> numbers = answer.numbers(name);
      values.put(name, numbers.toArray(BigInteger[]::new));
    }
    results.writeOnce(tables.drivers(), id.toString(), job.digest(), values);
    request.acknowledge();
    request.discard();
    LOG.info("the result of request {} of job {} is in its table", id, job.name());
  }

  /** Ends after what is being written. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}

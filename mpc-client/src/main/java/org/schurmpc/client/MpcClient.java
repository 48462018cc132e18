package org.schurmpc.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A client of services: gives inputs to jobs, and takes outputs that it checks itself. As long as
 * one party is honest, no party learns the inputs, and no wrong output is accepted.
 *
 * <pre>{@code
 * MpcClient client = MpcClient.read(Path.of("client.toml"));
 * Answer answer =
 *     client.job("tag").inputBytes("block", block).submit().await(Duration.ofMinutes(1));
 * byte[] tag = answer.bits("tag");
 * }</pre>
 *
 * <p>Clients are thread-safe; jobs and requests are not.
 */
public final class MpcClient {
  private static final String SERVICE = "/v1/service";
  private static final int MOST_SERVICE_BYTES = 1 << 22;
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration PROBE = Duration.ofSeconds(20);

  private final ClientConfig config;
  private final Fingerprint own;
  private final Parties parties;
  private final Map<String, JobDescription> known = new ConcurrentHashMap<>();

  /**
   * A party's service.
   *
   * @param url the address, without a path
   * @param pins the accepted certificates, one or, while the party renews its own, two
   */
  public record Service(URI url, Set<Fingerprint> pins) {}

  private MpcClient(ClientConfig config, ClientKey key) {
    this.config = config;
    this.own = key.fingerprint();
    ExecutorService executor =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "mpc-client");
              thread.setDaemon(true);
              return thread;
            });
    List<PartyLine> lines = new ArrayList<>();
    for (ClientConfig.Party party : config.parties()) {
      lines.add(new PartyLine(lines.size() + 1, party, key, config.timeout(), executor));
    }
    this.parties = new Parties(lines, executor);
  }

  /**
   * Reads a configuration whose key is not encrypted. Connects to nobody.
   *
   * @throws BadConfig if the configuration, the key or the certificate cannot be used
   */
  public static MpcClient read(Path file) throws BadConfig {
    return read(file, new char[0]);
  }

  /**
   * Reads a configuration. Connects to nobody.
   *
   * @param passphrase of the key; empty if the key is not encrypted. The caller wipes it.
   * @throws BadConfig if the configuration, the key or the certificate cannot be used
   */
  public static MpcClient read(Path file, char[] passphrase) throws BadConfig {
    return of(ClientConfig.read(file), passphrase);
  }

  /**
   * Creates a client that is configured by a program. Connects to nobody.
   *
   * @param state the folder of what must survive this process
   * @param parties the parties' services, in the order of the parties
   * @param jobs the digest of each job that may be used, by name
   */
  public static MpcClient of(
      PrivateKey key,
      X509Certificate certificate,
      Path state,
      List<Service> parties,
      Map<String, String> jobs) {
    List<ClientConfig.Party> all =
        parties.stream().map(each -> new ClientConfig.Party(each.url(), each.pins())).toList();
    ClientConfig config = new ClientConfig(null, null, state, TIMEOUT, all, jobs);
    return new MpcClient(config, ClientKey.of(key, certificate));
  }

  static MpcClient of(ClientConfig config, char[] passphrase) throws BadConfig {
    return new MpcClient(config, ClientKey.read(config.key(), config.certificate(), passphrase));
  }

  /**
   * Returns the file of the private key if the key is encrypted, so that its passphrase is needed.
   *
   * @throws BadConfig if the configuration or the key cannot be read
   */
  public static Optional<Path> encryptedKey(Path file) throws BadConfig {
    Path key = ClientConfig.read(file).key();
    return ClientKey.isEncrypted(key) ? Optional.of(key) : Optional.empty();
  }

  /** Returns the fingerprint of this client's certificate, which parties list. */
  public Fingerprint fingerprint() {
    return own;
  }

  ClientConfig config() {
    return config;
  }

  Parties parties() {
    return parties;
  }

  /**
   * Returns a job to give inputs to. Connects to nobody.
   *
   * @throws BadConfig if the configuration does not name the job
   */
  public Job job(String name) throws BadConfig {
    digest(name);
    return new Job(this, name);
  }

  private String digest(String name) throws BadConfig {
    String digest = config.jobs().get(name);
    if (digest == null) {
      throw new BadConfig("the configuration has no job '" + name + "', and so no digest for it");
    }
    return digest;
  }

  /**
   * Returns a request that was submitted before, even by a process that has ended. If its masked
   * inputs may not have reached all parties, sends them again.
   *
   * @throws BadInput if there is no such request, or it was cut off before its masked inputs were
   *     noted: then it must be submitted again with its inputs
   */
  public Request request(UUID id) throws ClientException, InterruptedException {
    StateFile state = StateFile.open(config.state(), id, false);
    return Request.resumed(this, id, state);
  }

  /**
   * Returns a request of another client, of which this one receives outputs under the same
   * identifier.
   *
   * @param job the name of the job
   * @param receiver this client as the job names it: {@code client:NAME}, or {@code party1} and so
   *     on if it is a party
   * @throws BadConfig if the configuration does not name the job
   * @throws BadInput if the job has no outputs for the receiver
   */
  public Request received(UUID id, String job, String receiver)
      throws ClientException, InterruptedException {
    return Request.received(this, id, describe(job), receiver);
  }

  /** Returns what the first party offers to this client, compared with what all others offer. */
  public List<JobOffer> jobs() throws ClientException, InterruptedException {
    List<List<JobDescription>> all = services();
    List<JobOffer> offers = new ArrayList<>();
    for (JobDescription job : all.get(0)) {
      offers.add(new JobOffer(job, use(job, all)));
    }
    return offers;
  }

  /**
   * Calls each party once, and says what is right and what is not. Asks for nothing; a party that
   * cannot be reached is a finding.
   */
  public Diagnosis diagnose() throws InterruptedException {
    return diagnose(InstantSource.system());
  }

  /** Does the same by another clock of this side, for tests. */
  Diagnosis diagnose(InstantSource clock) throws InterruptedException {
    List<Diagnosis.PartyFinding> findings = new ArrayList<>();
    List<List<JobDescription>> all = new ArrayList<>();
    for (PartyLine line : parties.lines()) {
      Optional<Duration> ahead = Optional.empty();
      Optional<ClientException> failure = Optional.empty();
      try {
        PartyLine.Probe probe =
            line.probe(PartyLine.Call.get(SERVICE, MOST_SERVICE_BYTES), PROBE, clock);
        ahead = probe.clock();
        JsonNode service = service(line, probe.reply());
        requireParties(service, line.party());
        all.add(jobs(service, line.party()));
      } catch (ClientException e) {
        failure = Optional.of(e);
      }
      findings.add(new Diagnosis.PartyFinding(line.party(), line.url(), failure, ahead));
    }
    Map<String, Optional<JobOffer>> offers = new LinkedHashMap<>();
    if (all.size() == findings.size()) {
      for (String name : config.jobs().keySet()) {
        offers.put(
            name,
            all.get(0).stream()
                .filter(job -> job.name().equals(name))
                .findFirst()
                .map(job -> new JobOffer(job, use(job, all))));
      }
    }
    return new Diagnosis(findings, offers);
  }

  private JobOffer.Use use(JobDescription job, List<List<JobDescription>> all) {
    List<JobDescription> offered = new ArrayList<>();
    for (List<JobDescription> party : all) {
      party.stream().filter(job::isSameAs).forEach(offered::add);
    }
    if (offered.size() < all.size()) {
      return JobOffer.Use.PARTIES_DIFFER;
    }
    if (!config.jobs().containsKey(job.name())) {
      return JobOffer.Use.NOT_CONFIGURED;
    }
    if (!config.jobs().get(job.name()).equals(job.digest())) {
      return JobOffer.Use.OTHER_DIGEST;
    }
    if (offered.stream().anyMatch(each -> each.state().equals("suspended"))) {
      return JobOffer.Use.SUSPENDED;
    }
    return offered.stream().anyMatch(each -> each.state().equals("no-stock"))
        ? JobOffer.Use.NO_STOCK
        : JobOffer.Use.OPEN;
  }

  /**
   * Returns what a job takes and gives, as all parties say.
   *
   * @throws BadConfig if the configuration does not name the job
   * @throws PartiesDisagree if the parties say different things, or run something else than the
   *     configuration names
   * @throws RequestFailed if a party does not offer the job to this client
   */
  public JobDescription describe(String name) throws ClientException, InterruptedException {
    String digest = digest(name);
    JobDescription before = known.get(name);
    if (before != null) {
      return before;
    }
    List<List<JobDescription>> all = services();
    JobDescription first = null;
    for (int i = 0; i < all.size(); i++) {
      JobDescription job =
          all.get(i).stream().filter(each -> each.name().equals(name)).findFirst().orElse(null);
      if (job == null) {
        throw RequestFailed.refused(
            i + 1, "no-such-job", "it offers no job '" + name + "' to this client");
      }
      if (!job.digest().equals(digest)) {
        throw new PartiesDisagree(
            "party %d runs something else as job %s than the configuration names: digest %s"
                .formatted(i + 1, name, job.digest()));
      }
      first = first == null ? job : first;
      if (!job.isSameAs(first)) {
        throw new PartiesDisagree(
            "parties 1 and %d offer different inputs or outputs as job %s".formatted(i + 1, name));
      }
    }
    known.put(name, first);
    return first;
  }

  /** Asks again for what a job takes, the next time. */
  void forget(String name) {
    known.remove(name);
  }

  private List<List<JobDescription>> services() throws ClientException, InterruptedException {
    List<JsonNode> services = parties.call(parties.lines(), MpcClient::service);
    List<List<JobDescription>> jobs = new ArrayList<>();
    for (int i = 0; i < services.size(); i++) {
      requireParties(services.get(i), i + 1);
      jobs.add(jobs(services.get(i), i + 1));
    }
    return jobs;
  }

  private static JsonNode service(PartyLine line) throws ClientException, InterruptedException {
    return service(line, line.call(PartyLine.Call.get(SERVICE, MOST_SERVICE_BYTES)));
  }

  private static JsonNode service(PartyLine line, PartyLine.Reply reply) throws RequestFailed {
    if (!reply.isSuccess()) {
      throw RequestFailed.refused(line.party(), reply.code(), reply.detail());
    }
    return PartyLine.json(reply.body());
  }

  private static List<JobDescription> jobs(JsonNode service, int party) throws ServiceUnreachable {
    try {
      return JobDescription.list(service);
    } catch (JobDescription.Malformed e) {
      throw new ServiceUnreachable(
          party,
          "party %d describes its jobs in a form that this client does not know: %s"
              .formatted(party, e.getMessage()),
          e);
    }
  }

  private void requireParties(JsonNode service, int party) throws PartiesDisagree {
    JsonNode shown = service.path("parties");
    boolean same =
        service.path("party").asInt() == party && shown.size() == config.parties().size();
    for (int i = 0; same && i < shown.size(); i++) {
      try {
        Fingerprint pin = Fingerprint.parse(shown.get(i).path("fingerprint").asText());
        same = config.parties().get(i).pins().contains(pin);
      } catch (BadConfig e) {
        same = false;
      }
    }
    if (!same) {
      throw new PartiesDisagree(
          "party %d names other parties, or another order, than the configuration"
              .formatted(party));
    }
  }
}

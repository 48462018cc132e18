package org.schurmpc.service.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.schurmpc.cli.config.ConfigTable;
import org.schurmpc.cli.config.Counts;
import org.schurmpc.cli.config.JobConfig;
import org.schurmpc.cli.config.Nearest;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Pin;

/**
 * Holds the configuration of a service, complete and consistent in itself.
 *
 * @param party this party's index
 * @param settings the table {@code [service]}
 * @param parties the parties, by index
 * @param clients the clients, by name
 * @param stocks the stocks, by name
 * @param jobs the jobs, by name, in the file's order
 */
public record ServiceConfig(
    int party,
    Settings settings,
    List<PartyEntry> parties,
    Map<String, Pin> clients,
    Map<String, Stock> stocks,
    Map<String, JobEntry> jobs) {
  private static final Set<String> KEYS = Set.of("service", "party", "client", "stock", "job");

  public ServiceConfig {
    parties = List.copyOf(parties);
    clients = Collections.unmodifiableMap(new LinkedHashMap<>(clients));
    stocks = Collections.unmodifiableMap(new LinkedHashMap<>(stocks));
    jobs = Collections.unmodifiableMap(new LinkedHashMap<>(jobs));
  }

  /**
   * Describes a party.
   *
   * @param address where it meets other parties
   * @param clients where it meets clients: {@code https://host:port}
   * @param pin the certificates that it may show, to parties and clients
   */
  public record PartyEntry(Endpoint address, URI clients, Pin pin) {}

  /**
   * Holds the table {@code [service]}.
   *
   * @param state the folder of journal, sets and results
   * @param key the file of this party's private key, for parties and clients; empty if whoever
   *     starts the service supplies an identity
   * @param certificate the file of its certificate, likewise
   * @param meet where other parties are heard; empty for this party's own address
   * @param listen where clients are heard
   * @param admin where operators are heard
   * @param adminToken a file that holds the token of operators; empty if the address is a loopback
   *     one and everybody on this machine may
   * @param acceptWithin how long a request may stay without inputs or approval
   * @param idMemory how long ids are refused after their results have gone
   * @param openDeliveries number of requests without inputs that a client may have
   * @param connections number of connections of clients
   * @param stopWithin how long a run may last after a signal to stop
   * @param drivers jars of the drivers of databases that jobs' tables are in
   */
  public record Settings(
      Path state,
      Optional<Path> key,
      Optional<Path> certificate,
      Optional<Endpoint> meet,
      Endpoint listen,
      Endpoint admin,
      Optional<Path> adminToken,
      Duration acceptWithin,
      Duration idMemory,
      int openDeliveries,
      int connections,
      Duration stopWithin,
      List<Path> drivers) {
    private static final Set<String> KEYS =
        Set.of(
            "party",
            "state",
            "key",
            "certificate",
            "meet",
            "listen",
            "admin",
            "admin_token",
            "accept_within",
            "id_memory",
            "open_deliveries",
            "connections",
            "stop_within",
            "drivers");

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration DAY = Duration.ofDays(1);
    private static final int MAX_OPEN = 100_000;
    private static final int MAX_CONNECTIONS = 50_000;

    static Settings of(ConfigTable table) throws BadFile {
      table.requireOnly(KEYS);
      Endpoint admin = endpoint(table, "admin");
      Optional<Path> token = path(table, "admin_token");
      if (token.isEmpty() && !isLoopback(admin)) {
        throw table.wrong(
            "admin", "is no loopback address: name the file of a token, as 'admin_token'");
      }
      return new Settings(
          table.path("state"),
          path(table, "key"),
          path(table, "certificate"),
          table.endpoint("meet"),
          endpoint(table, "listen"),
          admin,
          token,
          Spans.read(table, "accept_within", SECOND, DAY.multipliedBy(30), Duration.ofMinutes(10)),
          Spans.read(table, "id_memory", SECOND, DAY.multipliedBy(3650), DAY.multipliedBy(30)),
          table.number("open_deliveries", 1, MAX_OPEN).orElse(16),
          table.number("connections", 1, MAX_CONNECTIONS).orElse(2_000),
          Spans.read(table, "stop_within", SECOND, DAY, Duration.ofMinutes(1)),
          drivers(table));
    }

    private static List<Path> drivers(ConfigTable table) throws BadFile {
      List<Path> jars = new ArrayList<>();
      for (String jar : table.texts("drivers").orElse(List.of())) {
        try {
          jars.add(table.folder().resolve(jar));
        } catch (InvalidPathException e) {
          throw table.wrong("drivers", "has '" + jar + "', which is no file");
        }
      }
      return jars;
    }

    private static Optional<Path> path(ConfigTable table, String key) throws BadFile {
      return table.has(key) ? Optional.of(table.path(key)) : Optional.empty();
    }

    private static Endpoint endpoint(ConfigTable table, String key) throws BadFile {
      return table.endpoint(key).orElseThrow(() -> table.wrong(key, "is missing"));
    }
  }

  /** Returns whether a host is this machine's own, without asking for names. */
  static boolean isLoopback(Endpoint address) {
    return address.host().equals("localhost")
        || address.host().equals("::1")
        || address.host().matches("127(\\.[0-9]{1,3}){3}");
  }

  /**
   * Reads a configuration.
   *
   * @throws BadFile naming file, line and key, if the file cannot be read or has an unknown key, an
   *     invalid value, a name twice, or a name of something that is not there
   */
  public static ServiceConfig read(Path file) throws BadFile {
    ConfigTable table = ConfigTable.read(file);
    table.requireOnly(KEYS);
    List<PartyEntry> parties = parties(table);
    ConfigTable service =
        table.table("service").orElseThrow(() -> table.wrong("service", "is missing"));
    int party =
        service
            .number("party", 1, parties.size())
            .orElseThrow(() -> service.wrong("party", "is missing"));
    Map<String, Pin> clients = clients(table);
    Map<String, Stock> stocks = stocks(table);
    return new ServiceConfig(
        party - 1,
        Settings.of(service),
        parties,
        clients,
        stocks,
        jobs(table, parties.size(), clients.keySet(), stocks.keySet()));
  }

  private static List<PartyEntry> parties(ConfigTable table) throws BadFile {
    List<PartyEntry> parties = new ArrayList<>();
    for (ConfigTable each : table.tables("party")) {
      each.requireOnly(Set.of("address", "clients", "fingerprint"));
      parties.add(
          new PartyEntry(
              each.endpoint("address").orElseThrow(() -> each.wrong("address", "is missing")),
              address(each),
              pin(each)));
    }
    if (parties.size() < JobConfig.PARTIES || parties.size() > JobConfig.MAX_PARTIES) {
      throw table.wrong(
          "party",
          "is there %s; a service has %d to %d parties"
              .formatted(Counts.times(parties.size()), JobConfig.PARTIES, JobConfig.MAX_PARTIES));
    }
    if (!Pin.allDiffer(parties.stream().map(PartyEntry::pin).toList())) {
      throw table.wrong("party", "has one fingerprint for two parties: each has its own");
    }
    return parties;
  }

  private static URI address(ConfigTable party) throws BadFile {
    String text = party.text("clients").orElseThrow(() -> party.wrong("clients", "is missing"));
    try {
      URI address = new URI(text);
      if ("https".equals(address.getScheme())
          && address.getHost() != null
          && address.getRawPath().isEmpty()
          && address.getRawQuery() == null
          && address.getRawUserInfo() == null
          && address.getPort() <= 0xFFFF) {
        return address;
      }
    } catch (URISyntaxException e) {
      throw party.wrong("clients", "is no address: " + e.getReason());
    }
    throw party.wrong("clients", "is '" + text + "', not https://host:port");
  }

  private static Pin pin(ConfigTable table) throws BadFile {
    return table.pin("fingerprint").orElseThrow(() -> table.wrong("fingerprint", "is missing"));
  }

  private static Map<String, Pin> clients(ConfigTable table) throws BadFile {
    Map<String, Pin> clients = new LinkedHashMap<>();
    Set<Fingerprint> seen = new HashSet<>();
    for (ConfigTable each : table.tables("client")) {
      each.requireOnly(Set.of("name", "fingerprint"));
      String name = JobEntry.name(each, "name");
      Pin pin = pin(each);
      for (Fingerprint fingerprint : pin.accepted()) {
        if (!seen.add(fingerprint)) {
          throw each.wrong("fingerprint", "is that of another client, too");
        }
      }
      if (clients.put(name, pin) != null) {
        throw each.wrong("name", "is '" + name + "', as another client's");
      }
    }
    return clients;
  }

  private static Map<String, Stock> stocks(ConfigTable table) throws BadFile {
    Map<String, Stock> stocks = new LinkedHashMap<>();
    Optional<ConfigTable> all = table.table("stock");
    if (all.isEmpty()) {
      return stocks;
    }
    Set<Path> folders = new HashSet<>();
    for (String name : all.get().keys()) {
      if (!PortUse.isName(name)) {
        throw table.wrong("stock", "has '" + name + "', which is no name");
      }
      ConfigTable each =
          all.get().table(name).orElseThrow(() -> new IllegalStateException("a key just seen"));
      Stock stock = Stock.of(each);
      if (!folders.add(stock.store().toAbsolutePath().normalize())) {
        throw each.wrong("store", "is the store of another stock, too");
      }
      stocks.put(name, stock);
    }
    return stocks;
  }

  private static Map<String, JobEntry> jobs(
      ConfigTable table, int parties, Set<String> clients, Set<String> stocks) throws BadFile {
    Map<String, JobEntry> jobs = new LinkedHashMap<>();
    for (ConfigTable each : table.tables("job")) {
      JobEntry job = JobEntry.of(each, parties);
      if (!stocks.contains(job.stock())) {
        throw each.wrong("stock", unknown(job.stock(), stocks, "[stock.%s]"));
      }
      for (String client : new TreeSet<>(job.clients())) {
        requireClient(each, "clients", client, clients);
      }
      for (String client : job.receivers()) {
        requireClient(each, "outputs", client, clients);
      }
      if (jobs.put(job.name(), job) != null) {
        throw each.wrong("name", "is '" + job.name() + "', as another job's");
      }
    }
    return jobs;
  }

  private static void requireClient(
      ConfigTable table, String key, String client, Set<String> clients) throws BadFile {
    if (!clients.contains(client)) {
      throw table.wrong(key, unknown(client, clients, "[[client]] of the name %s"));
    }
  }

  private static String unknown(String name, Set<String> known, String form) {
    return "names '%s'%s, but there is no %s"
        .formatted(name, Nearest.hint(name, known), form.formatted(name));
  }

  /**
   * Returns the name of whoever shows a certificate to the port of clients, if there is one: of a
   * client, or {@link JobEntry#party} of a party that receives outputs of a job as clients do.
   */
  public Optional<String> client(Fingerprint shown) {
    for (Map.Entry<String, Pin> each : clients.entrySet()) {
      if (each.getValue().accepts(shown)) {
        return Optional.of(each.getKey());
      }
    }
    for (int i = 0; i < parties.size(); i++) {
      String name = JobEntry.party(i);
      if (parties.get(i).pin().accepts(shown)
          && jobs.values().stream().anyMatch(job -> job.delivers(name))) {
        return Optional.of(name);
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the keys that differ from another configuration and cannot change while a service runs:
   * party, store, port and what the service was started with. Empty if the other one can replace
   * this one now.
   */
  public List<String> needRestart(ServiceConfig other) {
    Map<String, String> mine = fixed();
    Map<String, String> theirs = other.fixed();
    Set<String> keys = new TreeSet<>(mine.keySet());
    keys.addAll(theirs.keySet());
    keys.removeIf(key -> mine.getOrDefault(key, "").equals(theirs.getOrDefault(key, "")));
    return List.copyOf(keys);
  }

  private Map<String, String> fixed() {
    Map<String, String> fixed = new TreeMap<>();
    fixed.put("service.party", "" + (party + 1));
    fixed.put("service.state", settings.state().toString());
    fixed.put("service.key", settings.key().toString());
    fixed.put("service.certificate", settings.certificate().toString());
    fixed.put("service.meet", settings.meet().toString());
    fixed.put("service.listen", settings.listen().toString());
    fixed.put("service.admin", settings.admin().toString());
    fixed.put("service.admin_token", settings.adminToken().toString());
    fixed.put("service.connections", "" + settings.connections());
    fixed.put("service.drivers", settings.drivers().toString());
    fixed.put("party", "" + parties.size());
    for (int i = 0; i < parties.size(); i++) {
      fixed.put("party[%d].address".formatted(i + 1), parties.get(i).address().toString());
    }
    stocks.forEach(
        (name, stock) ->
            stock.fixed().forEach((key, value) -> fixed.put("stock." + name + "." + key, value)));
    jobs.forEach(
        (name, job) ->
            job.fixed().forEach((key, value) -> fixed.put("job." + name + "." + key, value)));
    return fixed;
  }
}

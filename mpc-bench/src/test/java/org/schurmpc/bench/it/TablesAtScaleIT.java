package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.client.MpcClient;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.program.ProgramLanguages;
import org.schurmpc.core.program.ProgramOptions;
import org.schurmpc.data.Postgres;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.table.Aggregate;
import org.schurmpc.vm.lib.table.Key;
import org.schurmpc.vm.lib.table.Table;
import org.schurmpc.vm.lib.table.Tables;

/**
 * Joins and intersections of tables with thousands of rows, by two processes; prints what it takes.
 */
@Tag("slow")
@EnabledOnOs(OS.LINUX)
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class TablesAtScaleIT {
  private static final int ROWS = 1024;
  private static final int WARDS = 8;
  private static final int KEYS = 10_000;
  private static final int ROW_BITS = 14;
  private static final IntType KEY = IntType.unsigned(64);
  private static final Duration READY = Duration.ofMinutes(10);

  /** How long a run may take until it counts as hanging. */
  private static final int LIMIT_MINUTES = 15;

  private static final String COLUMNS =
      """
      id = { string = 40, as = "key", from = "patient" }
      """;

  @TempDir private Path folder;

  /** For each ward the number of visits whose patient is in the trial, and their weight. */
  public static final class Wards implements SecureProgram {
    @Override
    public void define(ProgramBuilder b) {
      Tables tables = new Tables(b);
      tables
          .input("visits", 0, ROWS)
          .column("id", KEY)
          .column("ward", IntType.unsigned(3))
          .column("weight", IntType.signed(21))
          .padded()
          .sorted(Key.ascending("id"))
          .table()
          .join(
              tables.input("trials", 1, ROWS).column("id", KEY).padded().sortedUnique("id").table(),
              "id")
          .groupBy(List.of("ward"), Aggregate.count("patients"), Aggregate.sum("weight", "weight"))
          .limit(WARDS)
          .reveal("outcome");
    }
  }

  /** The numbers of party 1's rows whose key is one of party 2's. */
  public static final class Members implements SecureProgram {
    @Override
    public void define(ProgramBuilder b) {
      Tables tables = new Tables(b);
      Key order = Key.ascending("id");
      tables
          .input("mine", 0, KEYS)
          .column("id", KEY)
          .column("row", IntType.unsigned(ROW_BITS))
          .padded()
          .sorted(order)
          .table()
          .semiJoin(
              tables.input("theirs", 1, KEYS).column("id", KEY).padded().sorted(order).table(),
              "id")
          .select("row")
          .revealTo(0, "members");
    }
  }

  /** A visit of a patient; the weight is in hundredths. */
  private record Visit(String patient, int ward, int weight) {
    String text() {
      return "%s,%s,%d.%02d".formatted(patient, (char) ('A' + ward), weight / 100, weight % 100);
    }
  }

  private static List<Visit> visits(Random random) {
    List<Visit> visits = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      String patient = "P-" + random.nextInt(ROWS);
      visits.add(new Visit(patient, random.nextInt(WARDS), random.nextInt(999_999)));
    }
    return visits;
  }

  private static List<String> trials(Random random) {
    Set<String> patients = new HashSet<>();
    while (patients.size() < ROWS) {
      patients.add("P-" + random.nextInt(2 * ROWS));
    }
    return List.copyOf(patients);
  }

  private static String digestOf(Class<? extends SecureProgram> source, Path file)
      throws Exception {
    ProgramOptions options =
        new ProgramOptions(
            "p128", Optional.empty(), 2, Optional.empty(), OptionalInt.empty(), new TreeMap<>());
    CompiledProgram program = ProgramLanguages.only().compile(source, options);
    Files.write(file, program.bytes());
    return program.digest();
  }

  private static String table(String name, String place, int rows, String order, String columns) {
    return "[table.%s]\n%srows = %d\n%s = [\"id\"]\n[table.%1$s.columns]\n%s"
        .formatted(name, place, rows, order, columns);
  }

  private static String visitsTable(String place) {
    return table(
        "visits",
        place,
        ROWS,
        "order",
        COLUMNS
            + "ward = { one_of = [\"A\", \"B\", \"C\", \"D\", \"E\", \"F\", \"G\", \"H\"] }\n"
            + "weight = { decimal = [6, 2] }\n");
  }

  private static String trialsTable(String place) {
    return table("trials", place, ROWS, "key", COLUMNS);
  }

  private static String outcome(String place) {
    return "[result.outcome]\n%s[result.outcome.columns]\n".formatted(place)
        + "ward = { one_of = [\"A\", \"B\", \"C\", \"D\", \"E\", \"F\", \"G\", \"H\"] }\n"
        + "patients = { integer = [0, %d] }\n".formatted(ROWS)
        + "weight = { decimal = [9, 2] }\n";
  }

  private static String csv(String file) {
    return "csv = \"%s\"\n".formatted(file);
  }

  // ------------------------------------------------------------------ two processes

  /** Runs a program between two processes, and returns what party 1 reports. */
  private JsonNode run(String what, ServiceParties keys, Path program, List<String> sources)
      throws Exception {
    Path config = folder.resolve("job.toml");
    Files.writeString(config, keys.runOf(program));
    List<BenchRun> runs = new ArrayList<>();
    long from = System.nanoTime();
    try {
      for (int party = 1; party <= 2; party++) {
        List<String> line = new ArrayList<>(List.of("program", "run", "--config", config + ""));
        line.addAll(List.of("--party", party + "", "--preprocessing", sources.get(party - 1)));
        line.addAll(keys.identity(party));
        line.addAll(List.of("--data", folder.resolve("data-%d.toml".formatted(party)) + ""));
        line.addAll(List.of("--json", folder.resolve("report-%d.json".formatted(party)) + ""));
        runs.add(BenchJar.startAsUsersDo(folder, line.toArray(String[]::new)));
      }
      for (BenchRun each : runs) {
        assertTrue(each.ended(TimeUnit.MINUTES.toMillis(LIMIT_MINUTES)), what + " hangs");
        each.expect(0);
      }
    } finally {
      runs.forEach(BenchRun::close);
    }
    double seconds = (System.nanoTime() - from) / 1e9;
    JsonNode report = new ObjectMapper().readTree(folder.resolve("report-1.json").toFile());
    System.out.printf(
        "%s: %.1f s with the starts of both, party 1 sent %.1f MB; ms by phase %s%n",
        what, seconds, sent(report) / 1e6, report.get("phases_ms"));
    return report;
  }

  private static long sent(JsonNode report) {
    long bytes = 0;
    for (JsonNode each : report.get("bytes_sent")) {
      bytes += each.asLong();
    }
    return bytes;
  }

  private void writeCsv(Random random) throws Exception {
    List<String> visits = new ArrayList<>(List.of("patient,ward,weight"));
    visits(random).forEach(each -> visits.add(each.text()));
    Files.write(folder.resolve("visits.csv"), visits);
    List<String> trials = new ArrayList<>(List.of("patient"));
    trials.addAll(trials(random));
    Files.write(folder.resolve("trials.csv"), trials);
  }

  /** Returns the rows that a query over both files gives. */
  private static List<String> expected(Random random) {
    List<Visit> visits = visits(random);
    Set<String> trials = Set.copyOf(trials(random));
    List<String> rows = new ArrayList<>();
    for (int ward = 0; ward < WARDS; ward++) {
      int its = ward;
      List<Visit> hits =
          visits.stream().filter(v -> v.ward == its && trials.contains(v.patient)).toList();
      BigDecimal weight = BigDecimal.valueOf(hits.stream().mapToLong(Visit::weight).sum(), 2);
      rows.add("%s,%d,%s".formatted((char) ('A' + ward), hits.size(), weight));
    }
    return rows;
  }

  @Test
  void tablesAreJoinedAndGroupedFromNothing() throws Exception {
    ServiceParties keys = new ServiceParties(folder, "");
    writeCsv(new Random(1));
    Files.writeString(
        folder.resolve("data-1.toml"), visitsTable(csv("visits.csv")) + outcome(csv("out-1.csv")));
    Files.writeString(
        folder.resolve("data-2.toml"), trialsTable(csv("trials.csv")) + outcome(csv("out-2.csv")));
    Path program = folder.resolve("wards.vm");
    digestOf(Wards.class, program);
    String what = "%,d and %1$,d rows joined and grouped, from nothing".formatted(ROWS);
    JsonNode report = run(what, keys, program, List.of("ot", "ot"));
    for (int party = 1; party <= 2; party++) {
      List<String> rows = Files.readAllLines(folder.resolve("out-%d.csv".formatted(party)));
      assertEquals("ward,patients,weight", rows.get(0));
      assertEquals(expected(new Random(1)), rows.subList(1, rows.size()));
    }
    assertTrue(sent(report) < 1e9, sent(report) + " bytes");
  }

  /** A join of as many rows as an argument says. */
  public static final class Large implements SecureProgram {
    @Override
    public void define(ProgramBuilder b) {
      int rows = (int) b.argument("rows");
      Tables tables = new Tables(b);
      Table visits =
          tables
              .input("visits", 0, rows)
              .column("id", KEY)
              .column("weight", IntType.unsigned(16))
              .padded()
              .sorted(Key.ascending("id"))
              .table();
      Table trials =
          tables
              .input("trials", 1, rows)
              .column("id", KEY)
              .column("group", IntType.unsigned(3))
              .padded()
              .sortedUnique("id")
              .table();
      visits.join(trials, "id").reveal("joined");
    }
  }

  @Test
  void aJoinOfManyRowsIsCompiledWithinTwoGigabytes() throws Exception {
    Path program = folder.resolve("large.vm");
    String classes = jarOf(Large.class).toString();
    String[] compile = {"program", "compile", Large.class.getName(), "--arg", "rows=16384"};
    String[] files = {"--class-path", classes, "--out", program.toString()};
    String[] line = Stream.of(compile, files).flatMap(Stream::of).toArray(String[]::new);
    try (BenchRun run = BenchJar.startWith("-Xmx1800m", folder, line)) {
      run.expect(0);
    }
    String[] cost = {"program", "cost", program.toString()};
    try (BenchRun run = BenchJar.startWith("-Xmx1800m", folder, cost)) {
      String said = run.expect(0).out();
      System.out.println(said);
      assertTrue(said.contains("Own preprocessing from nothing"), said);
    }
  }

  @Test
  void membersOfTwoSetsWithDuplicates() throws Exception {
    Random random = new Random(2);
    List<String> mine = draw(random, 0);
    List<String> theirs = draw(random, KEYS / 3);
    Files.writeString(folder.resolve("theirs.csv"), "patient\n" + String.join("\n", theirs));
    List<String> rows = new ArrayList<>(List.of("patient,row"));
    IntStream.range(0, KEYS).forEach(i -> rows.add(mine.get(i) + "," + i));
    Files.write(folder.resolve("mine.csv"), rows);
    String number = "row = { integer = [0, %d] }\n".formatted((1 << ROW_BITS) - 1);
    Files.writeString(
        folder.resolve("data-1.toml"),
        table("mine", csv("mine.csv"), KEYS, "order", COLUMNS + number)
            + "[result.members]\n%s[result.members.columns]\n%s"
                .formatted(csv("members.csv"), number));
    Files.writeString(
        folder.resolve("data-2.toml"), table("theirs", csv("theirs.csv"), KEYS, "order", COLUMNS));
    ServiceParties keys = new ServiceParties(folder, "");
    Path program = folder.resolve("members.vm");
    digestOf(Members.class, program);
    Set<String> others = Set.copyOf(theirs);
    List<Integer> members =
        IntStream.range(0, KEYS).filter(i -> others.contains(mine.get(i))).boxed().toList();
    String what = "members of %,d and %1$,d keys".formatted(KEYS);
    run(what + ", from nothing", keys, program, List.of("ot", "ot"));
    assertEquals(members, members());
    List<String> stores = prepare(keys);
    run(what + ", with material ready", keys, program, stores);
    assertEquals(members, members());
  }

  private static List<String> draw(Random random, int from) {
    return random.ints(KEYS, from, from + KEYS / 2).mapToObj(i -> "P-" + i).toList();
  }

  private List<Integer> members() throws Exception {
    List<String> rows = Files.readAllLines(folder.resolve("members.csv"));
    return rows.stream().skip(1).map(Integer::valueOf).sorted().toList();
  }

  private List<String> prepare(ServiceParties keys) throws Exception {
    List<String> sources = new ArrayList<>();
    List<BenchRun> runs = new ArrayList<>();
    try {
      for (int party = 1; party <= 2; party++) {
        Path store = folder.resolve("made-" + party);
        List<String> line = new ArrayList<>(List.of("prepare", "--config"));
        line.addAll(List.of(folder.resolve("job.toml").toString(), "--party", party + ""));
        line.addAll(List.of("--store", store.toString(), "--blocks", "1"));
        line.addAll(keys.identity(party));
        runs.add(BenchJar.startAsUsersDo(folder, line.toArray(String[]::new)));
        sources.add("store:" + store);
      }
      for (BenchRun each : runs) {
        assertTrue(each.ended(TimeUnit.MINUTES.toMillis(LIMIT_MINUTES)), "prepare hangs");
        each.expect(0);
      }
    } finally {
      runs.forEach(BenchRun::close);
    }
    return sources;
  }

  // ------------------------------------------------------------------ two services

  private static final List<String> KINDS = List.of("postgres", "sqlite", "csv");

  private static final String STOCK =
      """
      [stock.numbers]
      protocol = "spdz"
      store = "numbers-%1$d"
      options = { field = "p128", tinyot-bits = 40 }
      """;

  private static final String JOB =
      """
      [[job]]
      name = "KIND"
      program = "wards.vm"
      digest = "DIGEST"
      stock = "numbers"
      inputs = ["party1:visits", "party2:trials"]
      outputs = ["party1:outcome"]
      data = "KIND-%1$d.toml"
      clients = ["till"]
      """;

  private static void sql(String url, String... statements) throws SQLException {
    try (Connection connection = connect(url);
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  private static Connection connect(String url) throws SQLException {
    return url.contains("sqlite")
        ? DriverManager.getConnection(url)
        : DriverManager.getConnection(url, "postgres", "");
  }

  private static List<String> query(String url, String query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Connection connection = connect(url);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      while (result.next()) {
        String weight = new BigDecimal(result.getString(3)).setScale(2).toString();
        rows.add("%s,%s,%s".formatted(result.getString(1), result.getString(2), weight));
      }
    }
    return rows;
  }

  private static void fill(String url, String insert, List<Object[]> rows) throws SQLException {
    try (Connection connection = connect(url);
        PreparedStatement statement = connection.prepareStatement(insert)) {
      connection.setAutoCommit(false);
      for (Object[] row : rows) {
        for (int i = 0; i < row.length; i++) {
          statement.setObject(i + 1, row[i]);
        }
        statement.addBatch();
      }
      statement.executeBatch();
      connection.commit();
    }
  }

  private static final String OUTCOME = "create table outcome (ward text, patients integer, weight";
  private static final String RUNS =
      "create table schur_mpc_runs (run varchar(64) primary key, digest varchar(64) not null)";
  private static final String BY_WARD =
      "select ward, count(*), sum(weight) from visit join trial on visit.patient = trial.patient"
          + " group by ward order by ward";

  /** Makes the tables of both parties, the same rows in each kind of place. */
  private String tables(Postgres server) throws Exception {
    writeCsv(new Random(3));
    List<Object[]> visits = new ArrayList<>();
    List<Object[]> sqlite = new ArrayList<>();
    Random random = new Random(3);
    for (Visit each : visits(random)) {
      String ward = Character.toString('A' + each.ward);
      BigDecimal weight = BigDecimal.valueOf(each.weight, 2);
      visits.add(new Object[] {each.patient, ward, weight});
      sqlite.add(new Object[] {each.patient, ward, weight.toString()});
    }
    List<Object[]> trials = trials(random).stream().map(each -> new Object[] {each}).toList();
    String insertVisit = "insert into visit values (?, ?, ?)";
    String insertTrial = "insert into trial values (?)";
    sql(server.url("postgres"), "create database north", "create database south");
    String visit = "create table visit (patient varchar(40), ward text, weight numeric(6, 2))";
    String trial = "create table trial (patient varchar(40))";
    String role = "create role mpc login password 'a word'";
    sql(server.url("north"), role, visit, trial, OUTCOME + " numeric(9, 2))", RUNS);
    sql(server.url("north"), "grant select, insert on visit, outcome, schur_mpc_runs to mpc");
    sql(server.url("south"), trial, "grant select on trial to mpc");
    fill(server.url("north"), insertVisit, visits);
    fill(server.url("south"), insertTrial, trials);
    fill(server.url("north"), insertTrial, trials); // for the query that is compared alone
    String north = "jdbc:sqlite:" + folder.resolve("north.db");
    sql(north, "create table visit (patient text, ward text, weight text)");
    sql(north, OUTCOME + " text)", RUNS);
    sql("jdbc:sqlite:" + folder.resolve("files.db"), OUTCOME + " text)", RUNS);
    fill(north, insertVisit, sqlite);
    String south = "jdbc:sqlite:" + folder.resolve("south.db");
    sql(south, trial);
    fill(south, insertTrial, trials);
    return server.url("north");
  }

  private void describe(String kind, String north, String south) throws Exception {
    String visits = "query = \"select patient, ward, weight from visit\"\n";
    String trials = "query = \"select patient from trial\"\n";
    String into = "into = \"outcome\"\n"; // results of services go to databases
    boolean file = kind.equals("csv");
    Files.writeString(
        folder.resolve(kind + "-1.toml"),
        visitsTable(file ? csv("visits.csv") : north + visits) + outcome(north + into));
    Files.writeString(
        folder.resolve(kind + "-2.toml"), trialsTable(file ? csv("trials.csv") : south + trials));
  }

  @Test
  void servicesJoinTablesOfDatabasesAndFiles() throws Exception {
    Optional<Postgres> started = Postgres.start();
    Assumptions.assumeTrue(started.isPresent(), "PostgreSQL is not installed");
    try (Postgres server = started.get()) {
      String north = tables(server);
      String digest = digestOf(Wards.class, folder.resolve("wards.vm"));
      StringBuilder jobs = new StringBuilder(STOCK);
      KINDS.forEach(kind -> jobs.append(JOB.replace("KIND", kind).replace("DIGEST", digest)));
      ServiceParties parties = new ServiceParties(folder, 2, List.of("till"), jobs.toString());
      parties.secret("word.pw", "a word\n");
      String login = "jdbc = \"%s\"\nuser = \"mpc\"\npassword_file = \"word.pw\"\n";
      describe("postgres", login.formatted(north), login.formatted(server.url("south")));
      String file = "jdbc = \"jdbc:sqlite:%s\"\n";
      describe(
          "sqlite",
          file.formatted(folder.resolve("north.db")),
          file.formatted(folder.resolve("south.db")));
      describe("csv", file.formatted(folder.resolve("files.db")), "");
      for (int party = 1; party <= 2; party++) {
        Path config = parties.config(party);
        String drivers =
            "[service]\ndrivers = [\"%s\", \"%s\"]\n"
                .formatted(jarOf(org.postgresql.Driver.class), jarOf(org.sqlite.JDBC.class));
        Files.writeString(config, Files.readString(config).replace("[service]\n", drivers));
      }
      compare(parties, north);
    }
  }

  private static Path jarOf(Class<?> driver) throws Exception {
    return Path.of(driver.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private void compare(ServiceParties parties, String north) throws Exception {
    List<String> expected = query(north, BY_WARD);
    assertEquals(expected(new Random(3)), expected);
    MpcClient client = MpcClient.read(parties.client());
    String all = "select ward, patients, weight from outcome order by ward";
    try (ServiceProcesses services = new ServiceProcesses(parties)) {
      services.startAll(READY);
      for (String kind : KINDS) {
        long from = System.nanoTime();
        client.job(kind).submit(UUID.randomUUID()).await(READY);
        System.out.printf("%s: %.1f s%n", kind, (System.nanoTime() - from) / 1e9);
      }
      Map<String, String> places =
          Map.of(
              "postgres", north,
              "sqlite", "jdbc:sqlite:" + folder.resolve("north.db"),
              "csv", "jdbc:sqlite:" + folder.resolve("files.db"));
      for (Map.Entry<String, String> each : places.entrySet()) {
        long until = System.nanoTime() + READY.toNanos();
        while (query(each.getValue(), all).isEmpty()) {
          assertTrue(System.nanoTime() < until, services::said);
          TimeUnit.MILLISECONDS.sleep(100);
        }
        assertEquals(expected, query(each.getValue(), all), each.getKey());
      }
      services.stopAll();
    }
  }
}

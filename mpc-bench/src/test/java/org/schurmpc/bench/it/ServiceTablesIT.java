package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.client.MpcClient;
import org.schurmpc.client.Request;
import org.schurmpc.data.Postgres;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.Equality;

/**
 * Two services whose job takes a table of each party's database and inserts its result into one of
 * them: rows are those that one query over both would give, once, whoever is killed when.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class ServiceTablesIT {
  private static final int ROWS = 8;
  private static final int GROUPS = 2;
  private static final int KEY_BITS = 64;
  private static final int WEIGHT_BITS = 21;
  private static final Duration READY = Duration.ofMinutes(5);
  private static final Duration ANSWER = Duration.ofMinutes(5);
  private static final String PASSWORD = "a password of the north";

  private static final String JOBS =
      """
      [stock.numbers]
      protocol = "spdz"
      store = "numbers-%%1$d"
      options = { field = "p128" }
      low = { triple = 1000 }
      high = { triple = 110000 }
      [[job]]
      name = "treated"
      program = "treated.bin"
      digest = "%s"
      stock = "numbers"
      inputs = ["party1:visits", "party2:trials"]
      outputs = ["party1:outcome"]
      data = "data-%%1$d.toml"
      clients = ["till"]
      rerun = "deterministic"
      """;

  @TempDir private Path folder;
  private Postgres server;
  private ServiceParties parties;
  private MpcClient client;

  /** For each group the number of visits whose patient is in the trial, and their weight. */
  public static final class Treated implements SecureProgram {
    @Override
    public void define(ProgramBuilder b) {
      IntType key = IntType.unsigned(KEY_BITS);
      IntType bit = IntType.unsigned(1);
      SecretInts id = b.inputs("visits_id", 0, key, ROWS);
      SecretInts ward = b.inputs("visits_ward", 0, bit, ROWS);
      SecretInts weight = b.inputs("visits_weight", 0, IntType.signed(WEIGHT_BITS), ROWS);
      SecretInts there = b.inputs("visits_valid", 0, bit, ROWS);
      SecretInts patient = b.inputs("trials_id", 1, key, ROWS);
      SecretInts counted = b.inputs("trials_valid", 1, bit, ROWS);
      Equality equality = new Equality(b);
      SecretInts hits = null;
      for (int i = 0; i < ROWS; i++) {
        SecretInts more = equality.isZero(id.minus(patient.get(i))).asInts().times(counted.get(i));
        hits = hits == null ? more : hits.plus(more);
      }
      hits = hits.times(there);
      SecretInt[] wards = new SecretInt[GROUPS];
      SecretInt[] patients = new SecretInt[GROUPS];
      SecretInt[] weights = new SecretInt[GROUPS];
      for (int i = 0; i < GROUPS; i++) {
        SecretInts here = hits.times(equality.of(ward, i).asInts());
        wards[i] = b.secret(i);
        patients[i] = here.sum();
        weights[i] = here.dot(weight);
      }
      b.output("outcome_ward", SecretInts.of(wards));
      b.output("outcome_patients", SecretInts.of(patients));
      b.output("outcome_weight", SecretInts.of(weights));
    }
  }

  @BeforeEach
  void begin() throws Exception {
    Optional<Postgres> started = Postgres.start();
    Assumptions.assumeTrue(started.isPresent(), "PostgreSQL is not installed");
    server = started.get();
    sql("postgres", "create database north", "create database south");
    sql(
        "north",
        "create role mpc login password '" + PASSWORD + "'",
        "create table visit (patient varchar(40), ward text, weight numeric(6, 2))",
        "insert into visit values ('P-11', 'A', 71.50), ('P-12', 'B', 80.25), ('P-13', 'A', 64.00),"
            + " ('P-14', 'B', -0.01), ('Müller 3', 'B', 58.75)",
        "create table outcome (ward text, patients integer, weight numeric(9, 2))",
        "create table schur_mpc_runs (run varchar(64) primary key, digest varchar(64) not null)",
        "grant select, insert on visit, outcome, schur_mpc_runs to mpc");
    sql(
        "south",
        "create table trial (patient varchar(40))",
        "insert into trial values ('P-13'), ('P-12'), ('P-99'), ('Müller 3')",
        "grant select on trial to mpc");
    String digest = TagsAndPairs.compile(Treated.class, 2, folder.resolve("treated.bin"));
    parties = new ServiceParties(folder, 2, List.of("till"), JOBS.formatted(digest));
    parties.secret("north.pw", PASSWORD + "\n");
    Files.writeString(folder.resolve("data-1.toml"), visits() + outcome());
    Files.writeString(folder.resolve("data-2.toml"), trials());
    Path driver =
        Path.of(
            org.postgresql.Driver.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    for (int party = 1; party <= 2; party++) {
      Path config = parties.config(party);
      String drivers = "[service]\ndrivers = [\"%s\"]\n".formatted(driver);
      Files.writeString(config, Files.readString(config).replace("[service]\n", drivers));
    }
    client = MpcClient.read(parties.client());
  }

  @AfterEach
  void end() throws Exception {
    if (server != null) {
      server.close();
    }
  }

  private String place(String database) {
    return "jdbc = \"%s\"\nuser = \"mpc\"\npassword_file = \"north.pw\"\n"
        .formatted(server.url(database));
  }

  private String visits() {
    return """
        [table.visits]
        %squery = "select patient, ward, weight from visit"
        rows = %d
        [table.visits.columns]
        id = { string = 40, as = "key", from = "patient" }
        ward = { one_of = ["A", "B"] }
        weight = { decimal = [6, 2] }
        """
        .formatted(place("north"), ROWS);
  }

  private String outcome() {
    return """
        [result.outcome]
        %sinto = "outcome"
        [result.outcome.columns]
        ward = { one_of = ["A", "B"] }
        patients = { integer = [0, %d] }
        weight = { decimal = [9, 2] }
        """
        .formatted(place("north"), ROWS);
  }

  private String trials() {
    return """
        [table.trials]
        %squery = "select patient from trial"
        rows = %d
        [table.trials.columns]
        id = { string = 40, as = "key", from = "patient" }
        """
        .formatted(place("south"), ROWS);
  }

  private void sql(String database, String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(server.url(database), "postgres", "");
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  private List<String> query(String query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(server.url("north"), "postgres", "");
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      while (result.next()) {
        rows.add(result.getString(1));
      }
    }
    return rows;
  }

  private long runs() throws SQLException {
    return Long.parseLong(query("select count(*) from schur_mpc_runs").get(0));
  }

  private List<String> rows() throws SQLException {
    return query("select ward || ' ' || patients || ' ' || weight from outcome order by 1");
  }

  private void awaitRuns(long wanted, ServiceProcesses services) throws Exception {
    long until = System.nanoTime() + ANSWER.toNanos();
    while (runs() < wanted) {
      assertTrue(System.nanoTime() < until, services::said);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private Request ask() throws Exception {
    return client.job("treated").submit(UUID.randomUUID());
  }

  @Test
  void tablesOfBothPartiesBecomeRows() throws Exception {
    try (ServiceProcesses services = new ServiceProcesses(parties)) {
      services.startAll(READY);
      ask().await(ANSWER);
      awaitRuns(1, services);
      assertEquals(List.of("A 1 64.00", "B 2 139.00"), rows());
      // New rows hold for the next request; a database that is away holds its results back.
      sql("north", "update visit set weight = 1 where patient = 'P-13'");
      sql("north", "alter table outcome rename to away");
      ask().await(ANSWER);
      TimeUnit.SECONDS.sleep(3);
      assertEquals(1, runs());
      sql("north", "alter table away rename to outcome");
      awaitRuns(2, services);
      assertEquals(List.of("A 1 1.00", "A 1 64.00", "B 2 139.00", "B 2 139.00"), rows());
      // A result that the table refuses waits, and those behind it do not.
      sql("north", "alter table outcome add constraint not_two check (weight <> 2.00)");
      sql("north", "update visit set weight = 2 where patient = 'P-13'");
      ask().await(ANSWER);
      sql("north", "update visit set weight = 3 where patient = 'P-13'");
      ask().await(ANSWER);
      awaitRuns(3, services);
      assertTrue(rows().contains("A 1 3.00") && !rows().contains("A 1 2.00"), rows() + "");
      sql("north", "alter table outcome drop constraint not_two");
      awaitRuns(4, services);
      assertTrue(rows().contains("A 1 2.00"), rows() + "");
      services.stopAll();
      assertSaysNothing(services);
    }
    try (Stream<Path> left = Files.list(folder.resolve("state-1").resolve("results"))) {
      assertEquals(0, left.count(), "requests that nobody needs any more");
    }
  }

  private static void assertSaysNothing(ServiceProcesses services) {
    String said = services.said();
    for (String secret : List.of(PASSWORD, "P-13", "64.00", "6400")) {
      assertFalse(said.contains(secret), said);
    }
    assertTrue(said.contains("results wait for their table: result outcome"), said);
  }

  /** Waits until no more material is made: from then on half of it is used first. */
  private static void awaitFullStock(ServiceProcesses services) throws Exception {
    double before = 0;
    for (int same = 0; same < 5; ) {
      TimeUnit.SECONDS.sleep(2);
      double now = services.metric(1, "schur_stock_items{kind=\"runs of treated\"");
      same = now == before ? same + 1 : 0;
      before = now;
    }
    System.out.printf("material of %.0f runs%n", before);
  }

  /** Each party is killed at some time between a request and its rows. */
  @Test
  @Tag("slow")
  void rowsAreInsertedOnceWhoeverIsKilled() throws Exception {
    Random random = new Random();
    int rounds = Integer.getInteger("tables.kills", 20);
    try (ServiceProcesses services = new ServiceProcesses(parties)) {
      services.startAll(READY);
      ask().await(ANSWER);
      awaitRuns(1, services);
      awaitFullStock(services); // a kill while SPDZ makes material may cost the key of a store
      int early = 0;
      for (int round = 1; round <= rounds; round++) {
        Request request = ask();
        request.await(ANSWER);
        TimeUnit.MILLISECONDS.sleep(random.nextInt(1200)); // the writer looks once a second
        services.kill(1);
        early += runs() == round ? 1 : 0;
        services.start(1);
        services.awaitReady(READY);
        awaitRuns(round + 1, services);
      }
      TimeUnit.SECONDS.sleep(5);
      assertEquals(rounds + 1, runs());
      assertEquals(GROUPS * (rounds + 1), rows().size());
      System.out.printf("%d kills, of which %d before the rows were there%n", rounds, early);
      assertTrue(early > 0, "no kill came between a run and its rows");
      services.stopAll();
    }
  }
}

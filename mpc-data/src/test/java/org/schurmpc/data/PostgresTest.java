package org.schurmpc.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.program.ProgramPort;

class PostgresTest extends DatabaseCases {
  private static Optional<Postgres> server = Optional.empty();
  private static int databases;
  private String database;

  @BeforeAll
  static void start() throws Exception {
    server = Postgres.start();
    Assumptions.assumeTrue(server.isPresent(), "PostgreSQL is not installed");
    administer("create role mpc login password '" + PASSWORD + "'");
  }

  @AfterAll
  static void stop() throws Exception {
    if (server.isPresent()) {
      server.get().close();
    }
  }

  private static void administer(String sql) throws Exception {
    try (Connection connection =
            DriverManager.getConnection(server.orElseThrow().url("postgres") + "?user=postgres");
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @BeforeEach
  void create() throws Exception {
    databases++;
    database = "test" + databases;
    administer("create database %s owner mpc".formatted(database));
  }

  @Override
  String url() {
    return server.orElseThrow().url(database);
  }

  @Override
  Connection connect() throws Exception {
    return DriverManager.getConnection(url(), "mpc", PASSWORD);
  }

  @Override
  String exact() {
    return "numeric(19, 4)";
  }

  @Override
  String login() {
    return "user = \"mpc\"\npassword_file = \"pw\"\ntimeout = 20\n";
  }

  @Test
  void timesWithZonesAreThoseOfUtc() throws Exception {
    sql(
        "set time zone 'Asia/Tokyo'",
        "create table v (c timestamptz)",
        "insert into v values ('2024-03-01 00:00:00+02')");
    assertEquals(
        "3600 0 0 0 0 0",
        column(
            "select c from v",
            "timestamp = [\"2024-02-29T21:00:00Z\", \"2024-03-01T00:00:00Z\"]",
            Folder.port("c", 14, 6)));
    assertFails(
        "table t, row 1, column c: the value has a fraction of a second: let the query cut it off",
        "select c + interval '1 millisecond' as c from v",
        "timestamp = [\"2024-02-29T21:00:00Z\", \"2024-03-01T00:00:00Z\"]",
        Folder.port("c", 14, 6));
  }

  @Test
  void aWrongPassword() throws Exception {
    folder.withSecret("pw", "planted-4711-not\n");
    assertFails(
        "table t: the database refuses the user or the password (SQLSTATE 28P01)",
        "select 1 as c",
        "integer = [0, 9]",
        port(4));
    assertFalse(server.orElseThrow().log().contains(PASSWORD + "-not"));
  }

  @Test
  void aSlowQueryIsStopped() throws Exception {
    assertFails(
        "table t: the database took longer than its timeout of 1 s (SQLSTATE 57014)",
        toml("select 1 as c from pg_sleep(60)", "", "c = { integer = [0, 9] }")
            .replace("timeout = 20", "timeout = 1"),
        port(4));
  }

  /** Rows come in portions; the connection ends when the fourth is asked for. */
  @Test
  void aConnectionThatIsLostInTheMiddle() throws Exception {
    String query =
        "select case when n < 4 then n else pg_terminate_backend(pg_backend_pid())::int end as c"
            + " from generate_series(1, 5) n";
    assertFails(
        "table t: the database cannot be reached, or the connection was lost (SQLSTATE 57P01)",
        toml(query, "", "c = { integer = [0, 9] }").replace("timeout", "fetch = 2\ntimeout"),
        port(4));
  }

  @Test
  void aServerThatIsNotThere() throws Exception {
    int port = server.orElseThrow().port();
    String toml = toml("select 1 as c", "", "c = { integer = [0, 9] }");
    assertFails(
        "table t: the database cannot be reached, or the connection was lost (SQLSTATE 08001)",
        toml.replace(":" + port + "/", ":1/"),
        port(4));
  }

  @Test
  void whatIsGone() throws Exception {
    sql("create table v (x integer)");
    ProgramPort c = port(4);
    assertFails(
        "table t: the statement names a column that is not there (SQLSTATE 42703)",
        "select c from v",
        "integer = [0, 9]",
        c);
    assertFails(
        "table t: the statement names a table that is not there (SQLSTATE 42P01)",
        "select c from w",
        "integer = [0, 9]",
        c);
    assertFails(
        "table t: a value does not fit the type that the statement gives it (SQLSTATE 22P02)",
        "select cast(s as integer) as c from (values ('secret')) as t(s)",
        "integer = [0, 9]",
        c);
  }
}

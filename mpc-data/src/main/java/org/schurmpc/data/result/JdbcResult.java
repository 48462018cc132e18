package org.schurmpc.data.result;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.data.config.Database;
import org.schurmpc.data.config.Place;
import org.schurmpc.data.config.SourceTable;
import org.schurmpc.data.schema.Column;
import org.schurmpc.data.source.Connector;
import org.schurmpc.data.source.SqlFailure;
import org.schurmpc.data.source.StatementLimit;

/**
 * Inserts rows into tables of a database, in one transaction with a row of {@code schur_mpc_runs},
 * whose primary key is the name of the run: so the rows of a run are there once or not at all.
 */
final class JdbcResult implements ResultWriter {
  private static final String RUNS = "schur_mpc_runs";
  private static final int BATCH = 1_000;

  private final Database database;
  private final List<SourceTable> results;
  private final ClassLoader drivers;

  /**
   * Creates a writer; nothing is connected.
   *
   * @param results those that go to this database, at least one
   */
  JdbcResult(Database database, List<SourceTable> results, ClassLoader drivers) {
    this.database = database;
    this.results = results;
    this.drivers = drivers;
  }

  private static String name(SourceTable result) {
    return "result " + result.schema().name();
  }

  private String name() {
    return name(results.get(0));
  }

  private static String columns(SourceTable result) {
    return String.join(", ", result.schema().columns().stream().map(Column::from).toList());
  }

  private static String table(SourceTable result) {
    return ((Place.Jdbc) result.place()).statement();
  }

  @Override
  public void check(String run) throws BadFile {
    Connection connection = Connector.connect(name(), database, true, drivers);
    try {
      requireRuns(connection, run);
      for (SourceTable result : results) {
        requireTable(connection, result);
      }
    } finally {
      Connector.close(connection);
    }
  }

  private void requireTable(Connection connection, SourceTable result) throws BadFile {
    try (Statement statement = connection.createStatement()) {
      statement
          .executeQuery("select %s from %s where 1 = 0".formatted(columns(result), table(result)))
          .close();
    } catch (SQLException e) {
      throw SqlFailure.of(name(result), e, null);
    }
  }

  /** Requires that runs are noted under a primary key, and that this run is not. */
  private void requireRuns(Connection connection, String run) throws BadFile {
    try {
      if (!List.of("run").equals(primaryKey(connection.getMetaData()))) {
        throw new BadFile(
            "%s: the database has no table %s with the primary key run: create table %s (run"
                    .formatted(name(), RUNS, RUNS)
                + " varchar(64) primary key, digest varchar(64) not null)");
      }
      if (isNoted(connection, run)) {
        throw already(run);
      }
    } catch (SQLException e) {
      throw SqlFailure.of(name(), e, null);
    }
  }

  private static boolean isNoted(Connection connection, String run) throws SQLException {
    try (PreparedStatement known =
        connection.prepareStatement("select digest from %s where run = ?".formatted(RUNS))) {
      known.setString(1, run);
      try (ResultSet rows = known.executeQuery()) {
        return rows.next();
      }
    }
  }

  @Override
  public boolean isWritten(String run) throws BadFile {
    Connection connection = Connector.connect(name(), database, true, drivers);
    try {
      return isNoted(connection, run);
    } catch (SQLException e) {
      throw SqlFailure.of(name(), e, null);
    } finally {
      Connector.close(connection);
    }
  }

  private BadFile already(String run) {
    return new BadFile(
        "%s: the database has the rows of run %s already, and a run is written once"
            .formatted(name(), run));
  }

  /** Returns the names of the columns of the primary key, in small letters, in their order. */
  private static List<String> primaryKey(DatabaseMetaData data) throws SQLException {
    for (String table : List.of(RUNS, RUNS.toUpperCase(Locale.ROOT))) {
      List<String> key = new ArrayList<>();
      try (ResultSet columns = data.getPrimaryKeys(null, null, table)) {
        while (columns.next()) {
          key.add(columns.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
        }
      }
      if (!key.isEmpty()) {
        return key;
      }
    }
    return List.of();
  }

  @Override
  public void write(String run, String digest, Map<String, List<Object[]>> rows) throws BadFile {
    Connection connection = Connector.connect(name(), database, false, drivers);
    try {
      note(connection, run, digest);
      for (SourceTable result : results) {
        insert(connection, result, rows.get(result.schema().name()));
      }
      connection.commit();
    } catch (SQLException e) {
      throw SqlFailure.of(name(), e, null);
    } finally {
      Connector.close(connection);
    }
  }

  private void note(Connection connection, String run, String digest) throws BadFile {
    try (PreparedStatement runs =
        connection.prepareStatement("insert into %s (run, digest) values (?, ?)".formatted(RUNS))) {
      runs.setString(1, run);
      runs.setString(2, digest);
      runs.executeUpdate();
    } catch (SQLException e) {
      throw SqlFailure.breaksRule(e) ? already(run) : SqlFailure.of(name(), e, null);
    }
  }

  private void insert(Connection connection, SourceTable result, List<Object[]> rows)
      throws BadFile {
    int count = result.schema().columns().size();
    String marks = String.join(", ", Collections.nCopies(count, "?"));
    String sql = "insert into %s (%s) values (%s)".formatted(table(result), columns(result), marks);
    StatementLimit limit = null;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      limit = new StatementLimit(statement, database.timeout());
      for (int from = 0; from < rows.size(); from += BATCH) {
        for (Object[] row : rows.subList(from, Math.min(rows.size(), from + BATCH))) {
          for (int i = 0; i < count; i++) {
            statement.setObject(i + 1, value(row[i]));
          }
          statement.addBatch();
        }
        statement.executeBatch();
      }
    } catch (SQLException e) {
      throw SqlFailure.of(name(result), e, limit == null ? null : limit.reached());
    } finally {
      if (limit != null) {
        limit.close();
      }
    }
  }

  /** Returns a value as the driver takes it: SQLite has neither decimals nor dates. */
  private Object value(Object value) {
    boolean asIs = value == null || value instanceof Long || value instanceof Boolean;
    if (asIs || !database.kind().equals("jdbc:sqlite")) {
      return value;
    }
    return value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
  }
}

package org.schurmpc.data.source;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.data.config.Database;
import org.schurmpc.data.config.Place;
import org.schurmpc.data.schema.Column;
import org.schurmpc.data.schema.TableSchema;

/** Reads the rows of one statement in a transaction that cannot write. */
final class JdbcSource implements RowSource {
  private final String table;
  private final Connection connection;
  private PreparedStatement statement;
  private StatementLimit limit;
  private ResultSet rows;
  private int[] places;
  private int number;

  private JdbcSource(String table, Connection connection) {
    this.table = table;
    this.connection = connection;
  }

  /**
   * Asks a database.
   *
   * @param most the number of rows that are asked for
   * @throws BadFile if the database refuses, or its rows have no column of a name
   */
  static JdbcSource open(TableSchema schema, Place.Jdbc from, int most, ClassLoader drivers)
      throws BadFile {
    String table = "table " + schema.name();
    Connection connection = Connector.connect(table, from.database(), true, drivers);
    JdbcSource source = new JdbcSource(table, connection);
    try {
      source.ask(schema, from.statement(), from.database(), most);
      return source;
    } catch (SQLException e) {
      BadFile failure = source.failure(e);
      source.close();
      throw failure;
    } catch (BadFile e) {
      source.close();
      throw e;
    }
  }

  private void ask(TableSchema schema, String query, Database database, int most)
      throws SQLException, BadFile {
    statement =
        connection.prepareStatement(query, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
    statement.setFetchSize(Math.min(database.fetch(), most));
    statement.setMaxRows(most);
    limit = new StatementLimit(statement, database.timeout());
    if (!statement.execute()) {
      throw new BadFile(table + ": the statement gives no rows");
    }
    rows = statement.getResultSet();
    places = places(schema, rows.getMetaData());
  }

  /** Finds each column by its name, in small or capital letters. */
  private int[] places(TableSchema schema, ResultSetMetaData data) throws SQLException, BadFile {
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= data.getColumnCount(); i++) {
      names.add(data.getColumnLabel(i));
    }
    int[] found = new int[schema.columns().size()];
    for (int i = 0; i < found.length; i++) {
      Column column = schema.columns().get(i);
      int times = 0;
      for (int j = 0; j < names.size(); j++) {
        if (names.get(j).equalsIgnoreCase(column.from())) {
          found[i] = j + 1;
          times++;
        }
      }
      if (times != 1) {
        throw new BadFile(
            "%s: the query gives %s %s"
                .formatted(table, times == 0 ? "no column" : times + " columns", column.from()));
      }
    }
    return found;
  }

  @Override
  public boolean next() throws BadFile {
    try {
      number++;
      return rows.next();
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  @Override
  public String text(int column) throws BadFile {
    try {
      return rows.getString(places[column]);
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  private BadFile failure(SQLException e) {
    return SqlFailure.of(table, e, limit == null ? null : limit.reached());
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public String place(int row) {
    return "row " + row;
  }

  @Override
  public void close() {
    if (limit != null) {
      limit.close();
    }
    try {
      if (statement != null) {
        statement.close();
      }
    } catch (SQLException e) {
      // The connection is closed, too.
    }
    Connector.close(connection);
  }
}

package org.schurmpc.vm.lib.table;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Tables in a database in memory, and queries to it. */
final class Sql implements AutoCloseable {
  private final Connection connection;

  Sql() throws SQLException {
    connection = DriverManager.getConnection("jdbc:sqlite::memory:");
  }

  void put(Ward ward) throws SQLException {
    String columns = String.join(", ", ward.columns());
    try (Statement statement = connection.createStatement()) {
      statement.execute("drop table if exists " + ward.name);
      statement.execute(
          "create table %s (place integer primary key, %s)".formatted(ward.name, columns));
    }
    String marks = ", ?".repeat(ward.columns().size()).substring(2);
    String insert = "insert into %s (%s) values (%s)".formatted(ward.name, columns, marks);
    connection.setAutoCommit(false);
    try (PreparedStatement statement = connection.prepareStatement(insert)) {
      for (Long[] row : ward.rows) {
        for (int i = 0; i < row.length; i++) {
          statement.setObject(i + 1, row[i]);
        }
        statement.execute();
      }
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  List<List<Long>> query(String query) throws SQLException {
    List<List<Long>> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      int n = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<Long> row = new ArrayList<>();
        for (int i = 1; i <= n; i++) {
          long value = result.getLong(i);
          row.add(result.wasNull() ? null : Long.valueOf(value));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}

package org.schurmpc.data.source;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Iterator;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.crypto.OwnerOnly;
import org.schurmpc.data.config.Database;

/** Connects to databases by the drivers of a class path. */
public final class Connector {
  private Connector() {}

  /**
   * Connects, and begins a transaction.
   *
   * @param table who asks, such as {@code table patients}, for messages
   * @param readOnly whether the database must refuse to write
   * @throws BadFile if there is no driver, the password cannot be read, or the database refuses
   */
  public static Connection connect(
      String table, Database database, boolean readOnly, ClassLoader drivers) throws BadFile {
    Driver driver = driver(table, database, drivers);
    Properties properties = properties(table, database, readOnly);
    Connection connection = null;
    try {
      connection = driver.connect(database.url(), properties);
      if (connection == null) {
        throw new SQLException("no connection", "08001");
      }
      if (readOnly) {
        connection.setReadOnly(true);
        if (!connection.isReadOnly()) {
          throw new BadFile(table + ": the driver gives no connection that only reads");
        }
      }
      connection.setAutoCommit(false);
      if (database.kind().equals("jdbc:postgresql")) {
        utc(connection);
      }
      return connection;
    } catch (SQLException e) {
      close(connection);
      throw SqlFailure.of(table, e, null);
    } catch (BadFile e) {
      close(connection);
      throw e;
    } finally {
      properties.remove("password");
    }
  }

  /** Times without a zone are of UTC, not of this machine's zone, which the driver says. */
  private static void utc(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("set time zone 'UTC'");
    }
  }

  private static Driver driver(String table, Database database, ClassLoader drivers)
      throws BadFile {
    try {
      Iterator<Driver> all = ServiceLoader.load(Driver.class, drivers).iterator();
      while (all.hasNext()) {
        Driver driver = all.next();
        if (driver.acceptsURL(database.url())) {
          return driver;
        }
      }
    } catch (SQLException e) {
      throw SqlFailure.of(table, e, null);
    } catch (ServiceConfigurationError | LinkageError e) {
      throw new BadFile(table + ": a driver of the class path cannot be loaded", e);
    }
    throw new BadFile(
        "%s: no driver for %s is on the class path: name its jar with --class-path"
            .formatted(table, database.kind()));
  }

  private static Properties properties(String table, Database database, boolean readOnly)
      throws BadFile {
    Properties properties = new Properties();
    database.user().ifPresent(user -> properties.setProperty("user", user));
    if (database.passwordFile().isPresent()) {
      properties.setProperty("password", password(table, database.passwordFile().get()));
    }
    String seconds = Long.toString(database.timeout().toSeconds());
    if (database.kind().equals("jdbc:postgresql")) {
      properties.setProperty("loginTimeout", seconds);
      properties.setProperty("connectTimeout", seconds);
      properties.setProperty("ApplicationName", "schur-mpc");
    }
    if (database.kind().equals("jdbc:sqlite") && readOnly) {
      properties.setProperty("open_mode", "1"); // this driver takes it at the connection alone
    }
    return properties;
  }

  private static String password(String table, Path file) throws BadFile {
    OwnerOnly.require(file);
    try {
      String text = Files.readString(file, StandardCharsets.UTF_8);
      String first = text.lines().findFirst().orElse("");
      if (first.isEmpty()) {
        throw new BadFile("%s: %s has no password in its first line".formatted(table, file));
      }
      return first;
    } catch (IOException e) {
      throw new BadFile("%s: the password cannot be read from %s".formatted(table, file), e);
    }
  }

  /** Ends the transaction without a trace of it, and closes the connection. */
  public static void close(Connection connection) {
    if (connection == null) {
      return;
    }
    try {
      if (!connection.getAutoCommit()) {
        connection.rollback();
      }
    } catch (SQLException e) {
      // The connection is lost, and with it the transaction.
    }
    try {
      connection.close();
    } catch (SQLException e) {
      // There is nothing to lose.
    }
  }
}

package org.schurmpc.data.source;

import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import org.schurmpc.core.abort.BadFile;

/**
 * Says in one sentence what a database refused. The driver's own words are never shown: they may
 * have values of the table, the statement, or what the driver was given to log in.
 */
public final class SqlFailure {
  private SqlFailure() {}

  /**
   * Returns the sentence.
   *
   * @param table the table or result, such as {@code table patients}
   * @param timedOut the limit, if a statement was stopped because it took longer; else null
   */
  public static BadFile of(String table, SQLException e, Duration timedOut) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    String what;
    if (state.isEmpty() && e.getClass().getName().startsWith("org.sqlite.")) {
      state = stateOfSqlite(e.getErrorCode() & 0xff);
    }
    if (timedOut != null || e instanceof SQLTimeoutException || state.equals("57014")) {
      what =
          "the database took longer than its timeout"
              + (timedOut == null ? "" : " of %d s".formatted(timedOut.toSeconds()));
    } else if (state.startsWith("28")) {
      what = "the database refuses the user or the password";
    } else if (state.startsWith("08") || state.startsWith("57P")) {
      what = "the database cannot be reached, or the connection was lost";
    } else if (state.startsWith("3D")) {
      what = "the database that the address names is not there";
    } else if (state.startsWith("25")) {
      what = "the statement writes, and only reads are allowed";
    } else if (state.equals("42501")) {
      what = "the user has no right to it";
    } else if (state.equals("42P01")) {
      what = "the statement names a table that is not there";
    } else if (state.equals("42703")) {
      what = "the statement names a column that is not there";
    } else if (state.startsWith("42")) {
      what = "the database does not understand the statement, or misses a table or column of it";
    } else if (state.equals("55P03")) {
      what = "another program holds a lock";
    } else if (state.startsWith("23")) {
      what = "a row breaks a rule of the table, such as a key that is there already";
    } else if (state.startsWith("22")) {
      what = "a value does not fit the type that the statement gives it";
    } else {
      what = "the database fails";
    }
    return new BadFile("%s: %s%s".formatted(table, what, code(e)), withoutWords(e));
  }

  /** Returns the usual state for a code of SQLite, which has no states. */
  private static String stateOfSqlite(int code) {
    return switch (code) {
      case 1 -> "42000"; // SQLITE_ERROR
      case 5, 6 -> "55P03"; // SQLITE_BUSY, SQLITE_LOCKED
      case 8 -> "25006"; // SQLITE_READONLY
      case 9 -> "57014"; // SQLITE_INTERRUPT
      case 14, 26 -> "3D000"; // SQLITE_CANTOPEN, SQLITE_NOTADB
      case 19 -> "23000"; // SQLITE_CONSTRAINT
      default -> "";
    };
  }

  /** Returns whether a row breaks a rule of its table. */
  public static boolean breaksRule(SQLException e) {
    String state = e.getSQLState();
    return state == null
        ? e.getClass().getName().startsWith("org.sqlite.") && (e.getErrorCode() & 0xff) == 19
        : state.startsWith("23");
  }

  private static String code(SQLException e) {
    String state = e.getSQLState();
    if (state != null && !state.isEmpty()) {
      return " (SQLSTATE %s)".formatted(state.replaceAll("[^A-Z0-9]", "?"));
    }
    return e.getErrorCode() == 0 ? "" : " (code %d of its driver)".formatted(e.getErrorCode());
  }

  /** Returns an exception with the places of another one, for traces, and none of its words. */
  private static Exception withoutWords(SQLException e) {
    Exception bare = new Exception(e.getClass().getName());
    bare.setStackTrace(e.getStackTrace());
    return bare;
  }
}

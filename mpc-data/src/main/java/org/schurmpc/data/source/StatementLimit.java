package org.schurmpc.data.source;

import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Stops a statement, whose rows are being read, when it takes too long. Asks the driver first, and
 * cuts the connection if that does not help.
 */
public final class StatementLimit implements AutoCloseable {
  private static final long GRACE_SECONDS = 5;

  private final ScheduledExecutorService timer;
  private final Statement statement;
  private final Duration limit;
  private final AtomicBoolean over = new AtomicBoolean();

  /** Begins to count. */
  public StatementLimit(Statement statement, Duration limit) throws SQLException {
    this.statement = statement;
    this.limit = limit;
    this.timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "statement-limit");
              thread.setDaemon(true);
              return thread;
            });
    long seconds = limit.toSeconds();
    timer.schedule(this::cancel, seconds, TimeUnit.SECONDS);
    timer.schedule(this::cut, seconds + GRACE_SECONDS, TimeUnit.SECONDS);
  }

  private void cancel() {
    over.set(true);
    try {
      statement.cancel();
    } catch (SQLException e) {
      // The connection is cut soon.
    }
  }

  private void cut() {
    try {
      statement.getConnection().abort(Runnable::run);
    } catch (SQLException e) {
      // The connection is closed already.
    }
  }

  /** Returns the limit if it was reached; else null. */
  public Duration reached() {
    return over.get() ? limit : null;
  }

  /** Ends to count. */
  @Override
  public void close() {
    timer.shutdownNow();
  }
}

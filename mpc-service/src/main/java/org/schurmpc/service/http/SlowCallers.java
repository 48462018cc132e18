package org.schurmpc.service.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Closes connections whose handshake, header or call takes too long. Idle limits do not see callers
 * that send or take a byte now and then.
 */
final class SlowCallers extends Handler.Wrapper implements Connection.Listener {
  private final Map<Connection, Progress> all = new ConcurrentHashMap<>();
  private final LongSupplier millis;
  private final long header;
  private final long call;

  /** How far a connection is. */
  private static final class Progress {
    private boolean busy;
    private boolean waiting; // for the rest of a header, or for a first one
    private long since;
    private long read;

    Progress(long now) {
      waiting = true;
      since = now;
    }
  }

  /**
   * Creates a guard.
   *
   * @param millis tells the time
   * @param header time for a handshake and the first header, and for each further header
   * @param call time from the end of a header to the end of the answer
   */
  SlowCallers(Handler next, LongSupplier millis, long header, long call) {
    super(next);
    this.millis = millis;
    this.header = header;
    this.call = call;
  }

  @Override
  public void onOpened(Connection connection) {
    if (connection instanceof SslConnection) {
      return; // the one inside of it is opened with it, and has the calls
    }
    all.put(connection, new Progress(millis.getAsLong()));
  }

  @Override
  public void onClosed(Connection connection) {
    all.remove(connection);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    Connection connection = request.getConnectionMetaData().getConnection();
    Progress progress = all.get(connection);
    if (progress != null) {
      begin(progress, millis.getAsLong());
      Request.addCompletionListener(request, failure -> end(connection, progress));
    }
    return super.handle(request, response, callback);
  }

  private static void begin(Progress progress, long now) {
    synchronized (progress) {
      progress.busy = true;
      progress.since = now;
      progress.waiting = false;
    }
  }

  private static void end(Connection connection, Progress progress) {
    synchronized (progress) {
      progress.busy = false;
      progress.read = connection.getBytesIn();
    }
  }

  /** Closes the connections that are too slow; called about once a second. */
  void sweep() {
    long now = millis.getAsLong();
    all.forEach(
        (connection, progress) -> {
          if (isLate(connection, progress, now)) {
            connection.getEndPoint().close();
          }
        });
  }

  private boolean isLate(Connection connection, Progress progress, long now) {
    synchronized (progress) {
      if (progress.busy) {
        return now - progress.since > call;
      }
      if (!progress.waiting && connection.getBytesIn() > progress.read) {
        progress.waiting = true;
        progress.since = now;
      }
      return progress.waiting && now - progress.since > header;
    }
  }
}

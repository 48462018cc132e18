package org.schurmpc.core.net;

import java.time.Duration;
import java.util.Map;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;

/**
 * Accepts the channels of {@link NettyClient}s, for a service that is not a party, such as the
 * Monitor or the dealer. Each accepted channel is independent and may have its own thread. Over TLS
 * the server admits every client with one of the pinned certificates; {@link Channel#certificates}
 * tells which.
 */
public final class NettyServer implements AutoCloseable {

  private final ListeningPort acceptor;
  private final NetOptions options;

  private NettyServer(ListeningPort acceptor, NetOptions options) {
    this.acceptor = acceptor;
    this.options = options;
  }

  /** Listens, with {@link NetOptions#service()}. */
  public static NettyServer listen(String host, int port) throws MpcException {
    return listen(host, port, NetOptions.service());
  }

  /** Listens; port 0 lets the system choose. */
  public static NettyServer listen(String host, int port, NetOptions options) throws MpcException {
    return new NettyServer(ListeningPort.open(0, 0, new Endpoint(host, port), options), options);
  }

  /** Returns the port, even if the system chose it. */
  public int port() {
    return acceptor.port();
  }

  /** Waits for the next client. Strangers on the port are dropped, and waiting continues. */
  public Channel accept(Duration timeout) throws MpcException {
    long deadline = System.nanoTime() + timeout.toNanos();
    Map<String, Integer> before = acceptor.turnedAway().snapshot();
    while (true) {
      Callers.Caller caller = acceptor.claim(Prelude.ofClient(), deadline);
      if (caller == null) {
        throw new ConnectionLost(
            "Nobody connected to port "
                + acceptor.port()
                + " within "
                + NetOptions.show(timeout)
                + acceptor.turnedAway().since(before)
                + ".");
      }
      Loop loop = new Loop(options);
      NettyChannel channel = Wiring.accept("the client", options, loop, caller);
      if (channel != null) {
        channel.ownLoop();
        return channel;
      }
      loop.runAsDriver(loop::shutDown);
    }
  }

  /** Stops listening; accepted channels stay open. */
  @Override
  public void close() {
    acceptor.close();
  }
}

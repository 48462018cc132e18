package org.schurmpc.core.net;

import java.time.Duration;
import java.util.Map;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;

/**
 * A service that is no party, such as the Monitor or the dealer: it accepts the channels of {@link
 * NettyClient}s. Each accepted channel stands alone and may have its own thread. Over TLS it lets
 * in whoever has one of the pinned certificates; {@link Channel#certificates} says which.
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

  /** The port, also when the system chose it. */
  public int port() {
    return acceptor.port();
  }

  /** Waits for the next client; strangers on the port are dropped, and waiting goes on. */
  public Channel accept(Duration timeout) throws MpcException {
    long deadline = System.nanoTime() + timeout.toNanos();
    Map<String, Integer> before = acceptor.turnedAway().snapshot();
    while (true) {
      ListeningPort.Caller caller = acceptor.claim(Prelude.ofClient(), deadline);
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

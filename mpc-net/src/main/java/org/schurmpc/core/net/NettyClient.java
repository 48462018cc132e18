package org.schurmpc.core.net;

import java.time.Duration;
import org.schurmpc.core.abort.MpcException;

/** Connects to a {@link NettyServer}. */
public final class NettyClient {

  private NettyClient() {}

  /** Connects with {@link NetOptions#service()}, with retries until the deadline. */
  public static Channel connect(String host, int port, Duration deadline) throws MpcException {
    return connect(
        "the service",
        new Endpoint(host, port),
        NetOptions.service().withConnectDeadline(deadline));
  }

  /**
   * Connects, with retries until {@link NetOptions#connectDeadline}.
   *
   * @param name the name of the service for messages, for example "the Monitor"
   */
  public static Channel connect(String name, Endpoint at, NetOptions options) throws MpcException {
    Pin pin = options.tls().map(Tls::requireService).orElse(null);
    Duration patience = options.connectDeadline();
    long deadline = System.nanoTime() + patience.toNanos();
    Loop loop = new Loop(options);
    NettyChannel channel = null;
    try {
      channel =
          new Dialer(name, at, pin, options, loop, Prelude.ofClient(), patience, deadline).dial();
      channel.ownLoop();
      return channel;
    } finally {
      if (channel == null) {
        loop.runAsDriver(loop::shutDown);
      }
    }
  }
}

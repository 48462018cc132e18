package org.schurmpc.spark;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import org.apache.spark.BarrierTaskContext;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyClient;
import org.schurmpc.core.net.NettyNetwork;
import org.schurmpc.core.net.Network;

/**
 * How the workers of an attempt find each other. Those of party 0 listen, on ports of their own;
 * the first of them gives all addresses to its driver, which hands them to party 1's driver, which
 * starts its workers with them.
 *
 * @param party this party's index
 * @param tls certificate and key; null for plaintext
 * @param timeout how long a peer may be silent
 * @param ports the ports on which party 0's workers may listen
 * @param driver where party 0's driver waits for the addresses; null at party 1
 * @param seal under which they are sent there; null at party 1
 * @param table the addresses of party 0's workers, one a line; null at party 0
 */
record Gang(
    int party,
    TlsFiles tls,
    Duration timeout,
    Ports ports,
    Address driver,
    TableSeal seal,
    String table)
    implements Serializable {
  private static final String EVERYWHERE = "0.0.0.0";

  /** An {@link Endpoint} that can be sent to executors. */
  record Address(String host, int port) implements Serializable {
    Endpoint endpoint() {
      return new Endpoint(host, port);
    }
  }

  /** A range of ports; 0 to 0 lets the system choose. */
  record Ports(int first, int last) implements Serializable {}

  /** Returns the options of a line to the other party. */
  static NetOptions options(TlsFiles tls, int party, Duration timeout) throws MpcException {
    NetOptions options = NetOptions.party().withTimeout(timeout).withConnectDeadline(timeout);
    return tls == null ? options : options.withTls(tls.toPeer(party));
  }

  /**
   * Connects a worker to its peer. All workers of party 0 call the method.
   *
   * @throws ConnectionLost if the peer cannot be reached
   */
  Network connect(BarrierTaskContext context) throws MpcException {
    int worker = context.partitionId();
    NetOptions options = options(tls, party, timeout);
    if (party != 0) {
      Endpoint peer = Endpoint.parse(table.lines().skip(worker).findFirst().orElse(""));
      return NettyNetwork.connect(party, List.of(peer, peer), options);
    }
    NettyNetwork.Listening listening = listen(options);
    boolean connected = false;
    try {
      String host = context.getTaskInfos()[worker].address().replaceFirst(":\\d+$", "");
      String[] all = context.allGather(new Endpoint(host, listening.port()).toString());
      if (worker == 0) {
        tellDriver(String.join("\n", all));
      }
      Network network = listening.connect(List.of());
      connected = true;
      return network;
    } finally {
      if (!connected) {
        listening.close();
      }
    }
  }

  private NettyNetwork.Listening listen(NetOptions options) throws MpcException {
    MpcException last = new Refused("no port from %d to %d".formatted(ports.first, ports.last));
    for (int port = ports.first; port <= ports.last; port++) {
      try {
        return NettyNetwork.listen(0, MpcJob.PARTIES, new Endpoint(EVERYWHERE, port), options);
      } catch (ConnectionLost e) {
        last = e; // another worker's, most likely
      }
    }
    throw last;
  }

  private void tellDriver(String all) throws MpcException {
    NetOptions options = NetOptions.service().withTimeout(timeout).withConnectDeadline(timeout);
    try (Channel channel = NettyClient.connect("the driver", driver.endpoint(), options)) {
      byte[] sealed = seal.seal(all);
      channel.send(sealed, 0, sealed.length);
    }
  }
}

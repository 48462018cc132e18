package org.schurmpc.spark;

import java.io.Serializable;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.BarrierTaskContext;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
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
 * @param patience how long to wait for the peer's worker
 * @param ports the ports on which party 0's workers may listen
 * @param driver where party 0's driver waits for the addresses; null at party 1
 * @param seal under which they are sent there; null at party 1
 * @param table the addresses of party 0's workers, by worker; null at party 0
 */
record Gang(
    int party,
    TlsFiles tls,
    Duration timeout,
    Duration patience,
    Ports ports,
    Address driver,
    TableSeal seal,
    List<String> table)
    implements Serializable {
  private static final String EVERYWHERE = "0.0.0.0";
  private static final String NONE = "";

  /** An {@link Endpoint} that can be sent to executors. */
  record Address(String host, int port) implements Serializable {
    Endpoint endpoint() {
      return new Endpoint(unbracketed(host), port);
    }
  }

  /** A range of ports; 0 to 0 lets the system choose. */
  record Ports(int first, int last) implements Serializable {}

  private static String unbracketed(String host) {
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }

  /** Returns the options of a line to the other party. */
  static NetOptions options(TlsFiles tls, int party, Duration timeout) throws MpcException {
    NetOptions options = NetOptions.party().withTimeout(timeout);
    return tls == null ? options : options.withTls(tls.toPeer(party));
  }

  /**
   * Connects a worker to its peer. All workers of party 0 call the method, and all of them leave if
   * one cannot listen.
   *
   * @throws ConnectionLost if the peer cannot be reached, or Spark ends the attempt meanwhile
   */
  @SuppressWarnings("try") // the resource exists to be closed
  Network connect(BarrierTaskContext context) throws MpcException {
    if (party == 0) {
      return accept(context);
    }
    Endpoint peer = Endpoint.parse(table.get(context.partitionId()));
    NetOptions options = options(tls, party, timeout).withConnectDeadline(patience);
    try (EndWatch watch = new EndWatch(context)) {
      return NettyNetwork.connect(party, List.of(peer, peer), options);
    }
  }

  @SuppressWarnings("try")
  private Network accept(BarrierTaskContext context) throws MpcException {
    int worker = context.partitionId();
    NettyNetwork.Listening listening = null;
    MpcException failure = null;
    try {
      listening = listen(options(tls, party, timeout).withConnectDeadline(patience));
    } catch (MpcException e) {
      failure = e; // thrown when the other workers know
    }
    boolean connected = false;
    try (EndWatch watch = new EndWatch(context)) {
      String[] all = context.allGather(listening == null ? NONE : here(context, listening.port()));
      if (failure != null) {
        throw failure;
      }
      if (Arrays.asList(all).contains(NONE)) {
        throw new ConnectionLost("another worker of this party cannot listen");
      }
      if (worker == 0) {
        TableListener.tell(driver.endpoint(), seal, String.join("\n", all), timeout);
      }
      Network network = listening.connect(List.of());
      connected = true;
      return network;
    } finally {
      if (!connected && listening != null) {
        listening.close();
      }
    }
  }

  private static String here(BarrierTaskContext context, int port) {
    String address = context.getTaskInfos()[context.partitionId()].address();
    return new Endpoint(unbracketed(address.replaceFirst(":\\d+$", "")), port).toString();
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
}

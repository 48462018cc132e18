package org.schurmpc.bench.party;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import org.schurmpc.bench.control.Credentials;
import org.schurmpc.bench.control.SharedToken;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Endpoint;

/**
 * Holds the addresses of a benchmark's process, and its credentials.
 *
 * @param monitor the address of the Monitor
 * @param listen the address to listen at; null if this process need not listen; port 0 lets the
 *     system choose a port
 * @param advertised the host at which others reach this process; may be null
 * @param credentials authenticates the processes to each other
 * @param patience time limit for connecting to the Monitor
 */
public record Place(
    Endpoint monitor,
    Endpoint listen,
    String advertised,
    Credentials credentials,
    Duration patience) {
  static final String LOOPBACK = "127.0.0.1";

  /** Returns the addresses of a process on the Monitor's machine, with a token from the Monitor. */
  public static Place loopback(int monitorPort, String token) {
    return new Place(
        new Endpoint(LOOPBACK, monitorPort),
        new Endpoint(LOOPBACK, 0),
        LOOPBACK,
        SharedToken.loopback(token),
        Duration.ofSeconds(30));
  }

  /**
   * Requires that others can connect to this process.
   *
   * @param piece the name of this process in messages
   * @throws Refused if they cannot
   */
  public void requireCallable(String piece) throws Refused {
    if (listen == null) {
      throw new Refused(piece + " is called by others: say with --listen HOST:PORT where");
    }
    if (isAnyAddress(advertised)) {
      throw new Refused(
          "nobody can call %s: say with --advertise HOST how others reach this machine"
              .formatted(advertised));
    }
  }

  /**
   * Returns whether an address represents all addresses of a machine. Names are not looked up, and
   * do not.
   */
  private static boolean isAnyAddress(String host) {
    try {
      return host.matches("[0-9.]+|[0-9a-fA-F:]*:[0-9a-fA-F:.]*")
          && InetAddress.getByName(host).isAnyLocalAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Returns the address that others use for a port on which this process listens. */
  Endpoint advertise(int port) {
    return new Endpoint(advertised, port);
  }
}

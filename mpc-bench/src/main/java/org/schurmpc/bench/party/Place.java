package org.schurmpc.bench.party;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import org.schurmpc.bench.control.Credentials;
import org.schurmpc.bench.control.SharedToken;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Endpoint;

/**
 * How a piece of a benchmark reaches the others and is reached by them.
 *
 * @param monitor where the Monitor listens
 * @param listen where this piece listens, or null if it need not; port 0 lets the system choose
 * @param advertised the host at which the others reach it, or null
 * @param credentials how they know each other
 * @param patience how long it tries to reach the Monitor
 */
public record Place(
    Endpoint monitor,
    Endpoint listen,
    String advertised,
    Credentials credentials,
    Duration patience) {
  static final String LOOPBACK = "127.0.0.1";

  /** On the Monitor's own machine, with a token that it told. */
  public static Place loopback(int monitorPort, String token) {
    return new Place(
        new Endpoint(LOOPBACK, monitorPort),
        new Endpoint(LOOPBACK, 0),
        LOOPBACK,
        SharedToken.loopback(token),
        Duration.ofSeconds(30));
  }

  /**
   * Checks that others can call this piece.
   *
   * @param piece who this is, for messages
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

  /** Whether it stands for all addresses of a machine; a name does not, nor is it looked up. */
  private static boolean isAnyAddress(String host) {
    try {
      return host.matches("[0-9.]+|[0-9a-fA-F:]*:[0-9a-fA-F:.]*")
          && InetAddress.getByName(host).isAnyLocalAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** What to tell others of a port on which this piece listens. */
  Endpoint advertise(int port) {
    return new Endpoint(advertised, port);
  }
}

package org.schurmpc.bench.party;

import java.time.Duration;
import org.schurmpc.bench.control.Credentials;
import org.schurmpc.bench.control.SharedToken;
import org.schurmpc.core.net.Endpoint;

/**
 * How a piece of a benchmark reaches the others and is reached by them.
 *
 * @param monitor where the Monitor listens
 * @param listen where this piece listens, if it does; port 0 lets the system choose
 * @param advertised the host at which the others reach it
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

  /** What to tell others of a port on which this piece listens. */
  Endpoint advertise(int port) {
    return new Endpoint(advertised, port);
  }
}

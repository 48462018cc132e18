package org.schurmpc.bench.cli;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.schurmpc.bench.config.Participant;
import org.schurmpc.bench.party.Place;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where a party or a dealer of a benchmark finds the others, and they it. */
final class PieceOptions {
  // The last party listens nowhere.
  private static final Endpoint NOWHERE = new Endpoint("localhost", 0);

  @Option(
      names = "--monitor",
      paramLabel = "HOST:PORT",
      description = "Where the Monitor listens; default the address of [monitor] in --config.")
  String monitor;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description =
          "Where this piece listens; port 0 lets the system choose. Party 2 calls and needs none.")
  String listen;

  @Option(
      names = "--advertise",
      paramLabel = "HOST",
      description =
          "The name or address at which the others reach this machine; default the host of"
              + " --listen.")
  String advertise;

  @Option(
      names = "--connect-timeout",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "How long to try to reach the Monitor; default ${DEFAULT-VALUE}.",
      defaultValue = "5m")
  Duration connectTimeout;

  @Mixin final CredentialOptions security = new CredentialOptions();

  /**
   * Where all are.
   *
   * @param token in place of certificates
   * @param piece who this is, for messages
   * @param mine as the others know it
   * @param listens whether others call it
   * @throws Refused if something is missing or out of its range
   */
  Place place(Optional<String> token, String piece, Participant mine, boolean listens)
      throws MpcException {
    checkTimeout(connectTimeout);
    Optional<Endpoint> known = security.team().monitor().address();
    if (monitor == null && known.isEmpty()) {
      throw new Refused("where is the Monitor? Say with --monitor HOST:PORT");
    }
    Endpoint to = monitor == null ? known.get() : Endpoint.parse(monitor);
    if (to.port() == 0) {
      throw new Refused("the Monitor does not listen on port 0: give the one that it says");
    }
    if (listens && listen == null) {
      throw new Refused(piece + " is called by others: say with --listen HOST:PORT where");
    }
    Endpoint at = listen == null ? NOWHERE : Endpoint.parse(listen);
    if (listens && advertise == null && isAnyAddress(at.host())) {
      throw new Refused(
          "nobody can call "
              + at.host()
              + ": say with --advertise HOST how others reach this machine");
    }
    if (advertise != null && !Endpoint.isHost(advertise)) {
      throw new Refused("--advertise is a name or an address");
    }
    Place place =
        new Place(
            to,
            at,
            advertise == null ? at.host() : advertise,
            security.credentials(token, piece, mine),
            connectTimeout);
    place.credentials().toMonitor(NetOptions.service()); // says what is missing in the file
    return place;
  }

  static void checkTimeout(Duration value) throws Refused {
    BenchOptions.atMostADay("--connect-timeout", value);
    if (value.isZero()) {
      throw new Refused("--connect-timeout must be above 0");
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

  /** The options for a process that does this one's work, the token aside. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>(security.arguments());
    add(arguments, "--monitor", monitor);
    add(arguments, "--listen", listen);
    add(arguments, "--advertise", advertise);
    arguments.add("--connect-timeout=" + connectTimeout.toMillis() + "ms");
    return arguments;
  }

  private static void add(List<String> arguments, String name, String value) {
    if (value != null) {
      arguments.add(name + "=" + value);
    }
  }
}

package org.schurmpc.bench.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.schurmpc.bench.party.Place;
import org.schurmpc.cli.config.Participant;
import org.schurmpc.cli.option.Addresses;
import org.schurmpc.cli.option.Durations;
import org.schurmpc.cli.option.Ranges;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Defines the addresses by which a benchmark's party or dealer and the other processes reach each
 * other.
 */
final class PieceOptions {
  @Option(
      names = "--monitor",
      paramLabel = "HOST:PORT",
      description = "Where the Monitor listens; default the address of [monitor] in --config.")
  String monitor;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description =
          "Where this piece listens; port 0 lets the system choose. The last party calls and needs"
              + " none.")
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
   * Checks the options and returns the addresses.
   *
   * @param token the token in place of certificates; empty with TLS
   * @param piece the name of this process in messages
   * @param mine this process as the configuration describes it
   * @param listens whether other processes certainly connect to this one
   * @throws Refused if an option is missing or out of range
   */
  Place place(Optional<String> token, String piece, Participant mine, boolean listens)
      throws MpcException {
    checkTimeout(connectTimeout);
    Optional<Endpoint> known = security.team().monitor().address();
    if (monitor == null && known.isEmpty()) {
      throw new Refused("where is the Monitor? Say with --monitor HOST:PORT");
    }
    Endpoint to = monitor == null ? known.get() : Addresses.of("--monitor", monitor);
    if (to.port() == 0) {
      throw new Refused("the Monitor does not listen on port 0: give the one that it says");
    }
    Endpoint at = listen == null ? null : Addresses.of("--listen", listen);
    if (advertise != null && !Endpoint.isHost(advertise)) {
      throw new Refused("--advertise is a name or an address");
    }
    Place place =
        new Place(
            to,
            at,
            advertise == null && at != null ? at.host() : advertise,
            security.credentials(token, piece, mine),
            connectTimeout);
    if (listens) {
      place.requireCallable(piece);
    }
    place.credentials().toMonitor(NetOptions.service()); // reports what the file lacks
    return place;
  }

  static void checkTimeout(Duration value) throws Refused {
    Ranges.timeLimit("--connect-timeout", value);
  }

  /**
   * Returns these options as arguments for a child that does the work of this process, without the
   * token.
   */
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

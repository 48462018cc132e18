package org.schurmpc.cli.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.Fingerprint;

/**
 * A party or a service, as its peers know it.
 *
 * @param address where it listens, if said
 * @param fingerprint of its certificate, if said
 */
public record Participant(Optional<Endpoint> address, Optional<Fingerprint> fingerprint) {
  /** The one of whom nothing is known. */
  public static final Participant UNKNOWN = new Participant(Optional.empty(), Optional.empty());

  /** Reads the keys {@code address} and {@code fingerprint}, both of which may be missing. */
  public static Participant of(ConfigTable table) throws BadFile {
    table.requireOnly(Set.of("address", "fingerprint"));
    return new Participant(table.endpoint("address"), table.fingerprint("fingerprint"));
  }

  /** Reads a table of these keys for each party, in their order; none if no party is there. */
  public static List<Participant> parties(ConfigTable table) throws BadFile {
    List<Participant> parties = new ArrayList<>();
    for (ConfigTable party : table.tables("party")) {
      parties.add(of(party));
    }
    return parties;
  }

  /** Returns this participant at another address. */
  public Participant at(Endpoint value) {
    return new Participant(Optional.of(value), fingerprint);
  }

  /** Returns this participant with another certificate. */
  public Participant with(Fingerprint value) {
    return new Participant(address, Optional.of(value));
  }
}

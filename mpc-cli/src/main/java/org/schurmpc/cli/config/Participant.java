package org.schurmpc.cli.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.Pin;

/**
 * Describes a party or a service as its peers know it.
 *
 * @param address the address at which the participant listens, if configured
 * @param pin the certificates that it may show, if configured
 */
public record Participant(Optional<Endpoint> address, Optional<Pin> pin) {
  /** A participant without address and fingerprint. */
  public static final Participant UNKNOWN = new Participant(Optional.empty(), Optional.empty());

  /** Reads the optional keys {@code address} and {@code fingerprint} of a table. */
  public static Participant of(ConfigTable table) throws BadFile {
    table.requireOnly(Set.of("address", "fingerprint"));
    return new Participant(table.endpoint("address"), table.pin("fingerprint"));
  }

  /**
   * Reads the participant of each table {@code [[party]]}, in order; empty if there is no such
   * table.
   */
  public static List<Participant> parties(ConfigTable table) throws BadFile {
    List<Participant> parties = new ArrayList<>();
    for (ConfigTable party : table.tables("party")) {
      parties.add(of(party));
    }
    return parties;
  }

  /** Returns this participant with another address. */
  public Participant at(Endpoint value) {
    return new Participant(Optional.of(value), pin);
  }

  /** Returns this participant with other certificates. */
  public Participant with(Pin value) {
    return new Participant(address, Optional.of(value));
  }
}

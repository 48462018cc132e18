package org.schurmpc.bench.control;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.schurmpc.cli.config.ConfigTable;
import org.schurmpc.cli.config.Counts;
import org.schurmpc.cli.config.JobConfig;
import org.schurmpc.cli.config.Participant;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.net.Pin;

/**
 * Lists the participants of a benchmark on several machines, as all of them know each other.
 *
 * @param parties the parties of all instances, by index; empty if none is configured
 * @param dealer the dealer; unknown if it is not configured
 * @param monitor the Monitor
 */
public record Team(List<Participant> parties, Participant dealer, Participant monitor) {
  /** A team of which nobody is known. */
  public static final Team UNKNOWN = new Team(List.of(), Participant.UNKNOWN, Participant.UNKNOWN);

  public Team {
    parties = List.copyOf(parties);
  }

  /**
   * Reads {@code [[party]]} for each party, {@code [dealer]} and {@code [monitor]} from a
   * configuration file, which may also have the other keys of a computation.
   *
   * @throws BadFile naming file and key
   */
  public static Team read(Path file) throws BadFile {
    ConfigTable table = ConfigTable.read(file);
    List<Participant> parties = Participant.parties(table);
    if (parties.size() == 1 || parties.size() > JobConfig.MAX_PARTIES) {
      throw table.wrong(
          "party",
          "is there %s; a benchmark has 2 to %d parties"
              .formatted(Counts.times(parties.size()), JobConfig.MAX_PARTIES));
    }
    JobConfig job = JobConfig.of(table, parties);
    Optional<ConfigTable> monitor = table.table("monitor");
    return new Team(
        job.parties(),
        job.dealer().orElse(Participant.UNKNOWN),
        monitor.isEmpty() ? Participant.UNKNOWN : Participant.of(monitor.get()));
  }

  /**
   * Returns a party as the others know it.
   *
   * @param index the index of the party
   * @throws BadFile if parties are configured, but not this one
   */
  public Participant party(int index) throws BadFile {
    if (parties.isEmpty()) {
      return Participant.UNKNOWN;
    }
    if (index >= parties.size()) {
      throw new BadFile(
          "the configuration has %d parties: there is no party %d among them"
              .formatted(parties.size(), index + 1));
    }
    return parties.get(index);
  }

  /**
   * Returns the certificates that each party may show, by index.
   *
   * @throws BadFile if a fingerprint is missing, or no party is configured
   */
  public List<Pin> partyPins() throws BadFile {
    List<Pin> all = parties.stream().map(Participant::pin).flatMap(Optional::stream).toList();
    if (all.isEmpty() || all.size() < parties.size()) {
      throw new BadFile("TLS needs the fingerprints of all parties, in [[party]] of --config");
    }
    return all;
  }
}

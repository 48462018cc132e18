package org.schurmpc.bench.control;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.schurmpc.cli.config.ConfigTable;
import org.schurmpc.cli.config.JobConfig;
import org.schurmpc.cli.config.Participant;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.net.Fingerprint;

/**
 * Who takes part in a benchmark on several machines, as all of them know it.
 *
 * @param parties from party 1 on, of all instances; empty where nothing is said of them
 * @param dealer if there is one
 * @param monitor the Monitor
 */
public record Team(List<Participant> parties, Participant dealer, Participant monitor) {
  /** Nobody is known. */
  public static final Team UNKNOWN = new Team(List.of(), Participant.UNKNOWN, Participant.UNKNOWN);

  public Team {
    parties = List.copyOf(parties);
  }

  /**
   * Reads {@code [[party]]} for each party, {@code [dealer]} and {@code [monitor]} from a file,
   * which may say other things of the computation as well.
   *
   * @throws BadFile naming file and key
   */
  public static Team read(Path file) throws BadFile {
    ConfigTable table = ConfigTable.read(file);
    List<Participant> parties = Participant.parties(table);
    if (parties.size() == 1 || parties.size() > JobConfig.MAX_PARTIES) {
      throw table.wrong(
          "party",
          "is there %d times; a benchmark has 2 to %d parties"
              .formatted(parties.size(), JobConfig.MAX_PARTIES));
    }
    JobConfig job = JobConfig.of(table, parties);
    Optional<ConfigTable> monitor = table.table("monitor");
    return new Team(
        job.parties(),
        job.dealer().orElse(Participant.UNKNOWN),
        monitor.isEmpty() ? Participant.UNKNOWN : Participant.of(monitor.get()));
  }

  /**
   * A party as the others know it.
   *
   * @param index from 0
   * @throws BadFile if the others are known and this one is not among them
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
   * The fingerprints of the parties' certificates.
   *
   * @throws BadFile if one is missing, or all are
   */
  public List<Fingerprint> partyFingerprints() throws BadFile {
    List<Fingerprint> all =
        parties.stream().map(Participant::fingerprint).flatMap(Optional::stream).toList();
    if (all.isEmpty() || all.size() < parties.size()) {
      throw new BadFile("TLS needs the fingerprints of all parties, in [[party]] of --config");
    }
    return all;
  }
}

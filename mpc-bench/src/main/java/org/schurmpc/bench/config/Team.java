package org.schurmpc.bench.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.net.Fingerprint;

/**
 * Who takes part in a benchmark on several machines, as all of them know it.
 *
 * @param parties party 1 and party 2, of all instances
 * @param dealer if there is one
 * @param monitor the Monitor
 */
public record Team(List<Participant> parties, Participant dealer, Participant monitor) {
  /** Nobody is known. */
  public static final Team UNKNOWN =
      new Team(
          List.of(Participant.UNKNOWN, Participant.UNKNOWN),
          Participant.UNKNOWN,
          Participant.UNKNOWN);

  public Team {
    parties = List.copyOf(parties);
  }

  /**
   * Reads {@code [[party]]} twice, {@code [dealer]} and {@code [monitor]} from a file, which may
   * say other things of the computation as well.
   *
   * @throws BadFile naming file and key
   */
  public static Team read(Path file) throws BadFile {
    ConfigTable table = ConfigTable.read(file);
    table.requireOnly(JobConfig.KEYS);
    JobConfig job = JobConfig.read(file);
    Optional<ConfigTable> monitor = table.table("monitor");
    return new Team(
        job.parties(),
        job.dealer().orElse(Participant.UNKNOWN),
        monitor.isEmpty() ? Participant.UNKNOWN : Participant.of(monitor.get()));
  }

  /**
   * The fingerprints of the parties' certificates.
   *
   * @throws BadFile if one is missing
   */
  public List<Fingerprint> partyFingerprints() throws BadFile {
    List<Fingerprint> all = new ArrayList<>();
    for (Participant party : parties) {
      all.add(
          party
              .fingerprint()
              .orElseThrow(
                  () ->
                      new BadFile(
                          "TLS needs the fingerprints of both parties, in [[party]] of --config")));
    }
    return all;
  }
}

package org.schurmpc.bench.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.schurmpc.bench.config.Participant;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.party.PartySessions;
import org.schurmpc.bench.party.Place;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which party of a benchmark this is, and where the others are. */
final class PartyOptions {
  @Option(names = "--party", paramLabel = "1|2", description = "Which party this is.")
  int party;

  @Option(
      names = "--instance",
      paramLabel = "N",
      description = "Which pair of parties it belongs to, from 1; default ${DEFAULT-VALUE}.")
  int instance = 1;

  @Mixin final PieceOptions piece = new PieceOptions();

  /**
   * Holds the ranges.
   *
   * @throws Refused if one is left
   */
  void check() throws Refused {
    if (party != 1 && party != 2) {
      throw new Refused("which party is this? Say --party 1 or --party 2");
    }
    BenchOptions.range("--instance", instance, 1, RunOptions.MAX_INSTANCES);
  }

  /**
   * The program of the party and of those of the same index in the instances after its own.
   *
   * @param count how many they are together
   * @param token in place of certificates
   * @throws Refused if something is missing or out of its range
   */
  PartySessions program(int count, Optional<String> token) throws MpcException {
    check();
    BenchOptions.range("--threads", count, 1, PreprocessingOptions.MAX_SESSIONS);
    Participant mine = piece.security.team().parties().get(party - 1);
    Place place = piece.place(token, "party " + party, mine, party == 1);
    return new PartySessions(instance - 1, count, party - 1, place);
  }

  Role role() {
    return new Role(instance - 1, party - 1);
  }

  /** The options for a process that does this one's work, the token aside. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>(piece.arguments());
    arguments.add("--party=" + party);
    arguments.add("--instance=" + instance);
    return arguments;
  }
}

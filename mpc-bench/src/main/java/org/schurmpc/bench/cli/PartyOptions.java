package org.schurmpc.bench.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.control.Team;
import org.schurmpc.bench.party.PartySessions;
import org.schurmpc.bench.party.Place;
import org.schurmpc.cli.config.JobConfig;
import org.schurmpc.cli.config.Participant;
import org.schurmpc.cli.option.Ranges;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the index of a benchmark's party, and the addresses of the other processes. */
final class PartyOptions {
  @Option(names = "--party", paramLabel = "I", description = "Which party this is.")
  int party;

  @Option(
      names = "--instance",
      paramLabel = "N",
      description = "Which group of parties it belongs to, from 1; default ${DEFAULT-VALUE}.")
  int instance = 1;

  @Mixin final PieceOptions piece = new PieceOptions();

  /**
   * Checks the ranges of the options.
   *
   * @throws Refused naming the first option that is missing or out of range
   */
  void check() throws Refused {
    if (party == 0) {
      throw new Refused("which party is this? Say --party 1 or --party 2");
    }
    Ranges.range("--party", party, 1, JobConfig.MAX_PARTIES);
    Ranges.range("--instance", instance, 1, RunOptions.MAX_INSTANCES);
  }

  /**
   * Returns the program of this party, in its instance and in the instances that follow.
   *
   * @param count the number of instances
   * @param token the token in place of certificates; empty with TLS
   * @throws Refused if an option is missing or out of range
   */
  PartySessions program(int count, Optional<String> token) throws MpcException {
    check();
    Ranges.range("--threads", count, 1, RunOptions.MAX_SESSIONS);
    Team team = piece.security.team();
    Participant mine = team.party(party - 1);
    // Without a configuration, only the Monitor knows which party is the last one, which does not
    // listen.
    boolean listens = party == 1 || party < team.parties().size();
    Place place = piece.place(token, "party " + party, mine, listens);
    return new PartySessions(instance - 1, count, party - 1, place);
  }

  Role role() {
    return new Role(instance - 1, party - 1);
  }

  /**
   * Returns these options as arguments for a child that does the work of this process, without the
   * token.
   */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>(piece.arguments());
    arguments.add("--party=" + party);
    arguments.add("--instance=" + instance);
    return arguments;
  }
}

package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.party.DealerProgram;
import org.schurmpc.cli.command.Launch;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Defines the options of the command {@code dealer} for a benchmark's dealer. */
final class BenchDealer {
  private static final Set<String> OPTIONS =
      Set.of(
          "--monitor",
          "--listen",
          "--advertise",
          "--config",
          "--key",
          "--key-passphrase-file",
          "--cert",
          "--plaintext",
          "--token-file",
          "--connect-timeout",
          "--jvm",
          "--heap",
          "--debug");

  @Mixin private final PieceOptions piece = new PieceOptions();
  @Mixin private final JvmOptions jvm = new JvmOptions();
  @Mixin private final CommonOptions common = new CommonOptions();

  private BenchDealer() {}

  /**
   * Reads the options from the arguments of the command.
   *
   * @param given the arguments as picocli parsed them
   * @throws Refused naming an option that has no meaning here, because the Monitor decides it
   */
  static BenchDealer of(ParseResult given) throws Refused {
    for (OptionSpec option : given.matchedOptions()) {
      if (!OPTIONS.contains(option.longestName())) {
        throw new Refused(
            option.longestName()
                + " does not go with --monitor: the Monitor says what is dealt and how");
      }
    }
    List<String> arguments = Launch.arguments("dealer", given);
    return CommandLine.populateCommand(
        new BenchDealer(), arguments.subList(1, arguments.size()).toArray(String[]::new));
  }

  /**
   * Runs the dealer in a child process until the benchmark ends.
   *
   * @return the exit code
   */
  int run(CommandName program, PrintStream out, PrintStream err)
      throws MpcException, InterruptedException {
    Optional<String> token = piece.security.token();
    program(piece, token);
    piece.security.tls.warn(err);
    return new PieceRun(program, jvm, common, out, err)
        .run(Role.dealer(), "dealer", piece.arguments(), piece.security.forChild(token));
  }

  /**
   * Returns the dealer's program.
   *
   * @param token the token in place of certificates; empty with TLS
   */
  static DealerProgram program(PieceOptions options, Optional<String> token) throws MpcException {
    return new DealerProgram(
        options.place(token, "the dealer", options.security.team().dealer(), true));
  }
}

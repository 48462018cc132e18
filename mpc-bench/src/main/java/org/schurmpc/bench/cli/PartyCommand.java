package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.core.abort.MpcException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Implements {@code party}: runs a party of a benchmark whose Monitor may run on another machine.
 */
@Command(
    name = "party",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Runs one party of a benchmark: it calls the Monitor, which tells it what to do, and its"
          + " peer. The other pieces are the commands monitor, dealer and party."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar party --party 1 --monitor bench.example:4700 --listen"
          + " 0.0.0.0:4701 --advertise one.example --config team.toml --key one.key --cert one.crt"
    })
final class PartyCommand implements Callable<Integer> {
  private final CommandName program;
  private final PrintStream out;
  private final PrintStream err;

  @Mixin private final PartyOptions options = new PartyOptions();
  @Mixin private final JvmOptions jvm = new JvmOptions();
  @Mixin private final CommonOptions common = new CommonOptions();

  PartyCommand(CommandName program, PrintStream out, PrintStream err) {
    this.program = program;
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws MpcException, InterruptedException {
    Optional<String> token = options.piece.security.token();
    options.program(1, token);
    options.piece.security.tls.warn(err);
    return new PieceRun(program, jvm, common, out, err)
        .run(options.role(), "party", options.arguments(), options.piece.security.forChild(token));
  }
}

package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.bench.control.Role;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.launch.Jvm;
import org.schurmpc.cli.launch.RelayedChild;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.core.abort.MpcException;

/** Runs a party or the dealer of a benchmark in a child process, on the most suitable JVM. */
final class PieceRun {
  private final CommandName program;
  private final JvmOptions options;
  private final CommonOptions common;
  private final PrintStream out;
  private final PrintStream err;

  PieceRun(
      CommandName program,
      JvmOptions options,
      CommonOptions common,
      PrintStream out,
      PrintStream err) {
    this.program = program;
    this.options = options;
    this.common = common;
    this.out = out;
    this.err = err;
  }

  /**
   * Runs the child to its end.
   *
   * @param command the hidden command that does the work
   * @param options the arguments of the hidden command
   * @param secret the first line of the child's standard input; wiped
   * @return the exit code of the child, which has printed the reason of any failure
   */
  int run(Role role, String command, List<String> options, byte[] secret)
      throws MpcException, InterruptedException {
    Jvm jvm = this.options.chosen();
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.addAll(options);
    if (common.debug()) {
      arguments.add("--debug");
    }
    int code =
        new RelayedChild(program, jvm, out, err)
            .run(this.options.heapOptions(), arguments, secret, () -> {});
    if (code == 0) {
      out.println(role + " is done; the Monitor reports");
    }
    return code;
  }
}

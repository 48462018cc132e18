package org.schurmpc.bench.cli;

import java.util.concurrent.Callable;
import org.schurmpc.cli.launch.LauncherWatch;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.core.abort.MpcException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs the dealer of a benchmark in a child process. */
@Command(name = "dealer", hidden = true)
final class DealerChild implements Callable<Integer> {
  private final LauncherWatch launcher;

  @Mixin private final PieceOptions options = new PieceOptions();

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  DealerChild(LauncherWatch launcher) {
    this.launcher = launcher;
  }

  @Override
  public Integer call() throws MpcException {
    BenchDealer.program(options, options.security.ofLauncher(launcher.hold())).run();
    return 0;
  }
}

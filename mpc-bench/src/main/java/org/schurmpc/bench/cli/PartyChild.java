package org.schurmpc.bench.cli;

import java.util.concurrent.Callable;
import org.schurmpc.cli.launch.LauncherWatch;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.core.abort.MpcException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a party of a benchmark, of one or more instances, in a child process. */
@Command(name = "party", hidden = true)
final class PartyChild implements Callable<Integer> {
  private final LauncherWatch launcher;

  @Mixin private final PartyOptions options = new PartyOptions();

  @Option(names = "--threads", defaultValue = "1")
  private int threads;

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  PartyChild(LauncherWatch launcher) {
    this.launcher = launcher;
  }

  @Override
  public Integer call() throws MpcException {
    options.check();
    options.program(threads, options.piece.security.ofLauncher(launcher.hold())).run();
    return 0;
  }
}

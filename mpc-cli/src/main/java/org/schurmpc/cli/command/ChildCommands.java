package org.schurmpc.cli.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.io.PrintStream;
import org.schurmpc.cli.forecast.RateFile;
import org.schurmpc.cli.forecast.RateMeasurement;
import org.schurmpc.cli.launch.ArchiveMaker;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.launch.ShortWork;
import org.schurmpc.cli.launch.ThisJvm;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.kernel.KernelProvider;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Offers the hidden commands that the launcher's child processes run. Users do not call them. */
@Command(name = "child", hidden = true, description = "For the launcher.")
final class ChildCommands implements Runnable {
  private final CommandName program;
  private final Launch launch;
  private final PrintStream out;
  private final PrintStream err;

  @Spec private CommandLine.Model.CommandSpec spec;

  ChildCommands(CommandName program, PrintStream out, PrintStream err) {
    this.program = program;
    this.launch = new Launch(program, out, err);
    this.out = out;
    this.err = err;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "this command is for the launcher");
  }

  @Command(name = "eval", hidden = true)
  int eval(@Mixin EvalOptions options, @Mixin CommonOptions common) throws MpcException {
    return launch.runAsChild(options);
  }

  @Command(name = "program-run", hidden = true)
  int programRun(@Mixin ProgramRunOptions options, @Mixin CommonOptions common)
      throws MpcException {
    return launch.runAsChild(options);
  }

  @Command(name = "prepare", hidden = true)
  int prepare(@Mixin PrepareOptions options, @Mixin CommonOptions common) throws MpcException {
    return launch.runAsChild(options);
  }

  @Command(name = "serve", hidden = true)
  int serve(@Mixin DealerOptions options, @Mixin CommonOptions common) throws MpcException {
    return launch.runAsChild(options);
  }

  @Command(name = ArchiveMaker.COMMAND, hidden = true)
  int archive(@Parameters(paramLabel = "MAIN") String mainClass, @Mixin CommonOptions common)
      throws IOException, InterruptedException {
    return ArchiveMaker.make(mainClass) ? 0 : ExitCode.CONNECTION_LOST.code();
  }

  @Command(name = ArchiveMaker.TRAINING, hidden = true)
  int train(@Mixin CommonOptions common) throws IOException, MpcException, InterruptedException {
    TrainingRun.run(new OperatorCommands(program));
    return 0;
  }

  @Command(name = "short-options", hidden = true)
  int shortOptions(@Mixin CommonOptions common) {
    ShortWork.options().forEach(out::println);
    return 0;
  }

  @Command(name = "measure", hidden = true)
  int measure(@Mixin CommonOptions common) throws MpcException, JsonProcessingException {
    program.launcher().hold();
    out.println(
        RateFile.text(
            RateMeasurement.usual()
                .measure(Protocols.all(), name -> err.println("measuring " + name))));
    return 0;
  }

  @Command(name = "info", hidden = true)
  int info(@Mixin CommonOptions common) {
    out.println("JVM            " + ThisJvm.describe());
    ThisJvm.warning().ifPresent(warning -> out.println("warning        " + warning));
    out.println("kernels        " + KernelProvider.choose().reason());
    out.println(
        "transport      "
            + (Epoll.isAvailable()
                ? "Netty, epoll"
                : "Netty, NIO: epoll is not available on this machine"));
    return 0;
  }
}

package org.schurmpc.cli.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.io.PrintStream;
import org.schurmpc.cli.forecast.RateFile;
import org.schurmpc.cli.forecast.RateMeasurement;
import org.schurmpc.cli.launch.ArchiveMaker;
import org.schurmpc.cli.launch.LauncherWatch;
import org.schurmpc.cli.launch.Program;
import org.schurmpc.cli.launch.ProgressListener;
import org.schurmpc.cli.launch.RelayedChild;
import org.schurmpc.cli.launch.ShortWork;
import org.schurmpc.cli.launch.ThisJvm;
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
  private final Program program;
  private final LauncherWatch launcher;
  private final PrintStream out;
  private final PrintStream err;

  /** Tells the launcher the progress, by lines on standard error. */
  private final ProgressListener lines =
      new ProgressListener() {
        @Override
        public void step() {
          ChildCommands.this.step();
        }

        @Override
        public void phase(String name) {
          err.println(RelayedChild.PHASE + name);
        }
      };

  @Spec private CommandLine.Model.CommandSpec spec;

  ChildCommands(Program program, PrintStream out, PrintStream err) {
    this.program = program;
    this.launcher = program.launcher();
    this.out = out;
    this.err = err;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "this command is for the launcher");
  }

  @Command(name = "eval", hidden = true)
  int eval(@Mixin EvalOptions options, @Mixin CommonOptions common) throws MpcException {
    options.job.tls.take(launcher.hold());
    run(() -> new EvalWork(options, out, err).run(options.task(), lines));
    return 0;
  }

  @Command(name = "program-run", hidden = true)
  int programRun(@Mixin ProgramRunOptions options, @Mixin CommonOptions common)
      throws MpcException {
    options.job.tls.take(launcher.hold());
    run(() -> new ProgramRunWork(options, out, err).run(options.task()));
    return 0;
  }

  @Command(name = "prepare", hidden = true)
  int prepare(@Mixin PrepareOptions options, @Mixin CommonOptions common) throws MpcException {
    options.job.tls.take(launcher.hold());
    run(() -> new PrepareWork(out, this::step).run(options.task()));
    return 0;
  }

  @Command(name = "serve", hidden = true)
  int serve(@Mixin DealerOptions options, @Mixin CommonOptions common) throws MpcException {
    options.job.tls.take(launcher.hold());
    run(() -> new DealerWork(options, err).run(options.task()));
    return 0;
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

  private static void run(MemoryBound work) throws MpcException {
    work.run();
  }

  private void step() {
    err.println(RelayedChild.PROGRESS);
  }

  @Command(name = "measure", hidden = true)
  int measure(@Mixin CommonOptions common) throws MpcException, JsonProcessingException {
    launcher.hold();
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

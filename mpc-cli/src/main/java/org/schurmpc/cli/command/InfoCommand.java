package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.schurmpc.cli.display.RateText;
import org.schurmpc.cli.forecast.MachineRates;
import org.schurmpc.cli.forecast.RateFile;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.launch.InfoChild;
import org.schurmpc.cli.launch.Jvm;
import org.schurmpc.cli.launch.JvmFinder;
import org.schurmpc.cli.launch.ThisJvm;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.cli.option.ProtocolHelp;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOption;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.program.ProgramLanguages;
import org.schurmpc.core.program.ReadyProgram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the available JVMs, kernels, protocols and transport, and those chosen by default. */
@Command(
    name = "info",
    usageHelpAutoWidth = true,
    description = "Prints the JVMs, kernels, protocols and transport at hand.",
    footer = {"", "Example: java -jar mpc-bench.jar info"})
final class InfoCommand implements Callable<Integer> {
  private final CommandName program;
  private final PrintStream out;
  private final PrintStream err;

  @Option(
      names = "--jvm",
      paramLabel = "auto|HOME",
      description = "The JVM of dealer and parties; default the newest one.")
  private String jvm = JvmFinder.AUTO;

  @Option(
      names = "--measure",
      description =
          "Measure the rates of this machine, which takes some seconds for each protocol, and keep"
              + " them for circuit --cost.")
  private boolean measure;

  @Option(
      names = "--rates",
      paramLabel = "FILE",
      description = "The file of measured rates; default schur-mpc/rates.json in the user's cache.")
  private Path rates;

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  InfoCommand(CommandName program, PrintStream out, PrintStream err) {
    this.program = program;
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws MpcException, InterruptedException {
    JvmFinder finder = JvmFinder.ofThisProcess();
    Jvm chosen = finder.choose(jvm);
    RateFile file = rates == null ? RateFile.usual() : new RateFile(rates);
    if (measure) {
      MachineRates measured = new MeasureRun(program, chosen, err).measure();
      file.write(measured);
      new RateText(measured).print(out);
      line("written to", file.path().toString());
      return 0;
    }
    List<String> child = InfoChild.ask(program, chosen);
    line("launcher", ThisJvm.describe());
    ThisJvm.warning().ifPresent(warning -> line("  warning", warning));
    line("  kernels", KernelProvider.choose().reason());
    line("parties", chosen.toString());
    child.forEach(text -> out.println("  " + text));
    finder.all().forEach(found -> line("JVM found", found.toString()));
    for (Protocol protocol : Protocols.all()) {
      line("protocol", protocol.name() + ": " + protocol.description());
      protocol.options().forEach(this::line);
    }
    for (ReadyProgram ready : ProgramLanguages.ready()) {
      line("program", ready.name() + ": " + ready.description());
    }
    line("measured rates", file.read().map(RateText::summary).orElse(RateText.NONE));
    line("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
    return 0;
  }

  private void line(ProtocolOption option) {
    String flag = "--%s %s".formatted(option.name(), option.values());
    out.printf("  %-30s  %s%n", flag, ProtocolHelp.sentence(option));
  }

  private void line(String name, String value) {
    out.printf("%-16s %s%n", name, value);
  }
}

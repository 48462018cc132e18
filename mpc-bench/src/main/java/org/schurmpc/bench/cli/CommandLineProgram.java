package org.schurmpc.bench.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.bench.jvm.Printable;
import org.schurmpc.bench.jvm.Program;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import picocli.CommandLine;

/** Runs a command line: whatever goes wrong becomes one sentence and an exit code. */
public final class CommandLineProgram {
  static final Program PROGRAM = new Program("mpc-bench", "org.schurmpc.bench.Main");
  private static final int INTERNAL_ERROR = 1;

  private CommandLineProgram() {}

  /**
   * Runs with the process's own streams, in UTF-8.
   *
   * @return the exit code
   */
  public static int run(String[] args) {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    PrintStream err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    return run(args, out, err);
  }

  static int run(String[] args, PrintStream out, PrintStream err) {
    boolean debug = Arrays.asList(args).contains("--debug");
    Logs.configure(List.of(args));
    try {
      CommandLine line = new CommandLine(new BenchCommand(out, err));
      line.addSubcommand(new EvalCommand(out, err));
      line.addSubcommand(new PrepareCommand(out, err));
      CommandLine prep = new CommandLine(new PrepCommand(out));
      line.addSubcommand(prep.addSubcommand(new PrepVerifyCommand(out, err)));
      line.addSubcommand(new DealerCommand(out, err));
      line.addSubcommand(new KeygenCommand(out));
      line.addSubcommand(new OtCommand(out, err));
      line.addSubcommand(new TriplesCommand(out, err));
      line.addSubcommand(new MulCommand(out, err));
      line.addSubcommand(new ReproduceCommand(out, err));
      line.addSubcommand(new MonitorCommand(out, err));
      line.addSubcommand(new PartyCommand(out, err));
      line.addSubcommand(
          new CommandLine(new CircuitCommand(out)).addSubcommand(new OptimizeCommand(out)));
      line.addSubcommand(new InfoCommand(out));
      line.addSubcommand(new JmhCommand());
      line.addSubcommand(new ChildCommands(out, err));
      line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
      line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
      line.setCaseInsensitiveEnumValuesAllowed(true);
      // There is a command "ot", and --preprocessing ot.
      line.setAllowSubcommandsAsOptionParameters(true);
      line.setParameterExceptionHandler((e, ignored) -> usage(e, err, debug));
      line.setExecutionExceptionHandler((e, command, result) -> explain(e, err, debug));
      return written(line.execute(args), out, err, debug);
    } catch (Throwable e) {
      return explain(e, err, debug);
    }
  }

  /** A command that could not say all is not done. */
  private static int written(int code, PrintStream out, PrintStream err, boolean debug) {
    if (code == ExitCode.OK.code() && out.checkError()) {
      return explain(new BadFile("standard output could not be written in full"), err, debug);
    }
    return code;
  }

  private static int usage(CommandLine.ParameterException e, PrintStream err, boolean debug) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    String sentence = oneLine(e.getMessage()).replaceAll("[.;]$", "");
    say(err, sentence + "; see " + command + " --help", e, debug);
    return ExitCode.REFUSED.code();
  }

  static int explain(Throwable e, PrintStream err, boolean debug) {
    if (e instanceof CommandLine.ParameterException usage) {
      return usage(usage, err, debug);
    }
    if (e instanceof MpcException known) {
      say(err, oneLine(known.getMessage()), known, debug);
      return known.exitCode().code();
    }
    if (e instanceof RunFailed failed) {
      say(err, oneLine(failed.getMessage()), failed, debug);
      return failed.exitCode().code();
    }
    if (e instanceof CommandLine.ExecutionException && e.getCause() instanceof Error cause) {
      return explain(cause, err, debug); // of a command that is a method
    }
    if (e instanceof OutOfMemoryError) {
      say(err, "out of memory: give this JVM more, as with java -Xmx2g -jar", e, debug);
      return ExitCode.REFUSED.code();
    }
    say(err, "internal error: " + oneLine(e.toString()) + " (--debug shows more)", e, debug);
    return INTERNAL_ERROR;
  }

  private static void say(PrintStream err, String sentence, Throwable cause, boolean debug) {
    // Some of it may come from another process.
    err.println(PROGRAM.saying(Printable.line(sentence)));
    if (debug) {
      StringWriter trace = new StringWriter();
      cause.printStackTrace(new PrintWriter(trace));
      trace.toString().lines().forEach(line -> err.println(Printable.line(line)));
    }
  }

  private static String oneLine(String text) {
    return String.valueOf(text).strip().replaceAll("\\s*\\R\\s*", " ");
  }
}

package org.schurmpc.cli.command;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.schurmpc.cli.display.ErrorAdvice;
import org.schurmpc.cli.display.Logs;
import org.schurmpc.cli.launch.Printable;
import org.schurmpc.cli.launch.ShownName;
import org.schurmpc.cli.option.ProtocolFlags;
import org.schurmpc.cli.option.UsageSentence;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.eval.Protocols;
import picocli.CommandLine;

/** Runs a command line, and turns every failure into one sentence and an exit code. */
public final class CommandLineProgram {
  private static final int INTERNAL_ERROR = 1;

  private final Commands commands;

  public CommandLineProgram(Commands commands) {
    this.commands = commands;
  }

  /**
   * Runs a command line with the standard streams of this process, in UTF-8.
   *
   * @return the exit code
   */
  public int run(String[] args) {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    PrintStream err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    return run(args, out, err);
  }

  /**
   * Runs a command line with the given streams.
   *
   * @return the exit code
   */
  public int run(String[] args, PrintStream out, PrintStream err) {
    // Names from files must not control the terminal.
    PrintStream text = Printable.stream(out);
    boolean debug = Arrays.asList(args).contains("--debug");
    Optional<String> version = asksForVersion(args) ? commands.version() : Optional.empty();
    if (version.isPresent()) {
      out.println(version.get());
      return written(ExitCode.OK.code(), out, err, debug);
    }
    Logs.configure(List.of(args));
    try {
      CommandLine line = assembleFor(args, text, Printable.stream(err));
      line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
      line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
      line.setCaseInsensitiveEnumValuesAllowed(true);
      // "ot" is both a command and a value of --preprocessing.
      line.setAllowSubcommandsAsOptionParameters(true);
      line.setParameterExceptionHandler((e, ignored) -> usage(e, err, debug));
      line.setExecutionExceptionHandler((e, command, result) -> fail(e, command, err, debug));
      return written(line.execute(args), text, err, debug);
    } catch (Throwable e) {
      return explain(e, err, debug);
    }
  }

  /** Assembles all commands with the options of all protocols, under the name that is shown. */
  public CommandLine assemble(PrintStream out, PrintStream err) {
    return complete(commands.assemble(out, err));
  }

  /** Assembles the commands that a command line needs, as {@link #assemble} does all. */
  public CommandLine assembleFor(String[] args, PrintStream out, PrintStream err) {
    return complete(commands.assembleFor(args, out, err));
  }

  private static boolean asksForVersion(String[] args) {
    return args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"));
  }

  private static CommandLine complete(CommandLine line) {
    ProtocolFlags.addTo(line, Protocols.all());
    ShownName.showIn(line);
    return line;
  }

  /** Turns success into a failure if standard output could not be written in full. */
  private int written(int code, PrintStream out, PrintStream err, boolean debug) {
    if (code == ExitCode.OK.code() && out.checkError()) {
      return explain(new BadFile("standard output could not be written in full"), err, debug);
    }
    return code;
  }

  private int usage(CommandLine.ParameterException e, PrintStream err, boolean debug) {
    say(err, UsageSentence.of(e), e, debug);
    return ExitCode.REFUSED.code();
  }

  /** Prints a failure, and then tells the other parties if they wait for this one. */
  private int fail(Exception e, CommandLine command, PrintStream err, boolean debug) {
    int code = explain(e, err, debug);
    for (CommandLine.Model.CommandSpec mixin : command.getCommandSpec().mixins().values()) {
      if (mixin.userObject() instanceof Withdrawing party) {
        party.withdraw(e);
      }
    }
    return code;
  }

  /**
   * Prints a failure as one sentence.
   *
   * @param debug whether the stack trace is printed as well
   * @return the exit code
   */
  public int explain(Throwable e, PrintStream err, boolean debug) {
    if (e instanceof CommandLine.ParameterException usage) {
      return usage(usage, err, debug);
    }
    if (e instanceof MpcException known) {
      say(err, oneLine(ErrorAdvice.sentence(known)), known, debug);
      return known.exitCode().code();
    }
    Optional<ExitCode> code = commands.exitCode(e);
    if (code.isPresent()) {
      say(err, oneLine(e.getMessage()), e, debug);
      return code.get().code();
    }
    if (e instanceof CommandLine.ExecutionException && e.getCause() instanceof Error cause) {
      return explain(cause, err, debug); // A command that is a method wraps its error.
    }
    if (e instanceof OutOfMemoryError) {
      say(err, "out of memory: give this JVM more, as with java -Xmx2g -jar", e, debug);
      return ExitCode.REFUSED.code();
    }
    say(err, "internal error: " + oneLine(e.toString()) + " (--debug shows more)", e, debug);
    return INTERNAL_ERROR;
  }

  private void say(PrintStream err, String sentence, Throwable cause, boolean debug) {
    // Parts of the sentence may come from another process.
    err.println(commands.program().saying(Printable.line(sentence)));
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

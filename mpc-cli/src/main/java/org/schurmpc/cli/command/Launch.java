package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.cli.display.Progress;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.ProgressListener;
import org.schurmpc.cli.launch.RelayedChild;
import org.schurmpc.cli.option.JobOptions;
import org.schurmpc.core.abort.MpcException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Does the work of a command, in this JVM or in a child process.
 *
 * @param program the program that the child process runs
 * @param out standard output
 * @param err standard error
 */
public record Launch(CommandName program, PrintStream out, PrintStream err) {
  /**
   * Checks all options and does the work.
   *
   * @param command the hidden command that does the work in a child process
   * @param given the options as picocli parsed them; passed on to the child process
   * @return the exit code
   */
  public int run(String command, TaskOptions options, ParseResult given)
      throws MpcException, InterruptedException {
    JobOptions job = options.job();
    PrintStream outputs = options.output(out);
    CommandTask task = options.task(outputs, err);
    job.requireJvm();
    HeapSize heap = job.heapOr(task.heap());
    options.requireWritable();
    options.announce(err);
    if (!options.alone()) {
      job.tls.warn(err);
    }
    task.warning().ifPresent(err::println);
    boolean here = options.readsStream() || job.choice(task.work(), heap, err).here();
    List<String> jvmOptions = task.jvmOptions(heap);
    try (Progress progress = task.progress()) {
      if (here) {
        job.tls.forget();
        run(task, progress);
        return 0;
      }
      job.handOver();
      return new RelayedChild(program, job.chosenJvm(), outputs, err)
          .run(jvmOptions, arguments(command, given), job.tls.forChild(), progress);
    }
  }

  /** Does the work in a child process. */
  int runAsChild(TaskOptions options) throws MpcException {
    options.job().tls.take(program.launcher().hold());
    ProgressListener lines =
        new ProgressListener() {
          @Override
          public void step() {
            err.println(RelayedChild.PROGRESS);
          }

          @Override
          public void phase(String name) {
            err.println(RelayedChild.PHASE + name);
          }
        };
    MemoryBound work = () -> options.task(out, err).run(lines);
    work.run();
    return 0;
  }

  private static void run(CommandTask task, ProgressListener progress) throws MpcException {
    MemoryBound work = () -> task.run(progress);
    work.run();
  }

  /** Returns the arguments that run a hidden command with all options that the user gave. */
  public static List<String> arguments(String command, ParseResult given) {
    List<String> arguments = new ArrayList<>(List.of(command));
    for (OptionSpec option : given.matchedOptions()) {
      if (option.arity().min() > 1) {
        arguments.add(option.longestName());
        arguments.addAll(option.originalStringValues());
        continue;
      }
      for (String value : option.originalStringValues()) {
        // A flag is a single argument; an option and its value are joined by "=".
        arguments.add(
            option.arity().max() == 0 ? option.longestName() : option.longestName() + "=" + value);
      }
    }
    for (ArgSpec each : given.matchedPositionals()) {
      arguments.addAll(each.originalStringValues());
    }
    return arguments;
  }
}

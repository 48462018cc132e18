package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.util.List;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.Program;
import org.schurmpc.cli.launch.RelayedChild;
import org.schurmpc.core.abort.MpcException;
import picocli.CommandLine.ParseResult;

/**
 * Runs a dealer for a configuration, in this JVM or in a child process.
 *
 * @param program the program that the child process runs
 * @param out standard output
 * @param err standard error
 */
public record DealerLaunch(Program program, PrintStream out, PrintStream err) {
  /**
   * Checks all options and runs the dealer to its end.
   *
   * @param given the options as picocli parsed them; passed on to the child process
   * @return the exit code
   */
  public int run(DealerOptions options, ParseResult given)
      throws MpcException, InterruptedException {
    DealerOptions.Task task = options.task();
    options.job.requireJvm();
    HeapSize heap = options.job.heapOr(HeapSize.forMaterial(task.unitBytes(), 0));
    if (!task.writes()) {
      options.job.tls.warn(err);
    }
    if (options.job.choice(task.work(options.forever), heap, err).here()) {
      options.job.tls.forget();
      MemoryBound work = () -> new DealerWork(options, err).run(task);
      work.run();
      return 0;
    }
    List<String> arguments = ChildArguments.of("serve", given);
    return new RelayedChild(program, options.job.chosenJvm(), out, err)
        .run(heap.options(), arguments, options.job.tls.forChild(), () -> {});
  }
}

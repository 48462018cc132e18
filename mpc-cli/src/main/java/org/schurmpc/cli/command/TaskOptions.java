package org.schurmpc.cli.command;

import java.io.PrintStream;
import org.schurmpc.cli.option.JobOptions;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

/** Defines the options of a command whose work is a {@link CommandTask}. */
public interface TaskOptions {
  /** Returns the options that describe the computation. */
  JobOptions job();

  /**
   * Reads and checks all options, before anything connects.
   *
   * @param out standard output of the work
   * @param err standard error of the work
   * @throws Refused naming the option or key that is missing or wrong
   * @throws BadFile naming the file and the error in it
   */
  CommandTask task(PrintStream out, PrintStream err) throws MpcException;

  /** Checks that the files that the work writes can be written. */
  default void requireWritable() throws MpcException {}

  /** Says what the user compares with the other parties before the work begins. */
  default void announce(PrintStream err) {}

  /** Returns whether the work connects to nobody. */
  default boolean alone() {
    return false;
  }

  /** Returns whether values come from standard input or a pipe, which can be read once. */
  default boolean readsStream() {
    return false;
  }

  /** Returns standard output as the work needs it: text, unless a command writes bytes. */
  default PrintStream output(PrintStream out) {
    return out;
  }
}

package org.schurmpc.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormat;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** Progress on standard error, if that is a terminal: elsewhere it would write control codes. */
public final class Progress implements AutoCloseable {
  private static final Path STDERR = Path.of("/proc/self/fd/2");

  private final ProgressBar bar;

  private Progress(ProgressBar bar) {
    this.bar = bar;
  }

  /** Returns the progress over a number of passes. */
  public static Progress of(int passes) {
    return of("passes", passes);
  }

  /**
   * Returns the progress over several units.
   *
   * @param name what it says before the bar
   * @param passes -1 if it is not known how many there are
   */
  public static Progress of(String name, int passes) {
    return new Progress(
        onTerminal()
            ? new ProgressBarBuilder()
                .setTaskName(name)
                .setInitialMax(passes)
                .setUpdateIntervalMillis(500)
                .showSpeed(new DecimalFormat("0.00"))
                .clearDisplayOnFinish()
                .build()
            : null);
  }

  private static boolean onTerminal() {
    try {
      String target = Files.readSymbolicLink(STDERR).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  public void step() {
    if (bar != null) {
      bar.step();
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}

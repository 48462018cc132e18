package org.schurmpc.cli.display;

import java.text.DecimalFormat;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.schurmpc.cli.launch.ProgressListener;

/**
 * Displays progress on standard error if standard error is a terminal. Otherwise nothing is
 * displayed, because the display consists of control codes.
 */
public final class Progress implements AutoCloseable, ProgressListener {
  private final ProgressBar bar;

  private Progress(ProgressBar bar) {
    this.bar = bar;
  }

  /** Creates a display for the given number of passes. */
  public static Progress of(int passes) {
    return of("passes", passes);
  }

  /**
   * Creates a display for the given number of units.
   *
   * @param name the text before the bar
   * @param passes the number of units; -1 if the number is not known
   */
  public static Progress of(String name, int passes) {
    return new Progress(
        Terminal.onStandardError()
            ? new ProgressBarBuilder()
                .setTaskName(name)
                .setInitialMax(passes)
                .setUpdateIntervalMillis(500)
                .showSpeed(new DecimalFormat("0.00"))
                .clearDisplayOnFinish()
                .build()
            : null);
  }

  /** Creates a display of nothing, for work whose progress is logged. */
  public static Progress none() {
    return new Progress(null);
  }

  /** Advances the display by one unit. */
  @Override
  public void step() {
    if (bar != null) {
      bar.step();
    }
  }

  /** Names the phase behind the bar. */
  @Override
  public void phase(String name) {
    if (bar != null) {
      bar.setExtraMessage(" " + name);
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}

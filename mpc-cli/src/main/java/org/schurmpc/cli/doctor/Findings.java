package org.schurmpc.cli.doctor;

import java.util.function.Consumer;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;

/** Reports what tests find, a line each, and keeps the exit code of the first problem. */
public final class Findings {
  private final Consumer<String> out;
  private ExitCode code = ExitCode.OK;
  private int warnings;

  /**
   * Creates an empty report.
   *
   * @param out receives each line
   */
  public Findings(Consumer<String> out) {
    this.out = out;
  }

  /** Reports that a test was passed. */
  public void ok(String topic, String text) {
    line("ok", topic, text);
  }

  /** Reports what should be changed, but prevents nothing now. */
  public void warning(String topic, String text) {
    warnings++;
    line("warning", topic, text);
  }

  /** Reports what prevents a computation. */
  public void problem(String topic, ExitCode reason, String text) {
    if (code == ExitCode.OK) {
      code = reason;
    }
    line("problem", topic, text);
  }

  /**
   * Reports the failure of a test.
   *
   * @param advice what to do; empty if the failure's sentence says so
   */
  public void problem(String topic, MpcException failure, String advice) {
    String sentence = failure.getMessage().replaceAll("\\.$", "");
    problem(topic, failure.exitCode(), advice.isEmpty() ? sentence : sentence + ": " + advice);
  }

  private void line(String level, String topic, String text) {
    out.accept("%-8s %-14s %s".formatted(level, topic, text));
  }

  /** Reports the verdict, and returns the exit code of the first problem. */
  public ExitCode end() {
    String also = warnings == 0 ? "" : warnings == 1 ? ", with a warning" : ", with warnings";
    if (code == ExitCode.OK) {
      out.accept("All is sound" + also + ".");
    } else {
      out.accept("Not sound: begin with the first problem.");
    }
    return code;
  }
}

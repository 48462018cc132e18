package org.schurmpc.bench.report;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import org.schurmpc.bench.control.Message;

/** The lines that all reports for people have alike. */
final class TextLines {
  private static final double MIB = 1 << 20;

  private final PrintStream out;

  TextLines(PrintStream out) {
    this.out = out;
  }

  /** A name and what belongs to it. */
  void line(String name, String text) {
    out.printf("%-20s %s%n", name, text);
  }

  /** What an imitated line takes of the time of {@code what}, if there is one. */
  void line(Optional<LineModel> model, String what) {
    model.ifPresent(
        line -> {
          line("link", line.link() + ", imitated over loopback");
          line("line", line + " of " + what);
        });
  }

  /** The peak memory of each party, instance by instance. */
  void memory(List<Long> peaks) {
    StringJoiner text = new StringJoiner(", ");
    for (int i = 0; i < peaks.size(); i++) {
      String instance = peaks.size() > 2 ? " of instance " + (i / 2 + 1) : "";
      String peak = peaks.get(i) == 0 ? "unknown" : "%.0f".formatted(peaks.get(i) / MIB);
      text.add("party " + (i % 2 + 1) + instance + ": " + peak);
    }
    line("peak memory (MiB)", text.toString());
  }

  /** Where the material came from and on what it all ran. */
  void machinery(Message.Established party, String launcherJvm) {
    line("preprocessing", party.preprocessing());
    line("kernels", party.kernelsReason());
    line("JVM of the parties", party.jvm());
    line("  its options", party.jvmOptions());
    line("JVM of the launcher", launcherJvm);
  }

  /** Four significant digits or the whole number. */
  static String number(double value) {
    if (value == 0) {
      return "0";
    }
    int digits = (int) Math.floor(Math.log10(Math.abs(value)));
    return String.format(Locale.ROOT, "%." + Math.max(0, Math.min(9, 3 - digits)) + "f", value);
  }
}

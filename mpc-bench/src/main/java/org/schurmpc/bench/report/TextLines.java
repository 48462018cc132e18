package org.schurmpc.bench.report;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.PartyFigures;

/** Prints the lines that all text reports have in common, and formats their numbers. */
public final class TextLines {
  private static final double MIB = 1 << 20;

  private final PrintStream out;

  TextLines(PrintStream out) {
    this.out = out;
  }

  /** Prints a name and its value. */
  void line(String name, String text) {
    out.printf("%-20s %s%n", name, text);
  }

  /**
   * Prints the part that an emulated link alone takes of the time of {@code what}, if there is a
   * link.
   */
  void line(Optional<LineModel> model, String what) {
    model.ifPresent(
        line -> {
          line("link", line.link() + ", imitated over loopback");
          line("line", line + " of " + what);
        });
  }

  /**
   * Prints the peak memory of each party.
   *
   * @param peaks the peak memory in bytes, instance by instance; 0 if unknown
   * @param parties the number of parties of each instance
   */
  void memory(List<Long> peaks, int parties) {
    StringJoiner text = new StringJoiner(", ");
    for (int i = 0; i < peaks.size(); i++) {
      String instance = peaks.size() > parties ? " of instance " + (i / parties + 1) : "";
      String peak = peaks.get(i) == 0 ? "unknown" : "%.0f".formatted(peaks.get(i) / MIB);
      text.add("party " + (i % parties + 1) + instance + ": " + peak);
    }
    line("peak memory (MiB)", text.toString());
  }

  /** Prints the source of the material, the connections, and the machines of the parties. */
  void machinery(Measured measured, String launcherJvm) {
    List<PartyFigures> parties = measured.parties();
    line("preprocessing", parties.get(0).established().preprocessing().text());
    line("connections", measured.connections());
    boolean alike =
        parties.stream().map(TextLines::machine).distinct().count() == 1; // usually one machine
    for (PartyFigures party : alike ? parties.subList(0, 1) : parties) {
      Message.Established on = party.established();
      if (!alike) {
        line(party.role().toString(), "");
      }
      line("kernels", on.kernelsReason());
      line(alike ? "JVM of the parties" : "JVM", on.jvm());
      line("  its options", on.jvmOptions());
    }
    line("JVM of the launcher", launcherJvm);
  }

  private static List<String> machine(PartyFigures party) {
    Message.Established on = party.established();
    return List.of(on.kernelsReason(), on.jvm(), on.jvmOptions());
  }

  /** Formats a number with four significant digits, or as a whole number if it is large. */
  public static String number(double value) {
    if (value == 0) {
      return "0";
    }
    int digits = (int) Math.floor(Math.log10(Math.abs(value)));
    return String.format(Locale.ROOT, "%." + Math.max(0, Math.min(9, 3 - digits)) + "f", value);
  }
}

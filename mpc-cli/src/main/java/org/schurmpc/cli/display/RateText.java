package org.schurmpc.cli.display;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.schurmpc.cli.forecast.MachineRates;
import org.schurmpc.cli.forecast.MaterialPoint;
import org.schurmpc.cli.forecast.OnlineRates;
import org.schurmpc.cli.forecast.ProtocolRates;
import org.schurmpc.cli.launch.Printable;

/**
 * Prints measured rates.
 *
 * @param rates the rates
 */
public record RateText(MachineRates rates) {
  /** The sentence in place of rates that were not measured. */
  public static final String NONE = "no measured rates: run info --measure";

  private static final double MEGABYTE = 1e6;
  private static final double SECOND = 1e9;

  /** Returns when and where the rates were measured, in one line. */
  public static String summary(MachineRates rates) {
    String busy =
        rates.busy()
            ? String.format(
                Locale.ROOT,
                "; the machine was busy (load average %.1f): measure again when it is idle",
                rates.load())
            : "";
    return "%s on Java %s, %s, %d processors%s"
        .formatted(
            Printable.orUnknown(rates.measured()),
            Printable.orUnknown(rates.jvm()),
            Printable.orUnknown(rates.kernels()),
            rates.processors(),
            busy);
  }

  /** Prints a line for each rate. */
  public void print(PrintStream out) {
    line(out, "measured", summary(rates));
    line(out, "start of a JVM", "%.0f ms", rates.startMillis());
    line(
        out,
        "loopback",
        "round trip %.1f µs, %,.0f MB/s each way",
        rates.roundTripMicros(),
        rates.loopbackMegabytes());
    rates.protocols().forEach((name, protocol) -> print(out, name, protocol));
  }

  private static void print(PrintStream out, String name, ProtocolRates protocol) {
    line(out, name, protocol.options().isEmpty() ? "default options" : "" + protocol.options());
    for (OnlineRates each : protocol.online()) {
      line(
          out,
          "  online",
          "%s: %,.1f µs a round%s%s",
          CostText.counted(each.lanes(), "lane"),
          each.nanosPerRound() / 1e3,
          rate(each, each.nanosPerAnd(), "ANDs"),
          rate(each, each.nanosPerLookup(), "lookups"));
    }
    if (protocol.material().isEmpty()) {
      line(out, "  preprocessing", "a dealer's only");
    } else {
      line(out, "  preprocessing", preprocessing(protocol.material()));
    }
    if (!protocol.silent().isEmpty()) {
      line(out, "  cot = silent", preprocessing(protocol.silent()));
    }
  }

  /** Returns nothing for gates whose time does not show beside that of rounds. */
  private static String rate(OnlineRates each, double nanos, String gates) {
    return nanos == 0
        ? ""
        : String.format(Locale.ROOT, ", %,.0f %s/s", each.lanes() * SECOND / nanos, gates);
  }

  private static String preprocessing(List<MaterialPoint> points) {
    MaterialPoint first = points.get(0);
    MaterialPoint last = points.get(points.size() - 1);
    return String.format(
        Locale.ROOT,
        "%,.0f ms for the first, then %,.2f MB of material a second; %,.1f bytes sent for each of its"
            + " bytes",
        first.nanos() / MEGABYTE,
        last.materialBytes() / MEGABYTE / (last.nanos() / SECOND),
        last.bytesSent() / last.materialBytes());
  }

  private static void line(PrintStream out, String name, String format, Object... values) {
    out.printf(
        "%-16s %s%n",
        name, values.length == 0 ? format : String.format(Locale.ROOT, format, values));
  }
}

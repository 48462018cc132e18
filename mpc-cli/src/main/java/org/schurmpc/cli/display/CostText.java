package org.schurmpc.cli.display;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.schurmpc.cli.forecast.CostCount;
import org.schurmpc.cli.forecast.Forecast;
import org.schurmpc.cli.forecast.MaterialPoint;
import org.schurmpc.cli.forecast.RunTraffic;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.run.Computation;

/** Prints forecasts: exact counts as numbers, estimates with "about" before them. */
public final class CostText {
  /** The part of a kind's name that tells for which circuit or table its items are. */
  private static final Pattern OF_CIRCUIT = Pattern.compile(" for [0-9a-f]{32}$");

  private static final double MEBIBYTE = 1 << 20;

  private final PrintStream out;

  public CostText(PrintStream out) {
    this.out = out;
  }

  public void line(String name, String value) {
    out.printf("%-16s %s%n", name, value);
  }

  /** Prints what is evaluated. */
  public void heading(String name, Circuit circuit, int instances, int parties, IoMap io) {
    LayeredCircuit layered = LayeredCircuit.of(circuit);
    String lookups =
        layered.lookupCount() == 0 ? "" : ", %,d lookups".formatted(layered.lookupCount());
    line(
        "circuit",
        "%s: %,d ANDs%s in %,d layers"
            .formatted(name, layered.andCount(), lookups, layered.depth()));
    line(
        "evaluation",
        "%s, %d parties; %s".formatted(counted(instances, "instance"), parties, io.describe()));
    line("figures", "exact, except those with 'about'");
  }

  /** Prints the cost under a protocol. */
  public void print(
      String name, Map<String, String> options, CostCount count, Optional<Forecast> forecast) {
    Computation.Plan plan = count.plan();
    String chosen =
        options.entrySet().stream()
            .map(option -> ", %s = %s".formatted(option.getKey(), option.getValue()))
            .collect(Collectors.joining());
    out.println();
    line(
        name,
        "%s in %s, σ = %d bits%s"
            .formatted(
                counted(plan.passes(), "pass", "passes"),
                counted(plan.protocol().lanes(), "lane") + (plan.passes() == 1 ? "" : " each"),
                plan.protocol().sigma(),
                chosen));
    line("  material", material(count));
    line("  online", count.online().map(CostText::traffic).orElse(NOT_COUNTED));
    line("  preprocessing", preprocessing(count, forecast));
    forecast.ifPresent(of -> line("  time", time(count, of, options)));
  }

  /**
   * Prints which protocol is expected to be the fastest.
   *
   * @param forecasts by protocol
   */
  public void fastest(Map<String, Forecast> forecasts) {
    List<String> said = new ArrayList<>();
    fastest("with material ready", forecasts, Forecast::onlineSeconds).ifPresent(said::add);
    fastest(
            "with own preprocessing",
            forecasts,
            each ->
                each.preprocessingSeconds()
                    .flatMap(before -> each.onlineSeconds().map(online -> before + online)))
        .ifPresent(said::add);
    if (!said.isEmpty()) {
      line("fastest", String.join("; ", said));
    }
  }

  private static Optional<String> fastest(
      String how, Map<String, Forecast> forecasts, Function<Forecast, Optional<Double>> time) {
    return forecasts.entrySet().stream()
        .filter(each -> time.apply(each.getValue()).isPresent())
        .min(Comparator.comparing(each -> time.apply(each.getValue()).orElseThrow()))
        .map(
            each ->
                "%s %s, %s"
                    .formatted(
                        how, each.getKey(), seconds(time.apply(each.getValue()).orElseThrow())));
  }

  private static final String NOT_COUNTED =
      "not counted: the material of a pass is too large for this JVM; give it more, as with java"
          + " -Xmx4g -jar";

  private static String material(CostCount count) {
    String kinds =
        count.material().quotas().entrySet().stream()
            .map(
                kind ->
                    "%s: %,d"
                        .formatted(
                            OF_CIRCUIT.matcher(kind.getKey().name()).replaceAll(""),
                            kind.getValue()))
            .collect(Collectors.joining(", "));
    return kinds.isEmpty()
        ? "none"
        : kinds
            + String.format(
                Locale.ROOT, "; %,.1f MiB at a party", count.material().bytes() / MEBIBYTE);
  }

  private static String traffic(RunTraffic traffic) {
    List<Long> sent = traffic.sent();
    boolean equal = sent.stream().distinct().count() == 1;
    String bytes =
        equal
            ? "%,d bytes sent by each party".formatted(sent.get(0))
            : IntStream.range(0, sent.size())
                .mapToObj(party -> "%,d by party %d".formatted(sent.get(party), party + 1))
                .collect(Collectors.joining(", ", "bytes sent: ", ""));
    return counted(traffic.rounds(), "round") + ", " + bytes;
  }

  private static String preprocessing(CostCount count, Optional<Forecast> forecast) {
    if (!count.ownMaterial()) {
      return "a dealer's only";
    }
    if (count.preprocessing().isPresent()) {
      return traffic(count.preprocessing().get());
    }
    return forecast
        .flatMap(Forecast::preprocessing)
        .map(CostText::estimate)
        .orElse("too much to be run for counting: an estimate takes measured rates");
  }

  private static String estimate(MaterialPoint point) {
    return String.format(
        Locale.ROOT,
        "about %,.0f rounds, about %,.0f bytes sent by each party",
        point.rounds(),
        point.bytesSent());
  }

  private static String time(CostCount count, Forecast forecast, Map<String, String> options) {
    String online = forecast.onlineSeconds().map(CostText::seconds).orElse("unknown");
    String own =
        count.ownMaterial()
            ? "preprocessing %s, "
                .formatted(forecast.preprocessingSeconds().map(CostText::seconds).orElse("unknown"))
            : "";
    String rates =
        options.equals(forecast.rates().options())
            ? ""
            : "; the rates are of other options: " + shown(forecast.rates().options());
    return own + "online " + online + rates;
  }

  private static String shown(Map<String, String> options) {
    return options.isEmpty() ? "the defaults" : options.toString();
  }

  private static String seconds(double seconds) {
    return seconds < 1
        ? String.format(Locale.ROOT, "about %.3g ms", seconds * 1e3)
        : String.format(Locale.ROOT, "about %,.1f s", seconds);
  }

  public static String counted(long number, String unit) {
    return counted(number, unit, unit + "s");
  }

  private static String counted(long number, String unit, String units) {
    return "%,d %s".formatted(number, number == 1 ? unit : units);
  }
}

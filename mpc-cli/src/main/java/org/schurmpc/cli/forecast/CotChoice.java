package org.schurmpc.cli.forecast;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.schurmpc.core.eval.PreprocessingOptions;
import org.schurmpc.core.eval.Protocol;

/**
 * Tells on which lines correlated OTs from LPN make the own preprocessing faster than those by OT
 * extension: they send less and compute more.
 *
 * @param fewerBytes the bytes that a party sends less; negative if it sends more
 * @param moreSeconds the time that computing takes more, over loopback
 * @param moreRounds the number of rounds that it takes more
 */
public record CotChoice(double fewerBytes, double moreSeconds, double moreRounds) {
  /** The value of the option that names correlated OTs from LPN. */
  public static final String SILENT = "silent";

  /**
   * The difference for 10^6 triples of TinyOT for 40 bits on one thread, for machines that were not
   * measured.
   */
  public static final CotChoice USUAL = new CotChoice(34e6, 0.6, 0);

  private static final double MEGABIT = 1e6;

  /** Returns whether a protocol has the choice. */
  public static boolean isOf(Protocol protocol) {
    return protocol.options().contains(PreprocessingOptions.COT);
  }

  /** Returns the choice for the material of some passes; empty unless both kinds were measured. */
  public static Optional<CotChoice> of(ProtocolRates rates, double materialBytes, int passes) {
    if (rates.material().isEmpty() || rates.silent().isEmpty()) {
      return Optional.empty();
    }
    MaterialPoint soft = point(rates.material(), materialBytes, passes);
    MaterialPoint silent = point(rates.silent(), materialBytes, passes);
    return Optional.of(
        new CotChoice(
            soft.bytesSent() - silent.bytesSent() - rates.silentBeginning(),
            (silent.nanos() - soft.nanos()) / 1e9,
            silent.rounds() - soft.rounds()));
  }

  private static MaterialPoint point(List<MaterialPoint> points, double bytes, int passes) {
    return MaterialPoint.at(points, bytes).times(passes, points.get(0));
  }

  /**
   * Returns the rate of a line, in bits a second, below which silent OTs are faster: zero if never,
   * infinite if always.
   *
   * @param delay the delay of the line in each direction
   */
  public double fasterBelow(Duration delay) {
    double more = moreSeconds + moreRounds * delay.toNanos() / 1e9;
    if (fewerBytes <= 0) {
      return 0;
    }
    return more <= 0 ? Double.POSITIVE_INFINITY : fewerBytes * Byte.SIZE / more;
  }

  /** Returns the sentence for lines of a delay. */
  public String sentence(Duration delay) {
    double bits = fasterBelow(delay);
    if (bits == 0) {
      return "softspoken is faster: for little material silent sends no less";
    }
    return bits == Double.POSITIVE_INFINITY
        ? "silent is faster than softspoken at any rate"
        : "silent is faster than softspoken below about " + rate(bits);
  }

  /** Returns the advice for a line that was measured, in a sentence. */
  public String advice(double bitsPerSecond, Duration delay) {
    String better = bitsPerSecond < fasterBelow(delay) ? SILENT : "softspoken";
    String machine = equals(USUAL) ? " on a usual machine; 'info --measure' measures this one" : "";
    return "for preprocessing on this line take cot = %s: %s%s"
        .formatted(better, sentence(delay), machine);
  }

  private static String rate(double bits) {
    double digits = BigDecimal.valueOf(bits / MEGABIT).round(new MathContext(2)).doubleValue();
    return String.format(Locale.ROOT, "%,.0f Mbit/s", Math.max(1, digits));
  }
}

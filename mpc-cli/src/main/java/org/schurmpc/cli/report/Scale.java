package org.schurmpc.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Maps values to positions along an axis.
 *
 * @param low the value at the axis' begin
 * @param high the value at the axis' end
 * @param logarithmic whether equal quotients have equal distances; both ends are then above 0
 * @param from the position of {@code low} in pixels
 * @param to the position of {@code high} in pixels
 */
record Scale(double low, double high, boolean logarithmic, double from, double to) {
  private static final int TICKS = 6;
  private static final double MARGIN = 0.08;
  private static final int FEW_DECADES = 2;
  private static final int MANY_DECADES = 7;
  private static final double LARGEST_PLAIN = 1e9;

  /** The ends of logarithmic axes: their quotient and its roundings are doubles, too. */
  private static final double SMALLEST = 1e-150;

  private static final double LARGEST = 1e150;
  private static final String SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

  /** Returns a linear scale around values, with 0 if it is near. */
  static Scale linear(double least, double most, boolean fromZero, double from, double to) {
    double range = most > least ? most - least : Math.max(Math.abs(most), 1);
    double low = fromZero || (least >= 0 && least < range / 2) ? 0 : least - MARGIN * range;
    double high = Math.max(most + MARGIN * range, low + Double.MIN_NORMAL);
    return new Scale(low, high, false, from, to);
  }

  /**
   * Returns a logarithmic scale around values above 0, which ends at 1, 2 or 5 times a power.
   * Values below 10⁻¹⁵⁰ or above 10¹⁵⁰ lie beyond its ends.
   */
  static Scale logarithmic(double least, double most, double from, double to) {
    double low = round(bounded(least) / (1 + MARGIN), false);
    return new Scale(low, round(bounded(most) * (1 + MARGIN), true), true, from, to);
  }

  private static double bounded(double value) {
    return value > SMALLEST ? Math.min(value, LARGEST) : SMALLEST;
  }

  private static double round(double value, boolean up) {
    double power = Math.pow(10, Math.floor(Math.log10(value)));
    double[] steps = {1, 2, 5, 10};
    double found = up ? 10 : 1;
    for (double step : steps) {
      if (up ? step >= value / power && step < found : step <= value / power) {
        found = step;
      }
    }
    return found * power;
  }

  /** Returns the position of a value, in pixels. */
  double at(double value) {
    double part =
        logarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
    return from + part * (to - from);
  }

  /** Returns the values that are labelled. */
  List<Double> ticks() {
    return logarithmic ? powers() : steps();
  }

  private List<Double> steps() {
    double step = Math.pow(10, Math.floor(Math.log10((high - low) / TICKS)));
    while ((high - low) / step > TICKS) {
      step *= (high - low) / step > 2.5 * TICKS ? 5 : 2;
    }
    List<Double> ticks = new ArrayList<>();
    double first = Math.ceil(low / step - 1e-9);
    for (int i = 0; i <= TICKS && (first + i) * step <= high + 1e-9 * step; i++) {
      ticks.add((first + i) * step);
    }
    return ticks;
  }

  private List<Double> powers() {
    double decades = Math.log10(high / low);
    int every = (int) Math.ceil(decades / MANY_DECADES);
    double[] steps = decades > FEW_DECADES ? new double[] {1} : new double[] {1, 2, 5};
    List<Double> ticks = new ArrayList<>();
    int first = (int) Math.floor(Math.log10(low));
    for (int power = first; power <= Math.log10(high) + 1e-9; power++) {
      for (double step : steps) {
        double tick = step * Math.pow(10, power);
        boolean labelled = step > 1 || Math.floorMod(power, every) == 0;
        boolean inside = tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9);
        if (inside && labelled) {
          ticks.add(tick);
        }
      }
    }
    return ticks;
  }

  /** Returns the label of a value of {@link #ticks}. */
  String label(double tick) {
    double most = Math.max(Math.abs(low), Math.abs(high));
    if (most >= LARGEST_PLAIN && logarithmic) {
      return power(tick);
    }
    if (tick == 0) {
      return "0";
    }
    double finest = logarithmic ? Math.abs(tick) : (high - low) / TICKS;
    int digits = (int) Math.max(0, -Math.floor(Math.log10(finest) + 1e-9));
    String text = String.format(Locale.ROOT, "%,." + Math.min(digits, 9) + "f", tick);
    return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
  }

  private static String power(double tick) {
    int exponent = (int) Math.floor(Math.log10(tick) + 1e-9);
    long times = Math.round(tick / Math.pow(10, exponent));
    StringBuilder text = new StringBuilder(times == 1 ? "10" : times + "·10");
    for (char digit : Integer.toString(exponent).toCharArray()) {
      text.append(digit == '-' ? '⁻' : SUPERSCRIPTS.charAt(digit - '0'));
    }
    return text.toString();
  }
}

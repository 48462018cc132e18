package org.schurmpc.cli.forecast;

/**
 * Holds the times of an evaluation's parts over loopback, at one number of lanes.
 *
 * @param lanes the number of lanes
 * @param nanosPerRound the time of a round, in which nothing but the exchange happens
 * @param nanosPerAnd the time of an AND gate, or of an input or output bit, in all lanes
 * @param nanosPerLookup the time of a lookup with 8 input bits in all lanes; 0 if the protocol
 *     evaluates none
 * @param nanosPerLinear the time of a gate without communication in all lanes
 */
public record OnlineRates(
    int lanes,
    double nanosPerRound,
    double nanosPerAnd,
    double nanosPerLookup,
    double nanosPerLinear) {

  /** Returns the rates at another number of lanes, on the straight line through two rates. */
  OnlineRates between(OnlineRates other, int wanted) {
    if (other.lanes == lanes) {
      return this;
    }
    double part = (double) (wanted - lanes) / (other.lanes - lanes);
    return new OnlineRates(
        wanted,
        between(nanosPerRound, other.nanosPerRound, part),
        between(nanosPerAnd, other.nanosPerAnd, part),
        between(nanosPerLookup, other.nanosPerLookup, part),
        between(nanosPerLinear, other.nanosPerLinear, part));
  }

  private static double between(double first, double second, double part) {
    return Math.max(0, first + (second - first) * part);
  }
}

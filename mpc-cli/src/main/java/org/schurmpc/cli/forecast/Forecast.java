package org.schurmpc.cli.forecast;

import java.util.Optional;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.net.Link;

/**
 * Computes the time of an evaluation from its counts and from measured rates: the sum of the time
 * that the parts take over loopback, of the delay of each round, and of the bytes of the busier
 * direction at the line's rate.
 *
 * @param count what is counted
 * @param rates the rates of the protocol on this machine
 * @param link the line between the parties; empty for loopback
 */
public record Forecast(CostCount count, ProtocolRates rates, Optional<Link> link) {
  private static final double TABLE_BITS = 8;

  /** Returns the number of gates, inputs and outputs that take the time of an AND. */
  static long units(LayeredCircuit circuit) {
    return (long) circuit.andCount()
        + circuit.circuit().inputWires()
        + circuit.circuit().outputWires();
  }

  /** Returns the number of gates that need no communication. */
  static long linearGates(LayeredCircuit circuit) {
    return (long) circuit.circuit().gateCount() - circuit.andCount() - circuit.lookupCount();
  }

  /** Returns the number of lookups, each weighted by the size of its table. */
  private static double lookups(LayeredCircuit circuit) {
    double lookups = 0;
    for (int d = 0; d < circuit.depth(); d++) {
      for (int i = 0; i < circuit.lookup(d).size(); i++) {
        lookups += Math.pow(2, circuit.lookup(d).table(i).inputBits() - TABLE_BITS);
      }
    }
    return lookups;
  }

  /** Returns the time from inputs to outputs over all passes; empty if nothing was counted. */
  public Optional<Double> onlineSeconds() {
    return count.online().map(this::onlineSeconds);
  }

  private double onlineSeconds(RunTraffic online) {
    LayeredCircuit circuit = count.plan().circuit();
    int passes = count.plan().passes();
    OnlineRates each = rates.online(count.plan().protocol().lanes());
    double nanos =
        online.rounds() * each.nanosPerRound()
            + (double) passes
                * (units(circuit) * each.nanosPerAnd()
                    + lookups(circuit) * each.nanosPerLookup()
                    + linearGates(circuit) * each.nanosPerLinear());
    return nanos / 1e9 + lineSeconds((double) online.rounds(), (double) online.mostSent());
  }

  /**
   * Returns the own preprocessing of all passes: an estimate, except for bytes and rounds that were
   * counted; empty if the material comes from a dealer.
   */
  public Optional<MaterialPoint> preprocessing() {
    if (!count.ownMaterial() || rates.material().isEmpty()) {
      return Optional.empty();
    }
    MaterialPoint estimate =
        MaterialPoint.at(rates.material(), (double) count.plan().demand().bytes())
            .times(count.plan().passes(), rates.material().get(0));
    return Optional.of(
        count
            .preprocessing()
            .map(
                exact ->
                    new MaterialPoint(
                        estimate.materialBytes(),
                        estimate.nanos(),
                        (double) exact.mostSent(),
                        (double) exact.rounds()))
            .orElse(estimate));
  }

  /** Returns the time of the own preprocessing over all passes. */
  public Optional<Double> preprocessingSeconds() {
    return preprocessing()
        .map(point -> point.nanos() / 1e9 + lineSeconds(point.rounds(), point.bytesSent()));
  }

  private double lineSeconds(double rounds, double bytes) {
    return link.map(
            line ->
                rounds * line.delay().toNanos() / 1e9 + bytes * Byte.SIZE / line.bitsPerSecond())
        .orElse(0.0);
  }
}

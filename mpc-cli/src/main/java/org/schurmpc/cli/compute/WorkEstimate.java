package org.schurmpc.cli.compute;

import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.run.Computation;

/**
 * Estimated processor time of one participant's work in a JVM that has just been started, with
 * plain kernels. Knows no protocol: it counts gates and bytes of material, at rates that suit the
 * slower protocols.
 *
 * @param seconds rough; right within a factor of three or so
 */
public record WorkEstimate(double seconds) {
  /** Of work that somebody has to end. */
  public static final WorkEstimate ENDLESS = new WorkEstimate(Double.POSITIVE_INFINITY);

  /** For an AND, or an input bit of a lookup, of one instance. */
  private static final double SECONDS_PER_AND = 1e-6;

  /** For a gate of any type in one pass, whose instances are computed side by side. */
  private static final double SECONDS_PER_GATE = 1e-7;

  /** For a byte of material that is read, received or dealt. */
  private static final double SECONDS_PER_BYTE = 2e-8;

  /** For a byte of material that the parties make themselves. */
  private static final double SECONDS_PER_OWN_BYTE = 2.5e-6;

  /** Input bits of an average lookup table. */
  private static final int LOOKUP_BITS = 8;

  /**
   * Estimates the evaluation of all instances.
   *
   * @param own whether the parties make the material themselves meanwhile
   */
  public static WorkEstimate evaluation(Computation.Plan plan, boolean own) {
    LayeredCircuit circuit = plan.circuit();
    double ands = circuit.andCount() + (double) LOOKUP_BITS * circuit.lookupCount();
    double online =
        ands * plan.instances() * SECONDS_PER_AND
            + (double) circuit.circuit().gateCount() * plan.passes() * SECONDS_PER_GATE;
    return new WorkEstimate(online + material(plan.demand(), plan.passes(), own).seconds);
  }

  /**
   * Estimates the making of material.
   *
   * @param times how often as much as the demand says
   * @param own whether the parties make it themselves
   */
  public static WorkEstimate material(Demand demand, long times, boolean own) {
    double bytes = (double) demand.bytes() * times;
    return new WorkEstimate(bytes * (own ? SECONDS_PER_OWN_BYTE : SECONDS_PER_BYTE));
  }
}

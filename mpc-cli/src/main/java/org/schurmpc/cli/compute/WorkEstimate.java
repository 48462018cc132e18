package org.schurmpc.cli.compute;

import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.run.RunPlan;

/**
 * Estimates the processor time of one participant's work, in a JVM that has just started and with
 * plain kernels. The estimate does not depend on the protocol: it counts gates and bytes of
 * material, at the rates of the slower protocols.
 *
 * @param seconds the estimate, correct within a factor of about three
 */
public record WorkEstimate(double seconds) {
  /** Estimate of work that does not end by itself. */
  public static final WorkEstimate ENDLESS = new WorkEstimate(Double.POSITIVE_INFINITY);

  /** Seconds for one AND, or one input bit of a lookup, of one instance. */
  private static final double SECONDS_PER_AND = 1e-6;

  /** Seconds for a gate of any type in one pass, which computes its instances in parallel. */
  private static final double SECONDS_PER_GATE = 1e-7;

  /** Seconds for a byte of material that is read, received or dealt. */
  private static final double SECONDS_PER_BYTE = 2e-8;

  /** Seconds for a byte of material that the parties generate. */
  private static final double SECONDS_PER_OWN_BYTE = 2.5e-6;

  /** Number of input bits of an average lookup table. */
  private static final int LOOKUP_BITS = 8;

  /**
   * Estimates the evaluation of all instances.
   *
   * @param own whether the parties generate the material during the evaluation
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
   * Estimates the generation of all parts' material.
   *
   * @param units the number of units of each part
   * @param own whether the parties generate the material
   */
  public static WorkEstimate material(RunPlan plan, long units, boolean own) {
    return new WorkEstimate(
        plan.parts().stream().mapToDouble(part -> material(part.unit(), units, own).seconds).sum());
  }

  /**
   * Estimates the generation of material.
   *
   * @param times the multiple of the demand that is generated
   * @param own whether the parties generate the material
   */
  public static WorkEstimate material(Demand demand, long times, boolean own) {
    double bytes = (double) demand.bytes() * times;
    return new WorkEstimate(bytes * (own ? SECONDS_PER_OWN_BYTE : SECONDS_PER_BYTE));
  }
}

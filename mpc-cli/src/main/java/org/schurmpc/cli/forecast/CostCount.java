package org.schurmpc.cli.forecast;

import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.run.LocalParties;

/**
 * Counts what an evaluation costs under one protocol, by running all parties in this process on
 * all-zero inputs. Traffic depends on neither inputs nor randomness, so the counts are those of
 * every evaluation.
 *
 * @param plan the evaluation; with the protocol's own material, if it makes any
 * @param ownMaterial whether the protocol makes its own material
 * @param online the traffic from inputs to outputs over all passes; empty if the material of a pass
 *     is too large for this JVM
 * @param preprocessing the traffic of the own preprocessing over all passes; empty if the material
 *     comes from a dealer, or is too much to be generated for counting
 */
public record CostCount(
    Computation.Plan plan,
    boolean ownMaterial,
    Optional<RunTraffic> online,
    Optional<RunTraffic> preprocessing) {

  /** Number of copies of a party's material in this process: recorded, and in the store. */
  private static final int COPIES = 2;

  /** Reciprocal of the part of the heap that material may fill. */
  private static final int HEAP_PART = 2;

  /**
   * Counts an evaluation.
   *
   * @param asked the evaluation, with material of any source
   * @param mostOwnBytes the size of all material at a party, in bytes, up to which the own
   *     preprocessing is run in order to count its traffic
   */
  public static CostCount of(Computation.Plan asked, long mostOwnBytes) throws MpcException {
    Optional<Computation.Plan> own = ownMaterial(asked);
    Computation.Plan plan = own.orElse(asked);
    boolean small = plan.demand().bytes() <= mostOwnBytes / plan.passes();
    return new CostCount(
        plan,
        own.isPresent(),
        fits(plan) ? Optional.of(online(plan)) : Optional.empty(),
        own.isPresent() && small ? Optional.of(preprocessing(plan)) : Optional.empty());
  }

  private static Optional<Computation.Plan> ownMaterial(Computation.Plan plan) {
    try {
      return plan.protocol().preprocesses() ? Optional.of(plan.ofOwnMaterial()) : Optional.empty();
    } catch (Refused e) {
      return Optional.empty();
    }
  }

  private static boolean fits(Computation.Plan plan) {
    long copies = (long) COPIES * plan.protocol().parties();
    return plan.demand().bytes() <= Runtime.getRuntime().maxMemory() / HEAP_PART / copies;
  }

  private static RunTraffic online(Computation.Plan plan) throws MpcException {
    LocalParties parties = LocalParties.inMemory(plan.protocol().parties());
    try (LocalRun run = LocalRun.open(parties, plan.protocol(), plan.circuit(), plan.io())) {
      run.supply();
      run.evaluate();
      RunTraffic first = run.online();
      if (plan.passes() == 1) {
        return first;
      }
      run.supply();
      run.evaluate();
      // Every pass after the first one is like the second one.
      return first.plus(run.online().since(first), plan.passes() - 1);
    }
  }

  private static RunTraffic preprocessing(Computation.Plan plan) throws MpcException {
    try (LocalParties parties = LocalParties.inMemory(plan.protocol().parties())) {
      return new OwnPreprocessing(plan.protocol(), plan.circuit(), plan.io())
          .generate(parties, plan.demand(), plan.passes())
          .traffic();
    }
  }

  /** Returns the material of all passes at one party. */
  public Demand material() {
    return plan.demand().times(plan.passes());
  }
}

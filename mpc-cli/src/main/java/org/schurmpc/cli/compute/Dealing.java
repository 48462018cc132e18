package org.schurmpc.cli.compute;

import java.util.List;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.run.RunPlan;

/**
 * What a dealer deals under one key.
 *
 * @param unit the material that is dealt at a time: of a pass over a circuit, or of a run of a
 *     program
 * @param units number of units, at least one
 */
public record Dealing(ConfiguredProtocol protocol, Demand unit, int units) {
  /** Returns the material of all passes over a circuit. */
  public static Dealing of(Computation.Plan plan) {
    return new Dealing(plan.protocol(), plan.demand(), plan.passes());
  }

  /** Returns the material of a number of runs, of one part of a plan. */
  public static Dealing of(RunPlan.Part part, int runs) {
    return new Dealing(part.protocol(), part.unit(), runs);
  }

  /** Returns the purpose of a party's store. */
  StoreDirectory.Purpose purpose(int party, List<Fingerprint> certificates) throws Refused {
    return new RunPlan.Part("", protocol, unit).purpose(party, certificates);
  }
}

package org.schurmpc.bench.monitor;

import java.time.Duration;
import java.util.Optional;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.job.InputSeeds;
import org.schurmpc.bench.job.MulTask;
import org.schurmpc.core.circuit.Circuit;

/**
 * Plans products of one group of parties: one pass per run. The parties verify the products
 * themselves.
 *
 * @param task the task of the parties
 */
public record MulPlan(MulTask task) implements Plan {
  @Override
  public int instances() {
    return 1;
  }

  @Override
  public Duration stagger() {
    return Duration.ZERO;
  }

  @Override
  public int passes() {
    return 1;
  }

  @Override
  public int evaluationsPerPass() {
    return 0;
  }

  @Override
  public boolean hasDealer() {
    return true;
  }

  @Override
  public InputSeeds seeds(Role party) {
    return null;
  }

  @Override
  public Optional<Circuit> circuit() {
    return Optional.empty();
  }

  @Override
  public OutputCheck check(int instance) {
    return (channel, role, run, pass) -> {};
  }
}

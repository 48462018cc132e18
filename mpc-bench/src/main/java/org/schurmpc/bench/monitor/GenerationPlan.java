package org.schurmpc.bench.monitor;

import java.time.Duration;
import java.util.Optional;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.job.GenerationTask;
import org.schurmpc.bench.job.InputSeeds;
import org.schurmpc.core.circuit.Circuit;

/**
 * Plans the generation of correlated randomness by one group of parties: one pass per run, without
 * inputs and outputs.
 *
 * @param task the task of the parties
 */
public record GenerationPlan(GenerationTask task) implements Plan {
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
    return false;
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

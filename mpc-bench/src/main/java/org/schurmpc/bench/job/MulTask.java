package org.schurmpc.bench.job;

import java.util.Map;
import java.util.Set;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.session.Phase;

/**
 * Multiplies secret values, batch after batch, with material of a dealer.
 *
 * @param protocol the protocol that multiplies
 * @param batches the number of sequential batches in a run
 * @param batch the number of products in a batch, which are computed in one exchange
 */
public record MulTask(ProtocolChoice protocol, int batches, int batch, Schedule schedule, Line line)
    implements ThroughputTask {
  /** Returns the names of the protocols that multiply outside of circuits. */
  public static Set<String> protocols() {
    return ProtocolChoice.suiting(configured -> configured.chain(1, 1));
  }

  @Override
  public int parties() {
    return protocol.parties();
  }

  @Override
  public long count() {
    return (long) batches * batch;
  }

  @Override
  public Phase phase() {
    return Phase.COMPUTE;
  }

  @Override
  public boolean hasDealer() {
    return true;
  }

  /** Returns this task with fewer parties and fewer batches. */
  public MulTask with(int fewerParties, int fewerBatches) {
    return new MulTask(protocol.withParties(fewerParties), fewerBatches, batch, schedule, line);
  }

  /**
   * Returns the material that a run consumes.
   *
   * @param configured the configured {@link #protocol}
   * @throws Refused if the protocol multiplies only in circuits
   */
  public Demand demand(ConfiguredProtocol configured) throws Refused {
    return configured.chain(batches, batch);
  }

  @Override
  public Map<String, Object> parameters() throws Refused {
    return protocol.parameters(protocol.configured());
  }
}

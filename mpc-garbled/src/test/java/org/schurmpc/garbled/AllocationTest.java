package org.schurmpc.garbled;

import java.util.List;
import org.schurmpc.circuits.lib.Aes;
import org.schurmpc.core.circuit.dsl.Goal;
import org.schurmpc.core.contract.AllocationContract;

class AllocationTest extends AllocationContract {
  /**
   * In 16 lanes, the JDK allocates some 60 bytes for the 896 that the transcript hashes, and 80 for
   * keys of the hash, of which a strip of 1,024 gate-lanes takes one.
   */
  private static final int BYTES_PER_GATE = 180;

  @Override
  protected List<Bound> bounds() throws Exception {
    var garbled = Configurations.garbled(64, 0, 16, "plain");
    return List.of(
        new Bound("garbled", garbled, Aes.encryption(128, Goal.FEWEST_ANDS), BYTES_PER_GATE));
  }
}

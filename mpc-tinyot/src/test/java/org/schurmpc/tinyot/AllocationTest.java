package org.schurmpc.tinyot;

import java.util.List;
import org.schurmpc.circuits.lib.Aes;
import org.schurmpc.core.circuit.dsl.Goal;
import org.schurmpc.core.contract.AllocationContract;

class AllocationTest extends AllocationContract {
  /** The JDK's AES-GCM allocates some 1 KB for each 16 KB hashed, 150 bytes a gate; we nothing. */
  private static final int BYTES_PER_GATE = 250;

  @Override
  protected List<Bound> bounds() throws Exception {
    var tinyot = Configurations.tinyot(64, 64, "plain");
    return List.of(
        new Bound("tinyot", tinyot, Aes.encryption(128, Goal.FEWEST_ANDS), BYTES_PER_GATE));
  }
}

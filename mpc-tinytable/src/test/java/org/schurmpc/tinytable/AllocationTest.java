package org.schurmpc.tinytable;

import java.util.List;
import org.schurmpc.circuits.lib.Aes;
import org.schurmpc.core.circuit.dsl.Goal;
import org.schurmpc.core.contract.AllocationContract;

class AllocationTest extends AllocationContract {
  /** The JDK's AES-GCM allocates 5 to 14 bytes a gate, of what is hashed; we nothing. */
  private static Bound bound(String scheme, int bytesPerGate) throws Exception {
    return new Bound(
        scheme,
        Configurations.tinytable(scheme, 64, "plain"),
        Aes.encryption(128, Goal.FEWEST_ANDS),
        bytesPerGate);
  }

  @Override
  protected List<Bound> bounds() throws Exception {
    return List.of(
        bound("linear", 20), bound("lookup64", 12), bound("codeword", 20), bound("passive", 12));
  }
}

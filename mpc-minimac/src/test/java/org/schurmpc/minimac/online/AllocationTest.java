package org.schurmpc.minimac.online;

import java.util.List;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.contract.AllocationContract;
import org.schurmpc.minimac.Configurations;

class AllocationTest extends AllocationContract {
  /** The JDK's AES-GCM allocates some 2 KB for each 16 KB hashed, 330 bytes a gate; we nothing. */
  private static final int BYTES_PER_GATE = 400;

  @Override
  protected List<Bound> bounds() throws Exception {
    var minitrix = Configurations.minitrix("255x85", OpeningMode.BATCHED, "plain");
    return List.of(
        new Bound("minitrix", minitrix, CircuitLibrary.open("des_shallow"), BYTES_PER_GATE));
  }
}

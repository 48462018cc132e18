package org.schurmpc.vm.machine.spdz;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.PrepStore;

/** Supplies the material and the key of one field of a program. */
@FunctionalInterface
public interface Supply {
  /**
   * Returns the one store of the run, the same at each call, after ensuring that it holds at least
   * the items of a demand. Called by all parties with equal demands at the same time, while no
   * other thread communicates. The machine acquires the store at first and releases it in the end.
   *
   * @param demand may be empty: the store then has its key at least
   * @throws org.schurmpc.core.abort.Exhausted naming the missing items
   */
  PrepStore reserve(Demand demand) throws MpcException;
}

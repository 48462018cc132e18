package org.schurmpc.minimac.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.MulBatch;

/** What becomes of the products [[z]]* that lie in the output slots of AND gates. */
interface Conversion {
  /** Leases what a layer of so many gates takes. */
  void lease(int gates) throws MpcException;

  /** Makes of the products of gates {@code from} to {@code from + count - 1} what wires hold. */
  void convert(MulBatch batch, int from, int count, Wires wires) throws MpcException;

  /** Wipes what is held. */
  void wipe();
}

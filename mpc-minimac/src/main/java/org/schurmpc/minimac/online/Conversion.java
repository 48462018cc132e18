package org.schurmpc.minimac.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.MulBatch;

/** The conversion of products [[z]]* in the output slots of AND gates to wires. */
interface Conversion {
  /** Leases the material for a layer of {@code gates} gates. */
  void lease(int gates) throws MpcException;

  /** Converts the products of gates {@code from} to {@code from + count - 1} to wires. */
  void convert(MulBatch batch, int from, int count, Wires wires) throws MpcException;

  /** Wipes all secrets. */
  void wipe();
}

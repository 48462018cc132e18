package org.schurmpc.tinytable.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.MulBatch;

/**
 * The tables of a circuit at one party, layer by layer. A layer's message begins with the shares,
 * packed as described at {@link Layers}; the rest of the message depends on the scheme.
 */
interface LayerTables {
  /** Begins an evaluation. */
  void begin();

  /** Returns the length of a layer's message in bits, in either direction. */
  long messageBits(MulBatch gates, LookupBatch lookups);

  /**
   * Looks up this party's shares and logs the MACs.
   *
   * @param message zeros; receives this party's message
   */
  void open(AndInputs ands, LookupBatch lookups, MaskedWires wires, long[] message)
      throws MpcException;

  /**
   * Logs the MACs that the peer must have for its message.
   *
   * @param ands as in {@link #open}, and so are the lookups
   */
  void receive(AndInputs ands, LookupBatch lookups, long[] message);

  void wipe();
}

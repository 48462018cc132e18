package org.schurmpc.tinytable.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.MulBatch;

/**
 * The tables of a circuit at one party, layer by layer. A layer's message begins with the shares,
 * packed as {@link Layers} says; what is behind them is the scheme's own.
 */
interface LayerTables {
  /** Begins an evaluation. */
  void begin();

  /** How long a layer's message is, in either direction. */
  long messageBits(MulBatch gates, LookupBatch lookups);

  /**
   * Looks up the own shares and notes the MACs.
   *
   * @param message zeros: gets what this party sends
   */
  void open(AndInputs ands, LookupBatch lookups, MaskedWires wires, long[] message)
      throws MpcException;

  /**
   * Notes what the peer must have for what it sent.
   *
   * @param ands as in {@link #open}, as are the lookups
   */
  void receive(AndInputs ands, LookupBatch lookups, long[] message);

  void wipe();
}

package org.schurmpc.core.eval;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.MulBatch;

/**
 * Performs one party's side of a protocol that evaluates Boolean circuits. Wires live in numbered
 * slots of memory that the evaluator owns; every slot holds {@link #lanes()} parallel instances.
 * All gates of a batch are passed at once.
 *
 * <p>All parties make the same calls in the same order. After an {@link MpcException} only {@link
 * #close()} may follow.
 */
public interface Evaluator extends ValueKeeper {
  /** Returns the number of parallel instances in one wire. */
  int lanes();

  /** Allocates memory for a circuit and drops the values of the previous one. */
  void begin(LayeredCircuit circuit) throws MpcException;

  /**
   * Processes the inputs, all in one exchange.
   *
   * @param mine a row for each input wire, a column for each lane: this party's values and shares,
   *     and the public values; rows of other parties are ignored
   */
  void input(InputBatch batch, BitMatrix mine) throws MpcException;

  /** Generates secret uniform values that no party knows. */
  void random(RandomBatch batch) throws MpcException;

  /** Evaluates XOR, NOT, copies and constants: local, in order. */
  void linear(LinearBatch batch);

  /** Evaluates independent AND gates, all in one exchange; at least one. */
  void multiply(MulBatch batch) throws MpcException;

  /**
   * Evaluates independent lookups, all in one exchange; at least one. A protocol without lookups
   * refuses circuits with lookups in {@link ConfiguredProtocol#demand} and does not override this
   * method.
   *
   * @throws IllegalStateException if the protocol has no lookups
   */
  default void lookup(LookupBatch batch) throws MpcException {
    throw new IllegalStateException("this protocol evaluates no lookups");
  }

  /**
   * Evaluates a layer: AND gates and lookups that are independent of each other, of at least one
   * kind. A layer with both takes two exchanges; a protocol that can perform both in one exchange
   * overrides this method.
   */
  default void layer(MulBatch ands, LookupBatch lookups) throws MpcException {
    if (ands.size() > 0) {
      multiply(ands);
    }
    if (lookups.size() > 0) {
      lookup(lookups);
    }
  }

  /**
   * Evaluates all gates between inputs and outputs, layer by layer: local work, then one exchange.
   * An evaluator of one function, of which the circuit is a description, evaluates the function in
   * another way.
   *
   * @param circuit the circuit of {@link #begin}
   */
  default void compute(LayeredCircuit circuit) throws MpcException {
    int depth = circuit.depth();
    for (int d = 0; d < depth; d++) {
      linear(circuit.linear(d));
      layer(circuit.multiply(d), circuit.lookup(d));
    }
    linear(circuit.linear(depth));
  }

  /** Performs all deferred checks. After it returns, every value opened so far is authentic. */
  void check() throws MpcException;

  /**
   * Returns whether {@link #check} fails if any message since {@link #begin} differs between sender
   * and receiver, masked inputs included. In this case, transcripts are not compared in addition.
   */
  default boolean comparesTranscripts() {
    return false;
  }

  /**
   * Opens outputs to the parties that learn them. All deferred checks are performed before anything
   * is sent, and the openings themselves are checked before anything is returned.
   *
   * @return a row for each output wire, a column for each lane; rows that this party does not learn
   *     are zero
   */
  BitMatrix output(OutputBatch batch) throws MpcException;

  /**
   * Writes the inputs whose source is {@link InputSource.Kept}; called after {@link #input}, which
   * has set them to zero. Sends nothing.
   *
   * @throws Refused if the protocol keeps no values
   */
  default void load(InputBatch batch, KeptInputs kept) throws MpcException {
    throw ValueKeeper.keepsNone();
  }

  /**
   * Returns copies of the shares of a kept output in a lane, without any message.
   *
   * @param id as {@link KeptValues#id}
   * @throws Refused if the protocol keeps no values
   */
  default KeptValues keep(OutputBatch batch, String set, int lane, byte[] id) throws MpcException {
    throw ValueKeeper.keepsNone();
  }

  /** Wipes the values that the evaluator holds. */
  @Override
  void close();
}

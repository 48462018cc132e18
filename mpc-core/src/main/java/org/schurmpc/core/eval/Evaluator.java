package org.schurmpc.core.eval;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.MulBatch;

/**
 * One party's side of a protocol that evaluates Boolean circuits. Wires live in numbered slots of
 * memory that the evaluator owns; every slot holds {@link #lanes()} parallel instances. All gates
 * of a batch are handed over at once.
 *
 * <p>Both parties make the same calls in the same order. After an {@link MpcException} only {@link
 * #close()} may follow.
 */
public interface Evaluator extends AutoCloseable {
  /** The parallel instances in one wire. */
  int lanes();

  /** Takes memory for a circuit; everything held before is gone. */
  void begin(LayeredCircuit circuit) throws MpcException;

  /**
   * Inputs, all in one exchange.
   *
   * @param mine a row for each input wire, a column for each lane: this party's values and shares,
   *     and the public values; rows of other parties are ignored
   */
  void input(InputBatch batch, BitMatrix mine) throws MpcException;

  /** Secret uniform values that no party knows. */
  void random(RandomBatch batch) throws MpcException;

  /** XOR, NOT, copies and constants: local, in order. */
  void linear(LinearBatch batch);

  /** Independent AND gates, all in one exchange; at least one. */
  void multiply(MulBatch batch) throws MpcException;

  /**
   * Independent lookups, all in one exchange; at least one. A protocol that has none refuses
   * circuits with lookups in {@link ConfiguredProtocol#demand} and keeps this as it is.
   *
   * @throws IllegalStateException if the protocol has no lookups
   */
  default void lookup(LookupBatch batch) throws MpcException {
    throw new IllegalStateException("this protocol evaluates no lookups");
  }

  /**
   * A layer: AND gates and lookups that are independent of each other, of at least one kind. Two
   * exchanges if there are both; a protocol that can makes it one and overrides this.
   */
  default void layer(MulBatch ands, LookupBatch lookups) throws MpcException {
    if (ands.size() > 0) {
      multiply(ands);
    }
    if (lookups.size() > 0) {
      lookup(lookups);
    }
  }

  /** Makes up for every check put off so far; what was opened until now is then authentic. */
  void check() throws MpcException;

  /**
   * Whether {@link #check} fails if anything that was exchanged since {@link #begin} is not the
   * same at both ends, masked inputs included. Then nobody compares transcripts besides.
   */
  default boolean comparesTranscripts() {
    return false;
  }

  /**
   * Opens outputs to those who learn them. Every check put off is made before anything is sent, and
   * the openings themselves are checked before anything is returned.
   *
   * @return a row for each output wire, a column for each lane; rows that this party does not learn
   *     are zero
   */
  BitMatrix output(OutputBatch batch) throws MpcException;

  /** Wipes what the evaluator holds. */
  @Override
  void close();
}

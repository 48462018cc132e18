package org.schurmpc.core.eval;

import org.schurmpc.core.deliver.Delivery;

/**
 * A party's part of an input mask: random bits that nobody knows, kept under MACs, and the delivery
 * that gives them to one client. The client answers with its input plus the bits.
 *
 * @param delivery for the client to whom its number is assigned
 * @param bits for {@link KeptInputs}; used for one input
 */
public record InputMask(Delivery delivery, KeptValues bits) implements AutoCloseable {
  /** Wipes both. */
  @Override
  public void close() {
    delivery.close();
    bits.close();
  }
}

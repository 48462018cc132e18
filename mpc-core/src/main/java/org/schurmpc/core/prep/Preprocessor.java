package org.schurmpc.core.prep;

import org.schurmpc.core.abort.MpcException;

/** A maker of one party's preprocessing material: a dealer's client, or the real protocol. */
public interface Preprocessor extends AutoCloseable {
  /**
   * Identifies the material that this maker makes; equal at all parties, compared in handshakes.
   */
  String storeId();

  /** How reports name the source, for example "dealer (trusted, INSECURE)". */
  String description();

  /**
   * Puts what an evaluation needs into a store. May be called again for further evaluations with
   * the same store.
   */
  void prepare(Demand demand, MaterialSink store) throws MpcException;

  @Override
  void close();
}

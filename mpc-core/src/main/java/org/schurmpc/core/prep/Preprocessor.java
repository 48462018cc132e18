package org.schurmpc.core.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.session.Session;

/** A maker of one party's preprocessing material: a dealer's client, or the real protocol. */
public interface Preprocessor extends AutoCloseable {
  /** The {@link #storeId} of material that the parties of a session make themselves, in it. */
  String OWN_STORE = "own";

  /**
   * Identifies the material that this maker makes; equal at all parties, compared in handshakes.
   */
  String storeId();

  /** How reports name the source, for example "dealer (trusted, INSECURE)". */
  String description();

  /**
   * Makes what an evaluation needs; may be called again for more. After an exception this maker is
   * done with, and after a failed check ({@link PeerCheated}) so is all that it made before: the
   * caller burns the store. {@link #fill} does.
   *
   * @param sink gets the keys before the first items, and the items demanded
   */
  void prepare(Demand demand, MaterialSink sink) throws MpcException;

  /**
   * Puts the material for an evaluation into a store. If a check fails, whether in the session or,
   * with a dealer, outside of it, the session ends and the store is burnt.
   */
  @SuppressWarnings("try") // the registration is there to be closed
  default void fill(Session session, Demand demand, PrepStore store) throws MpcException {
    try (Session.Registration burning = session.onFailedCheck(store::burn)) {
      session.enforce((Session.Step) () -> prepare(demand, store));
    }
  }

  @Override
  void close();
}

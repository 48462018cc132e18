package org.schurmpc.core.prep;

import java.util.Map;
import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.progress.ProgressLog;
import org.schurmpc.core.session.Session;

/** Generates one party's preprocessing material: a dealer's client, or the real protocol. */
public interface Preprocessor extends AutoCloseable {
  /**
   * Value of {@link #storeId} for material that the parties of a session generate themselves, in
   * that session.
   */
  String OWN_STORE = "own";

  /**
   * Returns the identity of the material that this preprocessor generates; equal at all parties and
   * compared in handshakes.
   */
  String storeId();

  /** Returns the name of the source in reports, for example "dealer (trusted, INSECURE)". */
  String description();

  /**
   * Returns the source of the material with its parameters, for reports. By default the source is
   * the parties' own preprocessing, and no parameters are named.
   */
  default Origin origin() {
    return Origin.own(description(), Map.of());
  }

  /**
   * Returns the source of the material of a demand, which is to be generated next: how that is done
   * may depend on the amount. By default it does not.
   */
  default Origin origin(Demand demand) throws MpcException {
    return origin();
  }

  /**
   * Generates the material of an evaluation; may be called again for more. After an exception this
   * preprocessor is unusable. After a failed check ({@link PeerCheated}) all material that it has
   * generated is unusable, too, and the caller burns the store, as {@link #fill} does.
   *
   * @param sink receives the keys before the first items, and the items demanded
   */
  void prepare(Demand demand, MaterialSink sink) throws MpcException;

  /**
   * Returns material that a later session under the same key begins with, if {@link #prepare} can
   * make any by now and makes more of the rest with it; equal at all parties.
   */
  default Optional<Demand> leaves() {
    return Optional.empty();
  }

  /**
   * Puts the material for an evaluation into a store, and logs how much there is if it takes
   * seconds. If a check fails, whether in the session or, with a dealer, outside of it, the session
   * ends and the store is burnt.
   */
  @SuppressWarnings("try") // the registration exists to be closed
  default void fill(Session session, Demand demand, PrepStore store) throws MpcException {
    try (Session.Registration burning = session.onFailedCheck(store::burn)) {
      MaterialSink counted = new CountedSink(demand, store, new ProgressLog());
      session.enforce((Session.Step) () -> prepare(demand, counted));
    }
  }

  @Override
  void close();
}

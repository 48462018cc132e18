package org.schurmpc.core.eval;

import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.PublicValue;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;

/**
 * The use of a store by a {@link ValueKeeper}, which is its only consumer meanwhile. A failed check
 * of the protocol destroys the store; any other failure burns the rest of the material of the call,
 * so that all parties are at the same position afterwards.
 */
final class KeeperUse implements AutoCloseable {
  private final Session session;
  private final PrepStore store;
  private final Session.Registration burning;
  private final ValueKeeper keeper;
  private boolean usable = true;

  /**
   * Acquires the store.
   *
   * @throws IllegalArgumentException if the session was agreed on other terms
   */
  KeeperUse(Session session, ConfiguredProtocol protocol, PrepStore store) throws MpcException {
    var agreed = session.terms().fields();
    var terms = new RunTerms().protocol(protocol).store(RunTerms.storeOf(agreed)).terms();
    if (session.parties() != protocol.parties()
        || !agreed.entrySet().containsAll(terms.entrySet())) {
      throw new IllegalArgumentException("the session was agreed on another protocol");
    }
    this.session = session;
    this.store = store;
    store.acquire();
    this.burning = session.onFailedCheck(store::burn);
    ValueKeeper made = null;
    try {
      made = session.enforce(() -> protocol.keeper(session, store));
    } finally {
      if (made == null) {
        burning.close();
        store.release();
      }
    }
    this.keeper = made;
  }

  Session session() {
    return session;
  }

  ValueKeeper keeper() {
    return keeper;
  }

  /**
   * Makes a call with material that is reserved for it.
   *
   * @param same what must be equal at all parties before anything is used, besides the positions
   * @throws org.schurmpc.core.abort.Exhausted before any I/O if the store does not hold the
   *     material
   */
  <T> T call(Demand demand, SortedMap<String, byte[]> same, Session.Part<T> part)
      throws MpcException {
    if (!usable) {
      throw new IllegalStateException("closed, or a call has failed");
    }
    EvaluationMaterial material = new EvaluationMaterial(store, demand);
    material.reserve();
    session.metrics().enter(Phase.PREPROCESSING);
    usable = false;
    try {
      T made =
          session.enforce(
              () -> {
                TreeMap<String, byte[]> digests = new TreeMap<>(same);
                digests.put("the position in the preprocessing store", material.positions());
                PublicValue.requireEqual(session, digests);
                return part.run();
              });
      usable = true;
      return made;
    } finally {
      material.burnTheRest();
    }
  }

  /** Wipes secrets and releases the store; session and store stay open. */
  @Override
  public void close() {
    usable = false;
    keeper.close();
    store.release();
    burning.close();
  }
}

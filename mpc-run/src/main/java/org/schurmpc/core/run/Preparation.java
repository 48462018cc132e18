package org.schurmpc.core.run;

import java.util.List;
import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.KeptKey;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.KeyAgreement;
import org.schurmpc.core.prep.disk.StoreAgreement;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.Session;

/**
 * Fills stores on disk together with peers that fill theirs, until all have the material for the
 * wanted number of evaluations. Material that is present already counts, so an interrupted
 * preparation is continued by starting it again.
 */
public final class Preparation {
  /** Approximate number of bytes generated before each commit. */
  public static final long PORTION_BYTES = 64L << 20;

  private final Session session;
  private final StoreDirectory store;
  private final Demand demand;
  private final PortionMaker portions;

  /** Receives the progress of a preparation. */
  public interface Progress {
    /**
     * Reports progress at the beginning and after each portion.
     *
     * @param there the amount of material present at all parties: evaluations, or bytes of a stock
     * @param wanted the amount of material wanted, in the same unit
     */
    void at(long there, long wanted);
  }

  /**
   * Creates a preparation.
   *
   * @param demand the material that an evaluation consumes
   * @param portions generates the material in this store
   */
  Preparation(Session session, StoreDirectory store, Demand demand, PortionMaker portions) {
    this.session = session;
    this.store = store;
    this.demand = demand;
    this.portions = portions;
  }

  /**
   * Puts a store under the session's checks, and returns the preprocessor that fills the store: the
   * dealer, or, if the dealer is null, the protocol's own preprocessing, whose set-up is under the
   * checks, too.
   *
   * @throws org.schurmpc.core.abort.Refused if the store is for another purpose; nothing of the
   *     store was used then
   */
  static Preprocessor maker(
      Session session,
      StoreDirectory store,
      StoreDirectory.Purpose purpose,
      ConfiguredProtocol protocol,
      Preprocessor dealer)
      throws MpcException {
    store.requireFits(purpose);
    store.guard(session, protocol.keepsKey());
    return dealer != null ? dealer : own(session, store, protocol, true);
  }

  /**
   * Returns the protocol's own preprocessing. If the protocol keeps keys, all of the material is
   * under the key of the parties' stores.
   *
   * @param store guarded by the session
   * @param whole as in {@link KeyAgreement#agree}
   */
  static Preprocessor own(
      Session session, StoreDirectory store, ConfiguredProtocol protocol, boolean whole)
      throws MpcException {
    if (!protocol.keepsKey()) {
      return session.enforce(() -> protocol.preprocessor(session));
    }
    Optional<KeptKey> key = session.enforce(() -> KeyAgreement.agree(session, store, whole));
    try {
      return session.enforce(() -> protocol.preprocessor(session, key));
    } finally {
      key.ifPresent(KeptKey::close);
    }
  }

  void run(long wanted, Progress progress) throws MpcException {
    List<DiskPrepStore> common = StoreAgreement.agree(session, store, demand);
    long there = common.stream().mapToLong(batch -> batch.evaluations(demand)).sum();
    progress.at(there, wanted);
    if (there < wanted) {
      fill(there, wanted, progress);
    }
  }

  private void fill(long before, long wanted, Progress progress) throws MpcException {
    long together = PortionMaker.evaluationsIn(PORTION_BYTES, demand);
    for (long there = before; there < wanted; ) {
      long now = Math.min(together, wanted - there);
      portions.make(now);
      there += now;
      progress.at(there, wanted);
    }
  }
}

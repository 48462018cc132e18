package org.schurmpc.core.run;

import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAgreement;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.Session;

/**
 * Fills stores on disk with a peer who fills its own: until both have the material for so many
 * evaluations. What is there already counts, so that one that was interrupted is gone on with by
 * starting it again.
 */
public final class Preparation {
  /** What is made before it is put down for good, about. */
  public static final long PORTION_BYTES = 64L << 20;

  private final Session session;
  private final StoreDirectory store;
  private final Demand demand;
  private final PortionMaker portions;

  /** Is told how far it is. */
  public interface Progress {
    /**
     * Called at the beginning and when a portion is done.
     *
     * @param there evaluations for which there is material, at both parties
     */
    void at(long there, long wanted);
  }

  /**
   * @param demand what an evaluation consumes
   * @param portions makes them in this store
   */
  Preparation(Session session, StoreDirectory store, Demand demand, PortionMaker portions) {
    this.session = session;
    this.store = store;
    this.demand = demand;
    this.portions = portions;
  }

  /**
   * Puts a store under the session's checks, and returns who fills it: the dealer, or, if that is
   * null, the protocol's own preprocessing, whose set-up is under the checks, too.
   */
  static Preprocessor maker(
      Session session, StoreDirectory store, ConfiguredProtocol protocol, Preprocessor dealer)
      throws MpcException {
    store.guard(session);
    return dealer != null ? dealer : session.enforce(() -> protocol.preprocessor(session));
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

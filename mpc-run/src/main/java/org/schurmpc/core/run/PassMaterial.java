package org.schurmpc.core.run;

import java.util.Optional;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.disk.KeyName;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.Session;

/** Supplies the material of evaluations, pass by pass. */
public interface PassMaterial extends AutoCloseable {
  /**
   * Returns material that is generated for each pass when the pass begins, and kept in memory.
   *
   * @param session the session whose failed checks burn the material
   * @param preprocessor closed with the material
   */
  static PassMaterial fresh(Session session, Preprocessor preprocessor) {
    return new FreshMaterial(session, preprocessor);
  }

  /**
   * Returns material that was generated ahead of time and is on disk.
   *
   * @param session the session in which the parties agree on their positions in the stores
   * @param store closed with the material
   */
  static PassMaterial stored(Session session, StoreDirectory store) {
    return new StoredMaterial(session, store, null);
  }

  /**
   * Returns the store with the material that the next pass consumes. The caller need not fill or
   * close the store. It may differ from the store of the previous pass.
   */
  PrepStore next(Demand demand) throws MpcException;

  /**
   * Like {@link #next(Demand)}, of a key that is preferred if there is enough under it.
   *
   * @param key equal at all parties
   */
  default PrepStore next(Demand demand, Optional<KeyName> key) throws MpcException {
    return next(demand);
  }

  /**
   * Supplies a run that is no circuit: returns the one store of all of the run's material, which is
   * the same at each call and all under one key, after ensuring that it holds at least the items of
   * a demand. What is there already counts; the rest is generated together with the peers. Nothing
   * is reserved yet. The caller acquires the store, and need not fill or close it.
   *
   * <p>All parties call this method with equal demands, at the same time, and while no other thread
   * uses a connection of the session.
   *
   * @param demand not tied to a circuit
   * @throws org.schurmpc.core.abort.Exhausted naming the missing items, if they are not generated
   *     in this run
   */
  PrepStore reserve(Demand demand) throws MpcException;

  /**
   * Like {@link #reserve(Demand)}, for a run that takes more later: what is on disk must suffice
   * for both, and what is generated may be generated when it is reserved.
   *
   * @param later kinds of which {@code now} has none
   */
  default PrepStore reserve(Demand now, Demand later) throws MpcException {
    return reserve(now.orMore(later));
  }

  /** Returns the source of the material with its parameters, for reports. */
  Origin origin();

  /**
   * Returns the source of the material of the next pass: how it is generated may depend on the
   * amount.
   */
  default Origin origin(Demand demand) throws MpcException {
    return origin();
  }

  /**
   * Returns the failed check for which the material ended, if a thread that generates material
   * beside the computation detected one and has destroyed all of the material since. The
   * computation itself then only detects that the session has ended.
   */
  default Optional<PeerCheated> cheated() throws ConnectionLost {
    return Optional.empty();
  }

  /** Wipes the remaining material in memory and closes its source. */
  @Override
  void close();
}

package org.schurmpc.core.run;

import java.util.Optional;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.Session;

/** Where the material of evaluations comes from, pass by pass. */
public interface PassMaterial extends AutoCloseable {
  /**
   * Material that is made for each pass when it begins, and kept in memory.
   *
   * @param session whose failed checks burn the material
   * @param preprocessor closed with this
   */
  static PassMaterial fresh(Session session, Preprocessor preprocessor) {
    return new FreshMaterial(session, preprocessor);
  }

  /**
   * Material that was made ahead and is on disk.
   *
   * @param session in which the parties agree on where they stand in their stores
   * @param store closed with this
   */
  static PassMaterial stored(Session session, StoreDirectory store) {
    return new StoredMaterial(session, store, null);
  }

  /**
   * The store with what the next pass consumes, which the caller need not fill or close. It may be
   * another one than for the pass before.
   */
  PrepStore next(Demand demand) throws MpcException;

  /** Where it comes from, for reports. */
  String description();

  /**
   * The failed check for which it ended, if whoever makes it beside the computation found one, and
   * has destroyed all of it since: the computation itself then only sees that the session is over.
   */
  default Optional<PeerCheated> cheated() throws ConnectionLost {
    return Optional.empty();
  }

  /** Wipes what is left in memory and closes what it was made of. */
  @Override
  void close();
}

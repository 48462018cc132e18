package org.schurmpc.bench.party;

import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.prep.DealerClient;

/** Connects and introduces this party to its dealer. */
interface DealerConnector {
  /**
   * Connects.
   *
   * @param stores the number of stores that the dealer fills
   * @return a client for each store
   */
  List<DealerClient> connect(Endpoint at, int stores) throws MpcException;

  /** Connects for one store. */
  default DealerClient connect(Endpoint at) throws MpcException {
    return connect(at, 1).get(0);
  }
}

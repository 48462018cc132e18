package org.schurmpc.bench.party;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.prep.Preprocessor;

/** Connects and introduces this party to its dealer. */
interface DealerConnector {
  Preprocessor connect(Endpoint at) throws MpcException;
}

package org.schurmpc.bench.party;

import java.util.SortedMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.session.Session;

/** Creates producers of one kind and number of items. */
interface ProducerFactory {
  /** Returns the number of parties that work together. */
  int parties();

  /** Returns the terms on which the parties must agree. */
  SortedMap<String, String> terms();

  /** Sets up this party's producer, together with its peers. */
  Producer begin(Session session) throws MpcException;
}

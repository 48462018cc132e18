package org.schurmpc.bench.party;

import java.util.SortedMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.session.Session;

/** Creates generators of one kind and amount of correlated randomness. */
interface GeneratorFactory {
  /** Returns the number of parties that generate together. */
  int parties();

  /** Returns the terms on which the parties must agree. */
  SortedMap<String, String> terms();

  /** Sets up this party's generator, together with its peers. */
  Generator begin(Session session) throws MpcException;
}

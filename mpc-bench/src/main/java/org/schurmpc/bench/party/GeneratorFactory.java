package org.schurmpc.bench.party;

import java.util.SortedMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.session.Session;

/** What is generated, and how much of it at a time. */
interface GeneratorFactory {
  /** How many generate together. */
  int parties();

  /** What the parties must agree on. */
  SortedMap<String, String> terms();

  /** Sets up this party's end; its peers do the same. */
  Generator begin(Session session) throws MpcException;
}

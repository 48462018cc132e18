package org.schurmpc.core.prep.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.agree.Descriptions;
import org.schurmpc.core.agree.PublicValue;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.session.Session;

/**
 * Agrees with the parties of a session on the version of the memory with which a run begins. A
 * party that lies makes others refuse, or lets the run begin with a version that {@link KeptTable}
 * permits for what the honest parties say.
 */
final class KeptAgreement {
  private KeptAgreement() {}

  static long agree(Session session, KeptState mine, OptionalLong reset) throws MpcException {
    session.addVerdictListener(mine.listener());
    byte[][] said =
        Descriptions.exchange(
            session,
            mine.statement(reset).bytes(),
            KeptStatement.MAX_BYTES,
            "a description of memory");
    List<KeptStatement> all = new ArrayList<>();
    FieldHash hash = new FieldHash("descriptions of memory");
    for (byte[] each : said) {
      KeptStatement statement = KeptStatement.parse(each);
      session.require(statement != null, Check.MALFORMED, "a description of memory");
      all.add(statement);
      hash.add(each);
    }
    // All parties decide by the same statements.
    requireEqual(session, "what they heard of each other's memory", hash);
    long version = KeptTable.decide(all);
    mine.heard(all);
    mine.begin(version, session.hash("kept memory"));
    // No party uses the memory before all have noted the decision.
    requireEqual(session, "the version of the memory", mine.content("begun"));
    return mine.version();
  }

  /** Compares a public value with all parties; one round. */
  static void requireEqual(Session session, String what, FieldHash value) throws MpcException {
    PublicValue.requireEqual(session, new TreeMap<>(Map.of(what, value.digest())));
  }
}

package org.schurmpc.bench.fake;

import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;

/**
 * Deals to one party, with randomness that both parties have, after an exchange on every
 * connection.
 */
final class SeededPreprocessor implements Preprocessor {
  private final Session session;
  private final TrustedDealer dealer;
  private final boolean cheated;
  private final int message;
  private final List<Session> forks = new ArrayList<>();
  private boolean hasKeys;

  SeededPreprocessor(Seeded protocol, Session session) throws MpcException {
    this.session = session;
    this.dealer = protocol.dealer(random(session.sid()));
    this.message = protocol.message();
    this.cheated = protocol.cheat() && session.party() == 1;
    for (int i = 1; i < protocol.threads(); i++) {
      forks.add(session.fork("worker " + i));
    }
  }

  private static SecureRandom random(byte[] seed) {
    try {
      SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
      random.setSeed(seed);
      return random;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String storeId() {
    return "seeded";
  }

  @Override
  public String description() {
    return "seeded (INSECURE)";
  }

  @Override
  public void prepare(Demand demand, MaterialSink store) throws MpcException {
    session.exchange(new byte[message]);
    for (Session fork : forks) {
      fork.metrics().enter(Phase.PREPROCESSING);
      fork.exchange(new byte[message]);
    }
    List<Metrics> metrics = forks.stream().map(Session::metrics).toList();
    session.metrics().absorb(Phase.PREPROCESSING, metrics);
    if (cheated) {
      throw new PeerCheated(Check.SACRIFICE, "a triple does not multiply");
    }
    List<MaterialSink> sinks =
        session.party() == 0 ? List.of(store, new Nobody()) : List.of(new Nobody(), store);
    if (!hasKeys) {
      dealer.dealKeys(sinks);
      hasKeys = true;
    }
    dealer.deal(demand, sinks);
  }

  @Override
  public void close() {
    dealer.close();
    forks.forEach(Session::close);
  }

  private static final class Nobody implements MaterialSink {
    @Override
    public void keys(String protocol, long[] keys) {}

    @Override
    public void put(MaterialKind kind, long[] data, int offset, int items) {}
  }
}

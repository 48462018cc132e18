package org.schurmpc.core.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/**
 * The protocol of masked tables that notes every item of material that an evaluator gets, and fails
 * if it was got before. Its "own preprocessing" is the dealer, run by each party for itself with
 * randomness from the session id: INSECURE, for tests.
 */
class LoggedProtocol implements ConfiguredProtocol {
  private final ConfiguredProtocol tables;

  /** The session in which an item was used, by party, kind and content. */
  private final Map<String, Integer> usedIn = new ConcurrentHashMap<>();

  private volatile int session;

  LoggedProtocol(int lanes) {
    try {
      tables = Protocols.named("insecure-tables").configure(new ProtocolOptions(lanes, Map.of()));
    } catch (Refused e) {
      throw new IllegalStateException(e);
    }
  }

  /** What is used from here on is used in this session. */
  void begin(int number) {
    session = number;
  }

  /** So many sessions used any. */
  void assertSessionsUsedMaterial(int sessions) {
    assertEquals(sessions, usedIn.values().stream().distinct().count());
  }

  @Override
  public String protocol() {
    return tables.protocol();
  }

  @Override
  public int lanes() {
    return tables.lanes();
  }

  @Override
  public int sigma() {
    return tables.sigma();
  }

  @Override
  public boolean activelySecure() {
    return tables.activelySecure();
  }

  @Override
  public SortedMap<String, String> terms() {
    return tables.terms();
  }

  @Override
  public Demand demand(LayeredCircuit circuit, IoMap io) throws Refused {
    return tables.demand(circuit, io);
  }

  @Override
  public TrustedDealer dealer(SecureRandom random) {
    return tables.dealer(random);
  }

  @Override
  public boolean preprocesses() {
    return true;
  }

  @Override
  public Preprocessor preprocessor(Session with) throws MpcException {
    String seed = HexFormat.of().formatHex(with.sid());
    return new OwnDealer(tables.dealer(SessionPairs.seeded(seed)), with);
  }

  /** Both parties deal the same, each keeps its own; one round for each time, as a protocol has. */
  private static final class OwnDealer implements Preprocessor {
    private final TrustedDealer dealer;
    private final Session session;
    private boolean hasKeys;

    OwnDealer(TrustedDealer dealer, Session session) {
      this.dealer = dealer;
      this.session = session;
    }

    @Override
    public String storeId() {
      return OWN_STORE;
    }

    @Override
    public String description() {
      return "both parties (INSECURE)";
    }

    @Override
    public void prepare(Demand demand, MaterialSink sink) throws MpcException {
      step();
      List<MaterialSink> sinks = Arrays.asList(new MemoryPrepStore(), new MemoryPrepStore());
      sinks.set(session.party(), sink);
      if (!hasKeys) {
        dealer.dealKeys(sinks);
        hasKeys = true;
      }
      MaterialKind any = demand.quotas().keySet().iterator().next();
      // A demand for several evaluations is dealt one by one, since the dealer walks the circuit.
      long perCircuit = demand.circuit().orElseThrow().inputSlots().length;
      for (long left = demand.quotas().get(any) / perCircuit; left > 0; left--) {
        dealer.deal(demand, sinks);
        step();
      }
    }

    private void step() throws MpcException {
      session.require(session.exchange(new byte[1])[0] == 0, Check.SACRIFICE, "a step");
    }

    @Override
    public void close() {
      dealer.close();
    }
  }

  @Override
  public Evaluator evaluator(Session with, PrepStore store) throws MpcException {
    return tables.evaluator(with, new LoggedStore(store, with.party()));
  }

  private void note(int party, MaterialKind kind, Lease lease) {
    for (int i = 0; i < lease.items(); i++) {
      int at = lease.offset() + i * kind.longsPerItem();
      long[] item = Arrays.copyOfRange(lease.data(), at, at + kind.longsPerItem());
      String name = party + " " + kind.name() + " " + Arrays.toString(item);
      assertNull(usedIn.put(name, session), "an item that was used before");
    }
  }

  /** Notes what is leased. */
  private final class LoggedStore implements PrepStore {
    private final PrepStore store;
    private final int party;

    LoggedStore(PrepStore store, int party) {
      this.store = store;
      this.party = party;
    }

    @Override
    public Lease lease(MaterialKind kind, int most) throws MpcException {
      Lease lease = store.lease(kind, most);
      note(party, kind, lease);
      return lease;
    }

    @Override
    public void acquire() {
      store.acquire();
    }

    @Override
    public void release() {
      store.release();
    }

    @Override
    public long[] keys(String protocol) {
      return store.keys(protocol);
    }

    @Override
    public void keys(String protocol, long[] keys) throws MpcException {
      store.keys(protocol, keys);
    }

    @Override
    public void put(MaterialKind kind, long[] data, int offset, int items) throws MpcException {
      store.put(kind, data, offset, items);
    }

    @Override
    public long position(MaterialKind kind) {
      return store.position(kind);
    }

    @Override
    public long available(MaterialKind kind) {
      return store.available(kind);
    }

    @Override
    public void reserve(Demand demand) throws MpcException {
      store.reserve(demand);
    }

    @Override
    public boolean burnt() {
      return store.burnt();
    }

    @Override
    public void burn() {
      store.burn();
    }

    @Override
    public void close() {
      store.close();
    }
  }
}

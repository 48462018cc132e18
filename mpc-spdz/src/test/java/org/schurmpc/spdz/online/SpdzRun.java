package org.schurmpc.spdz.online;

import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.SpdzDealer;
import org.schurmpc.spdz.share.OpeningMode;

/** Runs arithmetic among parties in threads, with material from a dealer in the same process. */
final class SpdzRun {
  static final Duration LIMIT = Duration.ofMinutes(1);

  final Field field;
  final Material material;
  final OpeningMode mode;
  final PrepStore[] stores;
  private final long seed;
  private final SpdzDealer dealer;

  /** The session id of the run under way. */
  volatile byte[] sid;

  /** What one party computes. */
  @FunctionalInterface
  interface Program<T> {
    T run(int party, ArithmeticEvaluator engine) throws Exception;
  }

  SpdzRun(String field, int parties, OpeningMode mode, long seed) throws MpcException {
    this.field = Fields.named(field);
    this.material = new Material(this.field);
    this.mode = mode;
    this.seed = seed;
    this.stores = new PrepStore[parties];
    Arrays.setAll(stores, party -> new MemoryPrepStore());
    this.dealer = new SpdzDealer(material, parties, random("dealer", seed));
    dealer.dealKeys(List.of(stores));
  }

  /** Deterministic randomness for one role. */
  static SecureRandom random(String role, long seed) {
    try {
      SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
      random.setSeed((role + seed).getBytes(StandardCharsets.UTF_8));
      return random;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  SpdzRun deal(MaterialKind kind, long items) throws MpcException {
    dealer.deal(Demand.of(material.storeName()).add(kind, items).build(), List.of(stores));
    return this;
  }

  SpdzRun deal(LookupKind kind, LookupTable table, long items) throws MpcException {
    Demand demand = Demand.of(material.storeName()).add(kind.kind(), items, table).build();
    dealer.deal(demand, List.of(stores));
    return this;
  }

  /** Input masks of every party. */
  SpdzRun dealInputs(long items) throws MpcException {
    for (int party = 0; party < stores.length; party++) {
      deal(material.inputs(party), items);
    }
    return this;
  }

  <T> List<T> run(Program<T> program) throws Exception {
    return run(InMemoryNetwork.create(stores.length), program);
  }

  <T> List<T> run(Network[] networks, Program<T> program) throws Exception {
    return Parties.run(networks, LIMIT, network -> runParty(network, program));
  }

  /** How each party ends; null if without a failure. */
  List<Throwable> ends(Network[] networks, Program<?> program) throws Exception {
    return Parties.run(
        networks,
        LIMIT,
        network -> {
          try {
            runParty(network, program);
            return null;
          } catch (MpcException | HangUp e) {
            return e;
          }
        });
  }

  /** A party is gone, in the middle of a message. */
  static final class HangUp extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private <T> T runParty(Network network, Program<T> program) throws Exception {
    int party = network.party();
    SortedMap<String, String> terms = new TreeMap<>(Map.of("protocol", "arithmetic"));
    PrepStore store = stores[party];
    store.acquire();
    try (Session session =
            SessionPairs.establish(
                network, new SessionTerms(terms), random("party" + party, seed));
        ArithmeticEvaluator engine = new SpdzEngine(session, store, material, mode)) {
      sid = session.sid();
      return program.run(party, engine);
    } finally {
      store.release();
    }
  }
}

package org.schurmpc.core.prep.disk;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** Memory of several parties, each with a folder and records of its own. */
final class KeptParties {
  static final String PROGRAM = "3f".repeat(32);
  static final List<String> KEYS = List.of("5e".repeat(32));

  private final Path home;
  final int parties;

  /** Length of the shares. */
  int words = 5;

  private final Optional<StoreKey> key;

  /** What a party does after it has agreed. */
  interface Use {
    void of(KeptState memory, Session session) throws Exception;
  }

  KeptParties(Path home, int parties, boolean encrypted) throws MpcException {
    this.home = home;
    this.parties = parties;
    this.key = encrypted ? Optional.of(TestStores.key("5a")) : Optional.empty();
  }

  Path place(int party) {
    return home.resolve("party " + party);
  }

  Path folder(int party) {
    return place(party).resolve("kept");
  }

  Path records(int party) {
    return place(party).resolve("records");
  }

  /** The file of a part of the memory's folder. */
  Path file(int party, String name) {
    return folder(party).resolve("memory").resolve(name);
  }

  KeptBinding binding(int party) {
    return new KeptBinding(PROGRAM, KEYS, party, parties, List.of());
  }

  StoreAccess access(int party) {
    return new StoreAccess(records(party), key);
  }

  KeptState open(int party) throws MpcException {
    return KeptState.openOrCreate(folder(party), access(party), binding(party));
  }

  /** What each party returns: the version agreed on, or how it ended. */
  List<Object> run(Network[] networks, OptionalLong reset, Use use) throws Exception {
    return SessionPairs.outcomes(
        networks,
        session -> {
          try (KeptState memory = open(session.party())) {
            long version = KeptState.agree(session, memory, reset);
            use.of(memory, session);
            return version;
          }
        });
  }

  List<Object> run(Use use) throws Exception {
    return run(SessionPairs.networks(parties), OptionalLong.empty(), use);
  }

  List<Object> agree() throws Exception {
    return run((memory, session) -> {});
  }

  SortedMap<String, long[]> shares(int party, long seed) {
    long[] shares = new long[words];
    shares[0] = party;
    shares[words - 1] = seed;
    return new TreeMap<>(Map.of("shares", shares, "empty", new long[0]));
  }

  static SortedMap<String, long[]> clear(long seed) {
    return new TreeMap<>(Map.of("ints", new long[] {seed}));
  }

  /** Brings a memory that was agreed on into a phase. */
  void reach(KeptPhase phase, KeptState memory, Session session) throws MpcException {
    if (phase != KeptPhase.COMMITTED) {
      memory.take(session);
    }
    if (phase.revealed()) {
      memory.revealing();
    }
    if (phase.prepared()) {
      memory.prepare(shares(session.party(), memory.version() + 1), clear(memory.version() + 1));
    }
  }

  /** A run without a fault. */
  void whole(KeptState memory, Session session) throws MpcException {
    reach(KeptPhase.PREPARED_REVEALED, memory, session);
    memory.confirm(session);
    memory.commit();
  }

  /** What is on the disk of a party at this moment. */
  Path moment(int party, String name) throws Exception {
    Path copy = home.resolve("moment of " + party + " " + name);
    if (Files.exists(copy)) {
      TestStores.delete(copy);
    }
    TestStores.copy(place(party), copy);
    return copy;
  }

  void restore(int party, Path moment) throws Exception {
    TestStores.restore(moment, place(party));
  }
}

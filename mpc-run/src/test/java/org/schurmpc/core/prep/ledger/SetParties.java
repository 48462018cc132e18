package org.schurmpc.core.prep.ledger;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.KeyName;
import org.schurmpc.core.prep.disk.Ledger;
import org.schurmpc.core.prep.disk.LedgerHeader;
import org.schurmpc.core.prep.disk.Replay;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.prep.disk.StoreKey;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** Several parties, each with a ledger, two stores with a key each, and records of its own. */
final class SetParties {
  static final KeyName KEY = KeyName.ofStore("5e".repeat(32));
  static final KeyName OTHER = KeyName.ofStore("6e".repeat(32));

  /** Two keys of one store, each of a batch. */
  static final KeyName BATCH = KeyName.ofBatch(idOf("first"));

  static final KeyName NEXT = KeyName.ofBatch(idOf("next"));
  static final String DIGEST = "3f".repeat(32);
  static final int WORDS = 4;

  private static final String MATERIAL = "toy, lanes 64";
  private static final MaterialKind KIND = new MaterialKind("small kind", 3);

  final Path home;
  final int parties;

  /** What a party does with its sets in a session. */
  interface Use {
    Object of(Party party, Session session) throws Exception;
  }

  SetParties(Path home, int parties) throws Exception {
    this.home = home;
    this.parties = parties;
    for (int party = 0; party < parties; party++) {
      makeStore(party, "store", KEY);
      makeStore(party, "other", OTHER);
      try (StoreDirectory store =
          StoreDirectory.openOrCreate(place(party).resolve("batches"), access(party))) {
        makeBatch(store, party, Optional.empty(), "first");
        makeBatch(store, party, Optional.empty(), "next");
      }
    }
  }

  private static String idOf(String batch) {
    return HexFormat.of().formatHex(new FieldHash("test batch").add(batch).digest());
  }

  Path place(int party) {
    return home.resolve("party " + party);
  }

  StoreAccess access(int party) throws MpcException {
    StoreKey key = StoreKey.parse("5a".repeat(StoreKey.BYTES), "the test");
    return new StoreAccess(place(party).resolve("records"), Optional.of(key));
  }

  private void makeStore(int party, String name, KeyName key) throws MpcException {
    try (StoreDirectory store =
        StoreDirectory.openOrCreate(place(party).resolve(name), access(party))) {
      makeBatch(store, party, Optional.of(key.id()), name);
    }
  }

  private void makeBatch(StoreDirectory store, int party, Optional<String> key, String name)
      throws MpcException {
    StoreDirectory.Purpose purpose =
        new StoreDirectory.Purpose(
            "toy", MATERIAL, Map.of(), party, parties, Optional.empty(), List.of());
    byte[] id = HexFormat.of().parseHex(idOf(name));
    DiskPrepStore batch = store.begin(purpose, key, id, "test", false);
    batch.keys(MATERIAL, new long[] {77});
    batch.setup(new long[] {78});
    batch.put(KIND, new long[30], 0, 10);
    batch.commit();
  }

  /** The entries of a service beside the sets. */
  static final class Service implements Replay {
    final List<String> all = new ArrayList<>();

    @Override
    public synchronized void apply(String entry) {
      all.add(entry);
    }

    @Override
    public synchronized Iterator<String> state() {
      return new ArrayList<>(all).iterator();
    }

    @Override
    public boolean keeps(String blob) {
      return false;
    }
  }

  /** A party whose program runs. */
  final class Party implements AutoCloseable {
    final int index;
    final StoreDirectory store;
    final StoreDirectory other;
    final StoreDirectory batches;
    final KeptSets sets = new KeptSets();
    final Service service = new Service();
    final Ledger ledger;
    final GroupCommit commit;

    Party(int index) throws MpcException {
      this.index = index;
      store = StoreDirectory.open(place(index).resolve("store"), access(index));
      other = StoreDirectory.open(place(index).resolve("other"), access(index));
      batches = StoreDirectory.open(place(index).resolve("batches"), access(index));
      LedgerHeader header =
          LedgerHeader.create("service", index, parties, List.of(), access(index));
      Dispatcher all = new Dispatcher().add(sets).add(service, "service");
      ledger = Ledger.openOrCreate(place(index).resolve("ledger"), header, access(index), all);
      commit = new GroupCommit(ledger);
      boolean started = false;
      try {
        sets.start(commit, List.of(store, other, batches));
        started = true;
      } finally {
        if (!started) {
          close();
        }
      }
    }

    SetRun agree(Session session, RunTerms terms) throws MpcException {
      return KeptSets.agree(
          session, sets, terms, (run, outcome) -> List.of("service " + outcome + " " + run));
    }

    /** A whole run, whose sets then hold the number and the party. */
    Object run(Session session, RunTerms terms, boolean reveals) throws MpcException {
      try (SetRun run = agree(session, terms)) {
        run.take("service taken " + run.id());
        if (reveals) {
          run.revealing();
        }
        prepare(run);
        run.confirm(session);
        run.commit("service COMMITTED " + run.id());
        return "done";
      }
    }

    void prepare(SetRun run) throws MpcException {
      SortedMap<String, SortedMap<String, long[]>> next = new TreeMap<>();
      for (SetUse use : run.terms().uses()) {
        if (use.writes()) {
          next.put(use.name(), values(index, run.id().run()));
        }
      }
      run.prepare(next, new byte[] {1}, "service prepared " + run.id());
    }

    List<String> blobs() throws BadFile {
      return ledger.blobs().names();
    }

    @Override
    public void close() {
      sets.close();
      commit.close();
      ledger.close();
      store.close();
      other.close();
      batches.close();
    }
  }

  static SortedMap<String, long[]> values(int party, long run) {
    return new TreeMap<>(
        Map.of("values", new long[] {run, party, 3, 4}, "macs", new long[] {run + 100}));
  }

  Party open(int party) throws MpcException {
    return new Party(party);
  }

  static SetUse table(String name, boolean reads, boolean writes) {
    return new SetUse(name, SetUse.Kind.TABLE, KEY, "int32", WORDS, reads, writes);
  }

  static SetUse state(String name, boolean reads) {
    return new SetUse(name, SetUse.Kind.STATE, KEY, "int32", WORDS, reads, true);
  }

  static RunTerms terms(long run, int attempt, SetUse... uses) {
    TreeSet<KeyName> keys = new TreeSet<>(List.of(KEY));
    for (SetUse use : uses) {
      keys.add(use.key());
    }
    return new RunTerms(new RunId(run, attempt), DIGEST, keys, List.of(uses));
  }

  /** What each party returns, or how it ended; its program ends then. */
  List<Object> run(Network[] networks, Use use) throws Exception {
    return SessionPairs.outcomes(
        networks,
        session -> {
          try (Party party = open(session.party())) {
            party.store.guard(session, true);
            return use.of(party, session);
          }
        });
  }

  List<Object> run(Use use) throws Exception {
    return run(SessionPairs.networks(parties), use);
  }

  List<Object> whole(RunTerms terms) throws Exception {
    return run((party, session) -> party.run(session, terms, false));
  }

  /** What is on the disk of a party at this moment. */
  Path moment(int party, String name) {
    Path copy = home.resolve("moment of " + party + " " + name);
    try {
      if (Files.exists(copy)) {
        delete(copy);
      }
      copy(place(party), copy);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return copy;
  }

  void restore(int party, Path moment) throws IOException {
    delete(place(party));
    copy(moment, place(party));
  }

  static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(path);
      }
    }
  }

  static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            Files.createDirectories(to.resolve(from.relativize(folder).toString()));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.copy(file, to.resolve(from.relativize(file).toString()));
            return FileVisitResult.CONTINUE;
          }
        });
  }
}

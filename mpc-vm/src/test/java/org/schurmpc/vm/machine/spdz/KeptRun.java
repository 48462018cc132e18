package org.schurmpc.vm.machine.spdz;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.KeptBinding;
import org.schurmpc.core.prep.disk.KeptState;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.prep.disk.StoreKey;
import org.schurmpc.core.run.PassMaterial;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.SpdzDealer;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.code.FieldUse;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Parties with stores and memory on disk that run programs, one session after the other. */
final class KeptRun {
  private static final int ITEMS = 300;

  final Path home;
  final int parties;
  final int threads;

  /** Material by party that is used in place of the stores', if any. */
  PrepStore[] other;

  KeptRun(Path home, int parties, int threads) {
    this.home = home;
    this.parties = parties;
    this.threads = threads;
  }

  Path place(int party) {
    return home.resolve("party " + party);
  }

  Path memory(int party) {
    return place(party).resolve("memory");
  }

  /** The journal of a party's memory; empty if there is none. */
  String journal(int party) throws IOException {
    Path file = memory(party).resolve("memory").resolve("journal");
    return Files.exists(file) ? Files.readString(file) : "";
  }

  private Path store(int party, FieldUse use) {
    return place(party).resolve("store " + use.field().name());
  }

  private StoreAccess access(int party) throws MpcException {
    StoreKey key = StoreKey.parse("5a".repeat(StoreKey.BYTES), "the test");
    return new StoreAccess(place(party).resolve("records"), Optional.of(key));
  }

  private static Material material(FieldUse use) {
    return new Material(use.field());
  }

  /** Deals a store of each field to each party, under a key with a name. */
  void deal(VerifiedProgram program, String key) throws Exception {
    for (FieldUse use : program.program().fields()) {
      Material material = material(use);
      byte[] id = new FieldHash("key " + key).add(use.field().name()).digest();
      String hex = HexFormat.of().formatHex(id);
      List<StoreDirectory> stores = new ArrayList<>();
      List<DiskPrepStore> batches = new ArrayList<>();
      for (int party = 0; party < parties; party++) {
        StoreDirectory store = StoreDirectory.openOrCreate(store(party, use), access(party));
        stores.add(store);
        batches.add(
            store.begin(
                new StoreDirectory.Purpose(
                    "spdz",
                    material.storeName(),
                    Map.of(),
                    party,
                    parties,
                    Optional.empty(),
                    List.of()),
                Optional.of(hex),
                new FieldHash("batch").add(hex).digest(),
                "test",
                false));
      }
      SpdzDealer dealer =
          new SpdzDealer(material, parties, SessionPairs.seeded(key + use.field().name()));
      dealer.dealKeys(batches);
      for (DiskPrepStore batch : batches) {
        batch.setup(new long[] {1});
      }
      dealer.deal(demand(material), batches);
      for (DiskPrepStore batch : batches) {
        batch.commit();
      }
      stores.forEach(StoreDirectory::close);
    }
  }

  private Demand demand(Material material) {
    Demand.Builder demand = Demand.of(material.storeName());
    List<MaterialKind> kinds = new ArrayList<>(List.of(material.triples(), material.bits()));
    for (int party = 0; party < parties; party++) {
      kinds.add(material.inputs(party));
      if (!material.field().isBinary()) {
        kinds.add(material.ownBits(party));
      }
    }
    kinds.forEach(kind -> demand.add(kind, ITEMS));
    return demand.build();
  }

  /** What each party does in a session: its outputs, or how it ended. */
  List<Object> run(
      VerifiedProgram program, Network[] networks, OptionalLong reset, Map<String, Long> inputs)
      throws Exception {
    return run(program, networks, Collections.nCopies(parties, reset), inputs);
  }

  /** The same with what each operator asks for. */
  List<Object> run(
      VerifiedProgram program,
      Network[] networks,
      List<OptionalLong> resets,
      Map<String, Long> inputs)
      throws Exception {
    return SessionPairs.networkOutcomes(
        networks,
        network -> {
          int party = network.party();
          List<StoreDirectory> stores = new ArrayList<>();
          try {
            for (FieldUse use : program.program().fields()) {
              stores.add(StoreDirectory.open(store(party, use), access(party)));
            }
            KeptBinding binding =
                KeptBinding.of(program.digest(), stores, party, parties, List.of());
            try (KeptState memory = KeptState.openOrCreate(memory(party), access(party), binding);
                Session session =
                    SessionPairs.establish(
                        network, SessionPairs.terms(), SessionPairs.seeded("party " + party))) {
              return run(
                  program, session, stores, new MemoryOptions(memory, resets.get(party)), inputs);
            }
          } finally {
            stores.forEach(StoreDirectory::close);
          }
        });
  }

  private Values run(
      VerifiedProgram program,
      Session session,
      List<StoreDirectory> stores,
      MemoryOptions memory,
      Map<String, Long> inputs)
      throws MpcException {
    List<SpdzMachine.Supply> supplies = new ArrayList<>();
    List<Integer> sigma = new ArrayList<>();
    for (int f = 0; f < stores.size(); f++) {
      stores.get(f).guard(session);
      supplies.add(
          other == null
              ? PassMaterial.stored(session, stores.get(f))::reserve
              : demand -> other[session.party()]);
      sigma.add(Material.usualSigma(program.program().fields().get(f).field()));
    }
    return SpdzMachine.run(
        program,
        session,
        supplies,
        new SpdzMachine.Options(threads, OpeningMode.ALL, sigma),
        values(program, session.party(), inputs),
        line -> {},
        Optional.of(memory));
  }

  static Values values(VerifiedProgram program, int party, Map<String, Long> inputs)
      throws MpcException {
    Values values = new Values(program.program().fields(), program.program().inputs());
    for (Port port : program.program().inputs()) {
      if (port.party() == party) {
        values.set(port.name(), new BigInteger[] {BigInteger.valueOf(inputs.get(port.name()))});
      }
    }
    return values;
  }

  List<Object> run(VerifiedProgram program, Map<String, Long> inputs) throws Exception {
    return run(program, SessionPairs.networks(parties), OptionalLong.empty(), inputs);
  }

  /** What is on the disk of a party at this moment. */
  Path moment(int party) throws IOException {
    Path copy = home.resolve("moment of " + party);
    copy(place(party), copy);
    return copy;
  }

  static void copy(Path from, Path to) throws IOException {
    delete(to);
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        Files.copy(path, to.resolve(from.relativize(path).toString()));
      }
    }
  }

  static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}

package org.schurmpc.spdz.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.SpdzDealer;
import org.schurmpc.spdz.share.CheckTurns;
import org.schurmpc.spdz.share.MacComparison;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.Shares;

/**
 * The peer has a wrong value opened, takes the honest party's share σ of the check, from which it
 * computes α, and keeps its own share back. If the honest process is killed while it waits, its
 * store must be of no use afterwards: the peer could forge any output with it. If σ are compared by
 * tags, the peer has taken a hash, and the store serves on.
 */
class KilledInACheckTest {
  // The frames that a party sends for a product and its output, from the input on.
  private static final int SHARES = 1;
  private static final int TAG = 4;
  private static final int SIGMA_OPENING = 5;

  private final Field field;
  private final Material material;

  @TempDir Path home;

  KilledInACheckTest() throws MpcException {
    field = Fields.named("p128");
    material = new Material(field);
  }

  private Path folder(int party) {
    return home.resolve("store " + party);
  }

  private Path records(int party) {
    return home.resolve("records " + party);
  }

  private StoreDirectory open(int party) throws MpcException {
    return StoreDirectory.openOrCreate(
        folder(party), new StoreAccess(records(party), Optional.empty()));
  }

  private Demand demand(int products) {
    return Demand.of(material.storeName())
        .add(material.triples(), products)
        .add(material.inputs(0), products)
        .add(material.inputs(1), products)
        .build();
  }

  @BeforeEach
  void deal() throws Exception {
    SpdzDealer dealer = new SpdzDealer(material, 2, SpdzRun.random("dealer", 1));
    List<StoreDirectory> directories = new ArrayList<>();
    List<PrepStore> batches = new ArrayList<>();
    for (int party = 0; party < 2; party++) {
      StoreDirectory directory = open(party);
      directories.add(directory);
      StoreDirectory.Purpose purpose =
          new StoreDirectory.Purpose(
              "spdz", material.storeName(), Map.of(), party, 2, Optional.empty(), List.of());
      batches.add(directory.begin(purpose, new FieldHash("batch").digest(), "test", false));
    }
    dealer.dealKeys(batches);
    dealer.deal(demand(10), batches);
    for (int party = 0; party < 2; party++) {
      ((DiskPrepStore) batches.get(party)).commit();
      directories.get(party).close();
    }
  }

  /** 6 times 7, several times; returns the last output or how it ended, by party. */
  private List<Object> multiply(Network[] networks, int products, MacComparison comparison)
      throws Exception {
    return Parties.run(
        networks,
        SpdzRun.LIMIT,
        network -> {
          try {
            return multiply(network, products, comparison);
          } catch (MpcException | SpdzRun.HangUp e) {
            return e;
          }
        });
  }

  private BigInteger multiply(Network network, int products, MacComparison comparison)
      throws Exception {
    SessionTerms terms = new SessionTerms(new TreeMap<>(Map.of("protocol", "arithmetic")));
    int party = network.party();
    try (StoreDirectory directory = open(party);
        Session session =
            SessionPairs.establish(network, terms, SpdzRun.random("party" + party, 2))) {
      directory.guard(session);
      DiskPrepStore store = directory.batches().get(0);
      store.openKeys();
      store.acquire();
      store.reserve(demand(products));
      long[] product = new long[field.limbs()];
      CheckTurns turns = new CheckTurns(party);
      try (SpdzEngine engine =
          new SpdzEngine(session, store, material, OpeningMode.ALL, comparison, turns, null)) {
        for (int i = 0; i < products; i++) {
          Shares x = engine.shares(2);
          engine.input(new int[] {1, 1}, field.element(6 + party), 0, x, 0);
          engine.multiply(x, 0, x, 1, x, 0, 1);
          engine.output(x, 0, product, 0, 1);
        }
        return field.toBigInteger(product, 0);
      } finally {
        store.release();
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        Path target = to.resolve(from.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(target);
        } else {
          Files.copy(path, target);
        }
      }
    }
  }

  private static void replace(Path place, Path by) throws IOException {
    try (Stream<Path> all = Files.walk(place)) {
      for (Path path : all.sorted(Collections.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
    copy(by, place);
  }

  /**
   * What the honest process leaves if it is killed with a frame of its own on the way, and how both
   * end if it is not.
   */
  private List<Object> multiplyKilledAt(int frame, boolean wrongShare, MacComparison comparison)
      throws Exception {
    Network[] networks = SessionPairs.networks();
    networks[0] =
        new TamperingNetwork(
            networks[0],
            (peer, index, sent) -> {
              if (index - SessionPairs.HANDSHAKE_FRAMES == frame) {
                try {
                  copy(folder(0), home.resolve("killed store"));
                  copy(records(0), home.resolve("killed records"));
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              }
              return sent;
            });
    networks[1] =
        new TamperingNetwork(
            networks[1],
            (peer, index, sent) -> {
              if (index - SessionPairs.HANDSHAKE_FRAMES == SHARES && wrongShare) {
                addOne(sent);
              }
              return sent;
            });
    List<Object> ends = multiply(networks, 1, comparison);
    replace(folder(0), home.resolve("killed store"));
    replace(records(0), home.resolve("killed records"));
    return ends;
  }

  private void addOne(byte[] frame) {
    long[] element = new long[field.limbs()];
    assertTrue(field.fromBytes(frame, 0, element, 0, 1));
    field.add(element, 0, field.element(1), 0, element, 0, 1);
    field.toBytes(element, 0, frame, 0, 1);
  }

  @Test
  void theStoreIsDestroyedIfTheShareOfTheCheckWasOut() throws Exception {
    List<Object> ends = multiplyKilledAt(SIGMA_OPENING, true, MacComparison.COMMITMENTS);
    Outcomes.assertCheated(Check.MAC, ends.get(0), "had it not been killed");
    try (StoreDirectory directory = open(0)) {
      assertTrue(directory.batches().get(0).burnt());
    }
  }

  /** An honest peer learns nothing, but nobody knows that it is one. */
  @Test
  void soItIsIfAllWasRight() throws Exception {
    multiplyKilledAt(SIGMA_OPENING, false, MacComparison.COMMITMENTS);
    try (StoreDirectory directory = open(0)) {
      assertTrue(directory.batches().get(0).burnt());
    }
  }

  /** The frames before it show nothing of a key: shares, the toss, the commitment to σ. */
  @ParameterizedTest
  @ValueSource(ints = {SHARES, SHARES + 1, SHARES + 2, SIGMA_OPENING - 1})
  void theStoreServesOnIfTheShareOfTheCheckWasNotOut(int frame) throws Exception {
    requireServes(multiplyKilledAt(frame, true, MacComparison.COMMITMENTS));
  }

  /** With its tag on the way as well. */
  @ParameterizedTest
  @ValueSource(ints = {SHARES, SHARES + 1, SHARES + 2, TAG})
  void theStoreServesOnAtAnyMomentIfTagsAreCompared(int frame) throws Exception {
    requireServes(multiplyKilledAt(frame, true, MacComparison.TAGS));
  }

  private void requireServes(List<Object> ends) throws Exception {
    Outcomes.assertCheated(Check.MAC, ends.get(0), "had it not been killed");
    try (StoreDirectory directory = open(0)) {
      assertFalse(directory.batches().get(0).burnt());
      assertEquals(9, directory.batches().get(0).available(material.triples()));
    }
  }

  /** The first check of a session has the batch noted as armed, no further one writes anything. */
  @Test
  void checksCostTwoDurableWritesASession() throws Exception {
    // What is used, armed, disarmed: a line each, in the journal and in the record.
    assertEquals(List.of(3L, 3L), linesOf(MacComparison.COMMITMENTS), "twice as many checks");
  }

  /** No verdict is ever pending. */
  @Test
  void checksByTagsCostNoDurableWrite() throws Exception {
    assertEquals(List.of(1L, 1L), linesOf(MacComparison.TAGS));
  }

  /** Numbers of lines in the journal that one product takes, and two. */
  private List<Long> linesOf(MacComparison comparison) throws Exception {
    List<Long> lines = new ArrayList<>();
    Path journal = folder(0).resolve("batch-000001").resolve("journal");
    for (int products = 1; products <= 2; products++) {
      long before = lines(journal);
      BigInteger expected = BigInteger.valueOf(42);
      assertEquals(
          List.of(expected, expected), multiply(SessionPairs.networks(), products, comparison));
      lines.add(lines(journal) - before);
    }
    return lines;
  }

  private static long lines(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).lines().count();
  }
}

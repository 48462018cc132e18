package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.KeptKey;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.SessionPairs;

/** Stores of several parties, in states that crashes and lies lead to. */
class KeyAgreementTest {
  private static final String KEY = "5e".repeat(32);
  private static final String OTHER = "07".repeat(32);
  private static final int DESCRIPTION = SessionPairs.HANDSHAKE_FRAMES + 1;

  @TempDir Path home;

  /** What a store holds of a key: nothing, keys alone, keys and set-up, or material, too. */
  private enum Holds {
    NOTHING,
    KEYS,
    STUB,
    MATERIAL,
    MATERIAL_ALONE
  }

  private StoreDirectory open(int party) throws Exception {
    Path own = Files.createDirectories(home.resolve("party " + party));
    return new TestStores(own, false).create();
  }

  private static StoreDirectory.Purpose purpose(int party) {
    return new StoreDirectory.Purpose(
        "toy", TestStores.MATERIAL, Map.of(), party, 3, Optional.empty(), List.of());
  }

  private void add(int party, String key, int number, Holds holds) throws Exception {
    try (StoreDirectory store = open(party)) {
      if (holds == Holds.NOTHING) {
        return;
      }
      DiskPrepStore batch =
          store.begin(purpose(party), Optional.of(key), TestStores.id(number), "test", false);
      batch.keys(TestStores.MATERIAL, new long[] {party, number});
      if (holds == Holds.STUB || holds == Holds.MATERIAL) {
        batch.setup(new long[] {party});
      }
      if (holds == Holds.MATERIAL || holds == Holds.MATERIAL_ALONE) {
        TestStores.put(batch, TestStores.SMALL, 0, 3);
        batch.commit();
      }
    }
  }

  /** The agreed key, "new", or how it ended, by party. */
  private List<Object> agree(Network[] networks) throws Exception {
    return SessionPairs.outcomes(
        networks,
        session -> {
          try (StoreDirectory store = open(session.party())) {
            store.guard(session);
            Optional<KeptKey> key = KeyAgreement.agree(session, store, true);
            assertEquals(key.map(KeptKey::id), store.key());
            key.ifPresent(kept -> assertEquals(session.party(), kept.keys()[0]));
            key.ifPresent(kept -> assertEquals(session.party(), kept.setup()[0]));
            key.ifPresent(KeptKey::close);
            return key.map(KeptKey::id).orElse("new");
          }
        });
  }

  private List<Object> agree(Holds first, Holds second) throws Exception {
    add(0, KEY, 1, first);
    add(1, KEY, 1, second);
    return agree(SessionPairs.networks());
  }

  @Test
  void emptyStoresGetANewKey() throws Exception {
    assertEquals(List.of("new", "new"), agree(Holds.NOTHING, Holds.NOTHING));
  }

  @Test
  void materialAtAllGoesOn() throws Exception {
    assertEquals(List.of(KEY, KEY), agree(Holds.MATERIAL, Holds.MATERIAL));
  }

  /** One party was killed after the others had committed the first portion. */
  @Test
  void materialAtOnePartyGoesOn() throws Exception {
    assertEquals(List.of(KEY, KEY), agree(Holds.STUB, Holds.MATERIAL));
  }

  /** No party had committed anything: the keys are of no use, and destroyed. */
  @Test
  void keysWithoutMaterialAreForgotten() throws Exception {
    assertEquals(List.of("new", "new"), agree(Holds.STUB, Holds.KEYS));
    for (int party = 0; party < 2; party++) {
      Path batch = home.resolve("party " + party).resolve("store").resolve("batch-000001");
      assertEquals(party == 0, Files.exists(batch)); // without set-up it is of no use anyway
      assertFalse(Files.exists(batch.resolve("keys")));
      assertFalse(Files.exists(batch.resolve("setup")));
    }
  }

  /** Puts items that a session left. */
  private void leave(int party, String key, int number, int items) throws Exception {
    try (StoreDirectory store = open(party)) {
      DiskPrepStore batch =
          store.begin(purpose(party), Optional.of(key), TestStores.id(number), "test", false);
      batch.keys(TestStores.MATERIAL, new long[] {party, number});
      batch.setup(new long[] {party});
      TestStores.put(batch, TestStores.SMALL, 10L * number, items);
      batch.commit();
    }
  }

  /** What two takings give at each party, the first of which may end after its use is recorded. */
  private List<Object> takings(boolean whole) throws Exception {
    return SessionPairs.outcomes(
        SessionPairs.networks(),
        session -> {
          try (StoreDirectory store = open(session.party())) {
            store.guard(session);
            KeptKey key = KeyAgreement.agree(session, store, whole).orElseThrow();
            key.close();
            List<String> taken = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
              taken.add(
                  key.remains()
                      .take(TestStores.SMALL)
                      .map(KeyAgreementTest::text)
                      .orElse("nothing"));
            }
            return taken;
          }
        });
  }

  private static String text(long[] item) {
    return TestStores.numbers(new Lease(item, 0, 1), TestStores.SMALL).toString();
  }

  @Test
  void whatASessionLeftIsTakenOnceByAll() throws Exception {
    for (int party = 0; party < 2; party++) {
      leave(party, KEY, 1, 1);
      leave(party, KEY, 2, 1);
    }
    List<String> both = List.of("[10]", "[20]");
    assertEquals(List.of(both, both), takings(true));
    List<String> none = List.of("nothing", "nothing");
    assertEquals(List.of(none, none), takings(true));
  }

  /** The session uses other material of the store meanwhile, and positions may differ. */
  @Test
  void nothingIsTakenBesideAUse() throws Exception {
    for (int party = 0; party < 2; party++) {
      leave(party, KEY, 1, 1);
    }
    List<String> none = List.of("nothing", "nothing");
    assertEquals(List.of(none, none), takings(false));
  }

  /** One party was killed after it had recorded the use, or before it had the item. */
  @Test
  void whatOnePartyHasUsedOrLacksIsOfNoUse() throws Exception {
    for (int party = 0; party < 2; party++) {
      leave(party, KEY, 1, 2);
    }
    leave(1, KEY, 2, 1);
    try (StoreDirectory store = open(1)) {
      store.batches().get(0).lease(TestStores.SMALL, 1);
    }
    List<String> second = List.of("[11]", "nothing");
    assertEquals(List.of(second, second), takings(true));
  }

  @Test
  void aMissingKeyIsADisagreement() throws Exception {
    for (Object end : agree(Holds.MATERIAL, Holds.NOTHING)) {
      assertTrue(
          Outcomes.text(assertInstanceOf(Disagreement.class, end)).contains("party 2's store"));
    }
  }

  @Test
  void aMissingSetupIsADisagreement() throws Exception {
    for (Object end : agree(Holds.MATERIAL_ALONE, Holds.MATERIAL)) {
      assertTrue(
          Outcomes.text(assertInstanceOf(Disagreement.class, end)).contains("party 1's store"));
    }
  }

  @Test
  void differentKeysAreADisagreement() throws Exception {
    add(0, KEY, 1, Holds.MATERIAL);
    add(1, OTHER, 2, Holds.MATERIAL);
    for (Object end : agree(SessionPairs.networks())) {
      assertTrue(Outcomes.text(assertInstanceOf(Disagreement.class, end)).contains("different"));
    }
  }

  /** Tells one of two peers that it has material, and the other one that it has none. */
  @Test
  void differentStoriesAreADisagreement() throws Exception {
    for (int party = 0; party < 3; party++) {
      add(party, KEY, 1, Holds.STUB);
    }
    Network[] networks = SessionPairs.networks(3);
    networks[0] = new TamperingNetwork(networks[0], replace(2, "none", "made"));
    List<Object> ends = agree(networks);
    List<Object> honest = ends.subList(1, 3);
    assertTrue(honest.stream().allMatch(MpcException.class::isInstance), honest.toString());
    assertTrue(honest.stream().anyMatch(Disagreement.class::isInstance), honest.toString());
    // Nothing was destroyed by a lie.
    Path batch = home.resolve("party 1").resolve("store").resolve("batch-000001");
    assertTrue(Files.exists(batch.resolve("keys")));
  }

  private static TamperingNetwork.Hook replace(int to, String what, String by) {
    return (peer, index, frame) -> {
      String text = new String(frame, StandardCharsets.ISO_8859_1);
      return peer == to && index == DESCRIPTION
          ? text.replace(what, by).getBytes(StandardCharsets.ISO_8859_1)
          : frame;
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 6, 20, 69, 72, 79})
  void aMalformedDescriptionIsAFailedCheck(int at) throws Exception {
    add(0, KEY, 1, Holds.MATERIAL);
    add(1, KEY, 1, Holds.MATERIAL);
    List<Object> ends =
        agree(
            SessionPairs.tampered(
                (peer, index, frame) -> {
                  if (index == DESCRIPTION) {
                    frame[at] = '!';
                  }
                  return frame;
                }));
    Outcomes.assertCheated(Check.MALFORMED, ends.get(1), "byte " + at);
  }
}

package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.prep.disk.TestStores.LARGE;
import static org.schurmpc.core.prep.disk.TestStores.SMALL;
import static org.schurmpc.core.prep.disk.TestStores.range;
import static org.schurmpc.core.session.Outcomes.assertCheated;
import static org.schurmpc.core.session.Outcomes.assertEnded;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.SessionPairs;

class StoreAgreementTest {
  /** What an evaluation takes: four times that is the limit, in a batch of less than 96. */
  private static final Demand DEMAND = TestStores.demand(SMALL, 3);

  private static final int LIMIT = 12;

  @TempDir Path home;

  private TestStores party(int number) throws Exception {
    return new TestStores(Files.createDirectories(home.resolve("party " + number)), false);
  }

  /** So many parties with a batch of so many small items each. */
  private TestStores[] parties(int count, int items) throws Exception {
    TestStores[] parties = new TestStores[count];
    for (int i = 0; i < count; i++) {
      parties[i] = party(i + 1);
      parties[i].make(items);
    }
    return parties;
  }

  /** How many batches they agree on, with what each party can use of small items of the first. */
  private static List<String> agree(TestStores... parties) throws Exception {
    return SessionPairs.run(
        SessionPairs.networks(parties.length),
        session -> {
          try (StoreDirectory store = parties[session.party()].open()) {
            List<DiskPrepStore> common = StoreAgreement.agree(session, store, DEMAND);
            return standing(common);
          }
        });
  }

  private static String standing(List<DiskPrepStore> common) {
    if (common.isEmpty()) {
      return "none";
    }
    DiskPrepStore first = common.get(0);
    return "%d: %d at %d".formatted(common.size(), first.available(SMALL), first.position(SMALL));
  }

  /** What party 1 tells party 2 of its position, it tells party 3 otherwise. */
  @Test
  void differentStoriesAreADisagreement() throws Exception {
    TestStores[] parties = parties(3, 50);
    Network[] networks = SessionPairs.networks(3);
    networks[0] =
        new TamperingNetwork(
            networks[0],
            (peer, index, frame) -> {
              if (peer == 2 && index == SessionPairs.HANDSHAKE_FRAMES + 1) {
                frame[frame.length - 1] = 3; // the position of the only kind
              }
              return frame;
            });
    List<Object> ends =
        SessionPairs.outcomes(
            networks,
            session -> {
              try (StoreDirectory store = parties[session.party()].open()) {
                return standing(StoreAgreement.agree(session, store, DEMAND));
              }
            });
    for (int party = 1; party < 3; party++) {
      assertEnded(Disagreement.class, ends.get(party), "the states of the stores");
      assertEquals(range(0, 1), parties[party].useOnce(SMALL, 1), "nothing was let go");
    }
  }

  /** The first party's outcome while the second sends a description of its own. */
  private static Object withLiar(TestStores honest, byte[] description) throws Exception {
    return withLiar(honest, description.length, description);
  }

  private static Object withLiar(TestStores honest, int saidLength, byte[] description)
      throws Exception {
    return withLiar(honest, DEMAND, saidLength, description);
  }

  private static Object withLiar(
      TestStores honest, Demand demand, int saidLength, byte[] description) throws Exception {
    return SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              if (session.party() == 1) {
                FalseStanding.say(session, saidLength, description);
                return "lied";
              }
              try (StoreDirectory store = honest.open()) {
                return standing(StoreAgreement.agree(session, store, demand));
              }
            })
        .get(0);
  }

  private interface Content {
    void write(DataOutputStream out) throws IOException;
  }

  private static byte[] bytes(Content content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    content.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static void batch(DataOutputStream out, int id, long made, long used) throws IOException {
    out.writeUTF(HexFormat.of().formatHex(TestStores.id(id)));
    out.writeInt(1);
    out.writeUTF(SMALL.name());
    out.writeLong(made);
    out.writeLong(used);
  }

  /** Of one batch with one kind. */
  private static byte[] described(long made, long used) throws IOException {
    return bytes(
        out -> {
          out.writeInt(1);
          batch(out, 1, made, used);
        });
  }

  @Test
  void allGoToTheFurthestPosition() throws Exception {
    for (int count : new int[] {2, 3}) {
      TestStores[] parties = parties(count, 50);
      parties[count - 1].useOnce(SMALL, 3);
      parties[0].useOnce(SMALL, 1);
      List<String> all = agree(parties);
      assertEquals(List.of("1: 47 at 3"), all.stream().distinct().toList());
      for (TestStores party : parties) {
        assertEquals(range(3, 5), party.useOnce(SMALL, 2), "on disk, too");
        TestStores.delete(party.home);
      }
    }
  }

  /** One party's folder and record are older than they were: nothing else can tell. */
  @Test
  void whoWasSetBackUsesNothingAgain() throws Exception {
    TestStores[] parties = parties(2, 50);
    TestStores.Moment old = parties[1].moment("old");
    for (TestStores party : parties) {
      assertEquals(range(0, 3), party.useOnce(SMALL, 3));
    }
    old.restoreAll();
    assertEquals(List.of("1: 47 at 3", "1: 47 at 3"), agree(parties));
    old.restoreFolder();
    TestStores.assertEnds(BadFile.class, parties[1]::open, "stands further back");
  }

  /** The peer ended between the parties' agreement on a portion and its own commit. */
  @Test
  void nobodyUsesWhatAPeerDoesNotHave() throws Exception {
    TestStores[] parties = {party(1), party(2)};
    parties[0].make(10, 5);
    parties[1].make(10);
    assertEquals(List.of("1: 10 at 0", "1: 10 at 0"), agree(parties));
    parties[0].useOnce(SMALL, 12); // alone, as no session allows
    assertEquals(List.of("1: 0 at 12", "1: 0 at 10"), agree(parties));
  }

  @Test
  void batchesThatNotAllHave() throws Exception {
    TestStores[] parties = {party(1), party(2)};
    for (int number : new int[] {1, 2, 3}) {
      add(parties[0], number);
    }
    for (int number : new int[] {3, 4, 1}) {
      add(parties[1], number);
    }
    List<List<String>> ids =
        SessionPairs.run(
            session -> {
              try (StoreDirectory store = parties[session.party()].open()) {
                return StoreAgreement.agree(session, store, DEMAND).stream()
                    .map(batch -> batch.header().id())
                    .toList();
              }
            });
    List<String> expected =
        List.of(
            HexFormat.of().formatHex(TestStores.id(1)), HexFormat.of().formatHex(TestStores.id(3)));
    assertEquals(List.of(expected, expected), ids, "in the first party's order");
  }

  private static void add(TestStores party, int number) throws MpcException {
    try (StoreDirectory store = party.create()) {
      DiskPrepStore batch = TestStores.begin(store, number);
      TestStores.put(batch, SMALL, 0, 20);
      batch.commit();
    }
  }

  @Test
  void nothingInCommon() throws Exception {
    TestStores[] parties = {party(1), party(2)};
    parties[0].make(10);
    add(parties[1], 2);
    assertEquals(List.of("none", "none"), agree(parties));
    assertEquals("none", agree(parties[0], emptied(3)).get(0));
  }

  private TestStores emptied(int number) throws Exception {
    TestStores party = party(number);
    party.make(5);
    party.useOnce(SMALL, 5);
    return party;
  }

  @Test
  void aBurntBatchIsNobodysAnyMore() throws Exception {
    TestStores[] parties = parties(2, 50);
    try (StoreDirectory store = parties[1].open()) {
      store.burn();
    }
    assertEquals(List.of("none", "none"), agree(parties));
  }

  @Test
  void aKindThatThePeerDoesNotHave() throws Exception {
    TestStores[] parties = {party(1), party(2)};
    for (TestStores party : parties) {
      try (StoreDirectory store = party.create()) {
        DiskPrepStore batch = TestStores.begin(store, 1);
        TestStores.put(batch, SMALL, 0, 10);
        if (party == parties[0]) {
          TestStores.put(batch, LARGE, 0, 2);
        }
        batch.commit();
      }
    }
    List<Long> large =
        SessionPairs.run(
            session -> {
              try (StoreDirectory store = parties[session.party()].open()) {
                return StoreAgreement.agree(session, store, DEMAND).get(0).available(LARGE);
              }
            });
    assertEquals(List.of(0L, 0L), large);
  }

  @Test
  void aPeerThatLiesLowChangesNothing() throws Exception {
    TestStores honest = party(1);
    honest.make(50);
    honest.useOnce(SMALL, 3);
    String journal = Files.readString(honest.journal());
    assertEquals("1: 47 at 3", withLiar(honest, described(50, 0)));
    assertEquals("1: 0 at 3", withLiar(honest, described(2, 0)), "for this session only");
    assertEquals("1: 0 at 3", withLiar(honest, described(0, 0)));
    assertEquals(journal, Files.readString(honest.journal()));
    assertEquals(range(3, 6), honest.useOnce(SMALL, 3));
  }

  @Test
  void aPeerThatLiesHighWithinTheLimitBurnsThatMuch() throws Exception {
    TestStores honest = party(1);
    honest.make(90);
    honest.useOnce(SMALL, 3);
    assertEquals("1: 80 at 10", withLiar(honest, described(90, 10)));
    assertEquals("1: 68 at 22", withLiar(honest, described(1L << 62, 10 + LIMIT)));
    assertEquals(range(22, 23), honest.useOnce(SMALL, 1));
  }

  /** Letting go of much does not make it likelier that the next jump is honest. */
  @Test
  void aLieDoesNotRaiseTheLimit() throws Exception {
    TestStores honest = party(1);
    honest.make(90);
    assertEquals("1: 78 at 12", withLiar(honest, described(90, LIMIT)));
    for (long used : new long[] {2 * LIMIT + 1, 90, Long.MAX_VALUE}) {
      assertFar(honest, described(Long.MAX_VALUE, used));
    }
    assertEquals("1: 66 at 24", withLiar(honest, described(90, 2 * LIMIT)));
  }

  /** In a large batch an eighth of it, whatever was used at once. */
  @Test
  void theLimitOfALargeBatch() throws Exception {
    TestStores honest = party(1);
    honest.make(8000);
    assertFar(honest, described(8000, 1001));
    assertEquals("1: 7000 at 1000", withLiar(honest, described(8000, 1000)));
  }

  /** Four times what was once used at once, though much less is going to be used now. */
  @Test
  void theLimitAfterALargeEvaluation() throws Exception {
    TestStores honest = party(1);
    honest.make(90);
    honest.useOnce(SMALL, 10);
    assertFar(honest, described(90, 51));
    assertEquals("1: 40 at 50", withLiar(honest, described(90, 50)));
  }

  /** This party was killed before it recorded a use that its peer recorded. */
  @Test
  void whatWasInterruptedIsRunAgainFirst() throws Exception {
    TestStores honest = party(1);
    honest.make(90);
    byte[] ahead = described(90, 60);
    String end = Outcomes.text((MpcException) withLiar(honest, ahead.length, ahead));
    assertTrue(end.contains("run that one again first"), end);
    assertEquals(
        "1: 30 at 60", withLiar(honest, TestStores.demand(SMALL, 60), ahead.length, ahead));
  }

  private static void assertFar(TestStores honest, byte[] description) throws Exception {
    String journal = Files.readString(honest.journal());
    assertEnded(
        Disagreement.class,
        withLiar(honest, description),
        "party 2",
        "'small kind'",
        honest.folder.toString(),
        "explains no more than");
    assertEquals(journal, Files.readString(honest.journal()), "nothing was let go");
  }

  /** Near enough in one batch, too far in the other: nothing is let go in either. */
  @Test
  void aJumpTooFarInOneBatch() throws Exception {
    TestStores honest = party(1);
    add(honest, 1);
    add(honest, 2);
    assertFar(
        honest,
        bytes(
            out -> {
              out.writeInt(2);
              batch(out, 1, 20, 5);
              batch(out, 2, 20, LIMIT + 1);
            }));
  }

  @Test
  void malformedDescriptions() throws Exception {
    TestStores honest = party(1);
    honest.make(50);
    byte[] right = described(50, 0);
    Map<String, byte[]> wrong = new LinkedHashMap<>();
    wrong.put("negative count", bytes(out -> out.writeInt(-1)));
    wrong.put("huge count", bytes(out -> out.writeInt(Integer.MAX_VALUE)));
    wrong.put("one byte more", Arrays.copyOf(right, right.length + 1));
    wrong.put("negative position", described(50, -1));
    wrong.put("negative all", described(-5, -5));
    wrong.put("used what was not made", described(5, 6));
    wrong.put(
        "a batch twice",
        bytes(
            out -> {
              out.writeInt(2);
              batch(out, 1, 50, 0);
              batch(out, 1, 50, 0);
            }));
    for (int kinds : new int[] {-1, 1025, Integer.MAX_VALUE}) {
      wrong.put(
          kinds + " kinds",
          bytes(
              out -> {
                out.writeInt(1);
                out.writeUTF("id");
                out.writeInt(kinds);
              }));
    }
    wrong.put(
        "a kind twice",
        bytes(
            out -> {
              out.writeInt(1);
              out.writeUTF("id");
              out.writeInt(2);
              for (int i = 0; i < 2; i++) {
                out.writeUTF("kind");
                out.writeLong(1);
                out.writeLong(1);
              }
            }));
    wrong.put(
        "no UTF-8",
        bytes(
            out -> {
              out.writeInt(1);
              out.writeShort(2);
              out.writeShort(0xffff);
            }));
    for (int length = 1; length < right.length; length += 5) {
      wrong.put("cut at " + length, Arrays.copyOf(right, length));
    }
    String journal = Files.readString(honest.journal());
    for (Map.Entry<String, byte[]> each : wrong.entrySet()) {
      assertCheated(Check.MALFORMED, withLiar(honest, each.getValue()), each.getKey());
    }
    for (int length : new int[] {0, -1, (1 << 20) + 1, Integer.MAX_VALUE}) {
      assertCheated(Check.MALFORMED, withLiar(honest, length, right), "length " + length);
    }
    assertEquals(journal, Files.readString(honest.journal()));
    assertEquals("1: 50 at 0", withLiar(honest, right));
  }

  /** Random changes of a right description never end but in one of the ways that are meant. */
  @Test
  void randomlyChangedDescriptions() throws Exception {
    TestStores honest = party(1);
    honest.make(50);
    byte[] right = described(50, 0);
    List<Object> outcomes = new ArrayList<>();
    for (int at = 0; at < right.length; at += 2) {
      byte[] changed = right.clone();
      changed[at] ^= (byte) (1 + 37 * at);
      Object outcome = withLiar(honest, changed);
      assertTrue(outcome instanceof String || outcome instanceof MpcException, "at " + at);
      outcomes.add(outcome);
    }
    assertNotEquals(1, outcomes.stream().distinct().count());
  }
}

package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.KeptKey;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** A second session of MASCOT, under the key of the first one. */
class ContinuedKeyTest {
  private static final String PRIME = "18446744073709551557";
  private static final String KEY = "5e".repeat(32);
  private static final int TRIPLES = 128;
  private static final int BITS = 64;
  private static final int SEED_WORDS = 2 * BITS; // of the OTs with a peer, one of each
  private static final int HEAD = 5;

  // What the first party sends in a second session, and the second one as well.
  private static final int COPE = 13;
  private static final int AUTHENTICATION_COMMITMENT = 15;
  private static final int AUTHENTICATION = 17;
  private static final int SIGMA_COMMITMENT = 20;

  // What it sends if bits are made: corrections of 200 bits in whole words first.
  private static final int BITS_GIVEN = 7;
  private static final int BITS_GIVEN_BYTES = BITS * 4 * Long.BYTES;
  private static final int BITS_COMMITMENT = 8;
  private static final int BITS_SUMS = 10;
  private static final int BITS_SIGMA_COMMITMENT = 13;

  private static MascotRun run(String name, int parties) throws Exception {
    Field field = Fields.named(name);
    return new MascotRun(field, parties, new MascotParameters(field, 62, 4, 1, TRIPLES));
  }

  private static Demand triples(MascotRun run) {
    return Demand.of(run.material.storeName()).add(run.material.triples(), TRIPLES).build();
  }

  private static Demand bits(MascotRun run) {
    return Demand.of(run.material.storeName()).add(run.material.bits(), TRIPLES).build();
  }

  private static Demand made(MascotRun run, String kind) {
    return kind.equals("bits") ? bits(run) : triples(run);
  }

  private static TamperingNetwork.Hook honest() {
    return (peer, index, frame) -> frame;
  }

  private static List<TamperingNetwork.Hook> hooks(MascotRun run, TamperingNetwork.Hook first) {
    List<TamperingNetwork.Hook> hooks = new ArrayList<>(Collections.nCopies(run.parties, honest()));
    hooks.set(0, first);
    return hooks;
  }

  private static List<KeptKey> keys(List<MascotRun.Outcome> outcomes) {
    List<KeptKey> keys = new ArrayList<>();
    for (MascotRun.Outcome outcome : outcomes) {
      keys.add(new KeptKey(KEY, outcome.kept().key.clone(), outcome.kept().setup.clone()));
    }
    return keys;
  }

  private static List<MascotRun.Outcome> first(MascotRun run) throws Exception {
    List<MascotRun.Outcome> outcomes = run.run(triples(run));
    outcomes.forEach(outcome -> assertNull(outcome.failure()));
    return outcomes;
  }

  private static long[] alpha(MascotRun run, List<MascotRun.Outcome> outcomes) {
    long[] alpha = new long[run.field.limbs()];
    outcomes.forEach(each -> run.field.add(alpha, 0, each.kept().key, 0, alpha, 0, 1));
    return alpha;
  }

  /** All elements of all triples have MACs under α, and each c is the product of a and b. */
  private static void requireTriples(
      MascotRun run, List<MascotRun.Outcome> outcomes, long[] alpha) {
    Field field = run.field;
    MaterialKind kind = run.material.triples();
    int limbs = field.limbs();
    long[] product = new long[limbs];
    for (int at = 0; at < TRIPLES * kind.longsPerItem(); at += 2 * limbs) {
      long[] value = field.element(run.sum(outcomes, kind, at));
      field.multiply(alpha, 0, value, 0, product, 0, 1);
      assertEquals(field.toBigInteger(product, 0), run.sum(outcomes, kind, at + limbs));
    }
    for (int i = 0; i < TRIPLES; i++) {
      int at = i * kind.longsPerItem();
      long[] a = field.element(run.sum(outcomes, kind, at));
      long[] b = field.element(run.sum(outcomes, kind, at + 2 * limbs));
      field.multiply(a, 0, b, 0, product, 0, 1);
      assertEquals(field.toBigInteger(product, 0), run.sum(outcomes, kind, at + 4 * limbs));
    }
  }

  @ParameterizedTest
  @CsvSource({"gf2_64, 2", "gf2_64, 3", PRIME + ", 2", PRIME + ", 3"})
  void laterMaterialIsUnderTheKeyOfTheFirst(String field, int parties) throws Exception {
    MascotRun run = run(field, parties);
    List<MascotRun.Outcome> before = first(run);
    List<Integer> lengths = new ArrayList<>();
    List<MascotRun.Outcome> after =
        run.goOn(
            triples(run),
            keys(before),
            hooks(
                run,
                (peer, index, frame) -> {
                  if (peer == 1) {
                    lengths.add(frame.length);
                  }
                  return frame;
                }));
    after.forEach(outcome -> assertNull(outcome.failure()));
    for (int party = 0; party < parties; party++) {
      assertArrayEquals(before.get(party).kept().setup, after.get(party).kept().setup);
    }
    requireTriples(run, before, alpha(run, before));
    requireTriples(run, after, alpha(run, before));
    // No OTs on α: the corrections come earlier than in a first session.
    int elementBytes = Math.toIntExact(Cope.bytes(run.field, 4, 1));
    assertEquals(List.of(512 * elementBytes, 129 * elementBytes), lengths.subList(COPE, COPE + 2));
  }

  /** All bits are such, and have MACs under α. */
  private static void requireBits(MascotRun run, List<MascotRun.Outcome> outcomes, long[] alpha) {
    Field field = run.field;
    MaterialKind kind = run.material.bits();
    long[] product = new long[field.limbs()];
    for (int at = 0; at < TRIPLES * kind.longsPerItem(); at += kind.longsPerItem()) {
      BigInteger bit = run.sum(outcomes, kind, at);
      assertTrue(bit.bitLength() <= 1, "a bit is " + bit);
      field.multiply(alpha, 0, field.element(bit), 0, product, 0, 1);
      assertEquals(field.toBigInteger(product, 0), run.sum(outcomes, kind, at + field.limbs()));
    }
  }

  @ParameterizedTest
  @CsvSource({"gf2_40, 38, 2", "gf2_64, 62, 3"})
  void laterBitsAreUnderTheKeyOfTheFirst(String name, int sigma, int parties) throws Exception {
    Field field = Fields.named(name);
    MascotRun run = new MascotRun(field, parties, new MascotParameters(field, sigma, 4, 1, 128));
    List<MascotRun.Outcome> before = first(run);
    List<MascotRun.Outcome> after = run.goOn(bits(run), keys(before), hooks(run, honest()));
    after.forEach(outcome -> assertNull(outcome.failure()));
    requireBits(run, after, alpha(run, before));
  }

  private static void requireCaught(List<MascotRun.Outcome> outcomes, Check check) {
    boolean named = false;
    for (MascotRun.Outcome outcome : outcomes.subList(1, outcomes.size())) {
      assertTrue(outcome.kept().items.isEmpty(), "kept something in spite of the cheat");
      if (outcome.failure() instanceof PeerCheated cheated) {
        assertEquals(check, cheated.check());
        named = true;
      }
    }
    assertTrue(named, () -> "nobody named the cheat: " + outcomes);
  }

  /**
   * The field of a party that makes products under another share of α than all else: the 17th bit
   * is another one towards the peers from {@code firstPeer} on. Its trees are those of this share,
   * since otherwise it would end in its own check.
   */
  private static Field otherBits(MascotRun run, int firstPeer, List<KeptKey> keys) {
    Field field = run.field;
    boolean set = (keys.get(0).keys()[0] >>> 17 & 1) != 0;
    for (int peer = firstPeer; peer < run.parties; peer++) {
      long[] mine = keys.get(0).setup();
      int to = HEAD + 3 * SEED_WORDS * (peer - 1) + 2 * 17;
      // The peer's seeds with the first party come first.
      int from = HEAD + SEED_WORDS * (set ? 1 : 2) + 2 * 17;
      System.arraycopy(keys.get(peer).setup(), from, mine, to, 2);
    }
    Map<String, Integer> calls = new HashMap<>();
    return (Field)
        Proxy.newProxyInstance(
            Field.class.getClassLoader(),
            new Class<?>[] {Field.class},
            (proxy, method, arguments) -> {
              try {
                Object result = method.invoke(field, arguments);
                String caller =
                    StackWalker.getInstance()
                        .walk(frames -> frames.skip(2).findFirst().orElseThrow().getClassName());
                if (method.getName().equals("toBits")
                    && List.of(Cope.class.getName(), BitCope.class.getName()).contains(caller)
                    && calls.merge(caller, 1, Integer::sum) >= firstPeer) {
                  ((long[]) arguments[2])[0] ^= 1L << 17;
                }
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** Another share of α in all products of the first party, and the true one in all else. */
  @ParameterizedTest
  @CsvSource({"2, triples", "3, triples", "2, bits", "3, bits"})
  void anotherKeyTowardsAllIsCaught(int parties, String kind) throws Exception {
    MascotRun run = run("gf2_64", parties);
    List<KeptKey> keys = keys(first(run));
    Field other = otherBits(run, 1, keys);
    requireCaught(run.goOn(made(run, kind), keys, hooks(run, honest()), other), Check.MAC);
  }

  /** Another share of α towards the last party alone. */
  @ParameterizedTest
  @ValueSource(strings = {"triples", "bits"})
  void anotherKeyTowardsOneOfThreeIsCaught(String kind) throws Exception {
    MascotRun run = run("gf2_64", 3);
    List<KeptKey> keys = keys(first(run));
    Field other = otherBits(run, 2, keys);
    requireCaught(run.goOn(made(run, kind), keys, hooks(run, honest()), other), Check.MAC);
  }

  /** Who has the seeds of another share than its own finds the trees of honest peers wrong. */
  @Test
  void seedsThatDoNotBelongToTheKeyEndTheSession() throws Exception {
    MascotRun run = run("gf2_64", 2);
    List<KeptKey> keys = keys(first(run));
    keys.get(0).keys()[0] ^= 1L << 17;
    MascotRun.Outcome own = run.goOn(triples(run), keys, hooks(run, honest())).get(0);
    assertEquals(Check.PPRF, assertInstanceOf(PeerCheated.class, own.failure()).check());
  }

  /** Both seeds of all OTs with the last party alone: other trees than its seeds make. */
  @ParameterizedTest
  @ValueSource(strings = {"triples", "bits"})
  void otherSeedsForAllBitsTowardsOneOfThreeAreCaught(String kind) throws Exception {
    MascotRun run = run("gf2_64", 3);
    List<KeptKey> keys = keys(first(run));
    int sent = HEAD + 4 * SEED_WORDS;
    for (int at = sent; at < sent + 2 * SEED_WORDS; at++) {
      keys.get(0).setup()[at] ^= 1;
    }
    requireCaught(run.goOn(made(run, kind), keys, hooks(run, honest())), Check.PPRF);
  }

  /** All that the second party sends until it commits to its share of a check, as it sends it. */
  private static List<byte[]> sent(
      MascotRun run, Demand demand, List<KeptKey> keys, TamperingNetwork.Hook first)
      throws Exception {
    List<byte[]> sent = new ArrayList<>();
    List<TamperingNetwork.Hook> hooks = hooks(run, first);
    hooks.set(
        1,
        (peer, index, frame) -> {
          sent.add(frame.clone());
          return frame;
        });
    run.goOn(demand, keys, hooks);
    return sent;
  }

  /** The same key, but that the second party has another share, and the seeds that it selects. */
  private static List<KeptKey> otherShare(List<MascotRun.Outcome> outcomes, long share) {
    List<KeptKey> keys = keys(outcomes);
    long[] peers = keys.get(0).setup();
    long[] mine = keys.get(1).setup();
    keys.get(1).keys()[0] = share;
    for (int h = 0; h < BITS; h++) {
      int from = HEAD + SEED_WORDS * (1 + (int) (share >>> h & 1)) + 2 * h;
      System.arraycopy(peers, from, mine, HEAD + 2 * h, 2);
    }
    return keys;
  }

  /** To an honest peer, a party sends the same whatever its share of α. */
  @ParameterizedTest
  @ValueSource(strings = {"triples", "bits"})
  void nothingDependsOnTheKeyIfThePeerIsHonest(String kind) throws Exception {
    MascotRun run = run("gf2_64", 2);
    List<MascotRun.Outcome> before = first(run);
    long share = before.get(1).kept().key[0];
    Demand demand = made(run, kind);
    List<byte[]> sent = sent(run, demand, otherShare(before, share), honest());
    List<byte[]> other = sent(run, demand, otherShare(before, new Random(1).nextLong()), honest());
    assertEquals(sent.size(), other.size());
    for (int i = 0; i < sent.size(); i++) {
      assertArrayEquals(sent.get(i), other.get(i), "frame " + i);
    }
  }

  /**
   * A peer sends another value for a bit of α. Until the party commits to its share of the check,
   * which decides about the store, it sends the same whatever the bit. Hence sessions that end
   * before tell nothing of α.
   */
  @ParameterizedTest
  @CsvSource({
    "triples, " + COPE + ", " + SIGMA_COMMITMENT,
    "bits, " + BITS_GIVEN + ", " + BITS_SIGMA_COMMITMENT
  })
  void nothingBeforeTheCheckDependsOnTheKey(String kind, int given, int commitment)
      throws Exception {
    MascotRun run = run("gf2_64", 2);
    List<MascotRun.Outcome> before = first(run);
    TamperingNetwork.Hook otherValue =
        (peer, index, frame) -> {
          if (index == given) {
            frame[kind.equals("bits") ? 0 : 96] ^= 1; // in the column of the first bit or digit
          }
          return frame;
        };
    long share = before.get(1).kept().key[0];
    Demand demand = made(run, kind);
    List<byte[]> sent = sent(run, demand, otherShare(before, share), otherValue);
    List<byte[]> other = sent(run, demand, otherShare(before, share ^ 1), otherValue);
    for (int i = 0; i < commitment; i++) {
      assertArrayEquals(sent.get(i), other.get(i), "frame " + i);
    }
    assertFalse(Arrays.equals(sent.get(commitment), other.get(commitment)));
  }

  /** A peer that sends wrong corrections and leaves before their check learns and costs nothing. */
  @Test
  void sessionsThatEndBeforeTheCheckLeaveTheKey() throws Exception {
    MascotRun run = run("gf2_64", 2);
    List<MascotRun.Outcome> before = first(run);
    for (int leaves : new int[] {COPE + 1, AUTHENTICATION_COMMITMENT, AUTHENTICATION}) {
      List<MascotRun.Outcome> dropped =
          run.goOn(
              triples(run),
              keys(before),
              hooks(
                  run,
                  (peer, index, frame) -> {
                    if (index == COPE) {
                      frame[8 * leaves] ^= 1;
                    }
                    if (index == leaves) {
                      throw new IllegalStateException("it leaves");
                    }
                    return frame;
                  }));
      assertInstanceOf(ConnectionLost.class, dropped.get(1).failure(), "frame " + leaves);
    }
    List<MascotRun.Outcome> after = run.goOn(triples(run), keys(before), hooks(run, honest()));
    after.forEach(outcome -> assertNull(outcome.failure()));
    requireTriples(run, after, alpha(run, before));
  }

  /** The same where bits are made: a peer leaves after its corrections, or after the toss. */
  @Test
  void sessionsOfBitsThatEndBeforeTheCheckLeaveTheKey() throws Exception {
    MascotRun run = run("gf2_64", 2);
    List<MascotRun.Outcome> before = first(run);
    for (int leaves : new int[] {BITS_COMMITMENT, BITS_SUMS}) {
      List<MascotRun.Outcome> dropped =
          run.goOn(
              bits(run),
              keys(before),
              hooks(
                  run,
                  (peer, index, frame) -> {
                    if (index == BITS_GIVEN) {
                      assertEquals(BITS_GIVEN_BYTES, frame.length);
                      frame[0] ^= 1;
                    }
                    if (index == leaves) {
                      throw new IllegalStateException("it leaves");
                    }
                    return frame;
                  }));
      assertInstanceOf(ConnectionLost.class, dropped.get(1).failure(), "frame " + leaves);
    }
    List<MascotRun.Outcome> after = run.goOn(bits(run), keys(before), hooks(run, honest()));
    after.forEach(outcome -> assertNull(outcome.failure()));
    requireBits(run, after, alpha(run, before));
  }

  /** Corrections of zeros are differences of streams. */
  private static byte[] corrections(Field field, long[] words) throws Exception {
    return SessionPairs.run(
            session -> {
              CopeSeeds seeds = CopeSeeds.read(field, words, 0);
              Cope cope = seeds.on(session, field, field.element(5), 4, 8);
              byte[] message = new byte[cope.messageBytes(8)];
              cope.give(new long[8], 0, 8, message, new long[8], 0);
              cope.wipe();
              return message;
            })
        .get(0);
  }

  @Test
  void eachSessionHasStreamsOfItsOwn() throws Exception {
    Field field = Fields.named("gf2_64");
    long[] words = CopeTest.seedWords(field, new Random(3), 5);
    byte[] first = corrections(field, words);
    byte[] second = corrections(field, words);
    for (int at = 0; at < first.length; at += Long.BYTES) {
      assertFalse(Arrays.equals(first, at, at + 8, second, at, at + 8), "element " + at / 8);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4})
  void aSetupOfAnotherPurposeIsRefused(int word) throws Exception {
    MascotRun run = run("gf2_64", 2);
    List<MascotRun.Outcome> before = first(run);
    SessionPairs.run(
        session -> {
          if (session.party() == 0) {
            requireFits(session, run.field, before.get(0).kept(), word);
          }
          return null;
        });
  }

  private static void requireFits(Session session, Field field, MascotRun.Kept kept, int word)
      throws Exception {
    long[] setup = kept.setup.clone();
    CopeSetup.of(session, field, new KeptKey(KEY, kept.key, setup));
    setup[word] ^= 1;
    assertThrows(
        BadFile.class, () -> CopeSetup.of(session, field, new KeptKey(KEY, kept.key, setup)));
    assertThrows(
        BadFile.class,
        () ->
            CopeSetup.of(
                session,
                field,
                new KeptKey(KEY, kept.key, Arrays.copyOf(kept.setup, setup.length - 1))));
  }
}

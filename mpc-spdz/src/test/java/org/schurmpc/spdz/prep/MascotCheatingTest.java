package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;

/** The first party changes one message while others generate: caught by name, nothing kept. */
class MascotCheatingTest {
  private static final String PRIME = "18446744073709551557";
  private static final int TRIPLES = 128; // those of a tile
  private static final int BYTES = 8;
  private static final int BITS = 64;
  private static final int TAU = 4;

  // What the first of two parties sends for a batch of 128 triples over a field of 64 bits, and to
  // the second one of three parties what has the same name.
  private static final int COT_CORRECTIONS = 12;
  private static final int COT_RESPONSE = 14;
  private static final int PRODUCTS = 15;
  private static final int COMBINATION_OPENING = 17;
  private static final int COPE = 18;
  private static final int COPE_LAST = 19;
  private static final int AUTHENTICATION_OPENING = 21;
  private static final int AUTHENTICATION = 22;
  private static final int SIGMA_COMMITMENT = 25;
  private static final int SIGMA = 26;
  private static final int RHO = 29;
  private static final int LAST_SIGMA = 37;
  private static final int FRAMES = 38;

  private static MascotRun run(String name, int parties) throws Exception {
    Field field = Fields.named(name);
    return new MascotRun(field, parties, new MascotParameters(field, 62, 4, 1, TRIPLES));
  }

  private static Demand triples(MascotRun run) {
    return Demand.of(run.material.storeName()).add(run.material.triples(), TRIPLES).build();
  }

  private static TamperingNetwork.Hook flip(int to, int frameIndex, int at) {
    return (peer, index, frame) -> {
      if (peer == to && index == frameIndex) {
        frame[at] ^= 1;
      }
      return frame;
    };
  }

  /** All honest parties named one of the checks and kept nothing, or hung up after one that did. */
  private static void requireCaught(List<MascotRun.Outcome> outcomes, Set<Check> checks) {
    boolean named = false;
    for (MascotRun.Outcome outcome : outcomes.subList(1, outcomes.size())) {
      assertTrue(outcome.kept().items.isEmpty(), "kept something in spite of the cheat");
      if (outcome.failure() instanceof PeerCheated cheated) {
        assertTrue(checks.contains(cheated.check()), cheated.getMessage());
        named = true;
      }
    }
    assertTrue(named, () -> "nobody named the cheat: " + outcomes);
  }

  /** Two parties, whose honest one is left with what a flipped bit of one frame leads to. */
  private static Check two(String field, int frame, int at) throws Exception {
    MascotRun run = run(field, 2);
    List<MascotRun.Outcome> outcomes = run.run(triples(run), 0, flip(1, frame, at));
    MascotRun.Outcome honest = outcomes.get(1);
    if (honest.failure() == null) {
      requireProducts(run, outcomes);
      return null;
    }
    assertTrue(honest.kept().items.isEmpty(), "kept something in spite of the cheat");
    return assertInstanceOf(PeerCheated.class, honest.failure()).check();
  }

  private static void requireProducts(MascotRun run, List<MascotRun.Outcome> outcomes) {
    if (outcomes.get(0).failure() != null) {
      return;
    }
    Field field = run.field;
    MaterialKind kind = run.material.triples();
    for (int i = 0; i < TRIPLES; i++) {
      int at = i * kind.longsPerItem();
      BigInteger a = run.sum(outcomes, kind, at);
      BigInteger b = run.sum(outcomes, kind, at + 2 * field.limbs());
      BigInteger c = run.sum(outcomes, kind, at + 4 * field.limbs());
      long[] product = new long[field.limbs()];
      field.multiply(field.element(a), 0, field.element(b), 0, product, 0, 1);
      assertEquals(field.toBigInteger(product, 0), c);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gf2_64", PRIME})
  void aBatchTakesTheseFrames(String field) throws Exception {
    MascotRun run = run(field, 2);
    int[] frames = new int[1];
    List<MascotRun.Outcome> outcomes =
        run.run(
            triples(run),
            0,
            (peer, index, frame) -> {
              frames[0] = index + 1;
              if (index == PRODUCTS) {
                assertEquals(TRIPLES * TAU * BITS * BYTES, frame.length);
              }
              if (index == RHO) {
                assertEquals(TRIPLES * BYTES, frame.length);
              }
              return frame;
            });
    assertNull(outcomes.get(1).failure());
    assertEquals(FRAMES, frames[0]);
  }

  @ParameterizedTest
  @CsvSource({
    "gf2_64, " + COT_RESPONSE + ", 20, OT_CONSISTENCY",
    "gf2_64, " + COMBINATION_OPENING + ", 0, COMMITMENT",
    "gf2_64, " + AUTHENTICATION_OPENING + ", 3, COMMITMENT",
    "gf2_64, " + AUTHENTICATION + ", 0, MAC",
    "gf2_64, " + SIGMA_COMMITMENT + ", 1, COMMITMENT",
    "gf2_64, " + SIGMA + ", 0, COMMITMENT",
    "gf2_64, " + SIGMA + ", 9, COMMITMENT",
    "gf2_64, " + RHO + ", 0, MAC",
    "gf2_64, " + RHO + ", 1023, MAC",
    "gf2_64, " + LAST_SIGMA + ", 0, COMMITMENT",
    PRIME + ", " + AUTHENTICATION + ", 0, MAC",
    PRIME + ", " + SIGMA + ", 0, COMMITMENT",
    PRIME + ", " + RHO + ", 8, MAC",
  })
  void aChangedMessageIsCaughtByName(String field, int frame, int at, Check check)
      throws Exception {
    assertEquals(check, two(field, frame, at));
  }

  /**
   * A wrong column of a COPE is another x for a digit of the peer's key: noticed unless it is 0.
   */
  @ParameterizedTest
  @CsvSource({
    "gf2_64, " + COPE,
    "gf2_64, " + COPE_LAST,
    PRIME + ", " + COPE,
    PRIME + ", " + COPE_LAST,
  })
  void aWrongCopeColumnIsCaughtOrTouchesNothing(String field, int frame) throws Exception {
    requireCaughtOrNothing(field, frame, 2048, 200, Check.MAC);
  }

  /** Another b in one OT makes another product where the peer's bit of a is set. */
  @ParameterizedTest
  @ValueSource(strings = {"gf2_64", PRIME})
  void anotherFactorInOneOtIsCaughtOrTouchesNothing(String field) throws Exception {
    requireCaughtOrNothing(field, PRODUCTS, 32768, 40, Check.SACRIFICE);
  }

  /** Runs until a flipped bit was caught once, and once touched nothing. */
  private static void requireCaughtOrNothing(
      String field, int frame, int elements, int most, Check expected) throws Exception {
    Random random = new Random(frame);
    int caught = 0;
    int runs = 0;
    while (caught == 0 || caught == runs) {
      assertTrue(runs < most, caught + " caught of " + runs);
      Check check = two(field, frame, BYTES * random.nextInt(elements));
      runs++;
      if (check != null) {
        assertEquals(expected, check);
        caught++;
      }
    }
  }

  @Test
  void aWrongColumnOfOtsIsCaught() throws Exception {
    Check check = null;
    for (int i = 0; check == null; i++) {
      assertTrue(i < 40, "never caught");
      check = two("gf2_64", COT_CORRECTIONS, 4096 * (i % 6) + 7);
    }
    assertEquals(Check.OT_CONSISTENCY, check);
  }

  /** Another a towards one of two peers. */
  @Test
  void inconsistentFactorsBetweenPeersAreCaught() throws Exception {
    MascotRun run = run("gf2_64", 3);
    requireCaught(run.run(triples(run), 0, flip(2, 15, 100)), Set.of(Check.SACRIFICE));
  }

  /** Another b towards one of two peers, in all OTs alike. */
  @Test
  void inconsistentOtherFactorsBetweenPeersAreCaught() throws Exception {
    MascotRun run = run("gf2_64", 3);
    TamperingNetwork.Hook otherB =
        (peer, index, frame) -> {
          if (peer == 2 && index == 16) {
            assertEquals(TRIPLES * TAU * BITS * BYTES, frame.length);
            for (int at = 0; at < TAU * BITS * BYTES; at += BYTES) {
              frame[at] ^= 1;
            }
          }
          return frame;
        };
    requireCaught(run.run(triples(run), 0, otherB), Set.of(Check.SACRIFICE));
  }

  /**
   * A changed share of what squares, bits and inverses are derived by: ρ, a^2 and c. Without the
   * check of these openings wrong material is kept. Two parties make squares without triples.
   */
  @ParameterizedTest
  @CsvSource({"squares, 0, 3", "bits, 0, 3", "bits, 1, 3", "inverses, 0, 2", "inverses, 0, 3"})
  void aWrongOpeningOfADerivedValueIsCaught(String name, int opening, int parties)
      throws Exception {
    MascotRun run = run(PRIME, parties);
    MaterialKind kind =
        switch (name) {
          case "squares" -> run.material.squares();
          case "bits" -> run.material.bits();
          default -> run.material.inverses();
        };
    Demand demand = Demand.of(run.material.storeName()).add(kind, TRIPLES / 2).build();
    int[] opened = new int[parties]; // by peer; ρ of the triples is opened first
    List<MascotRun.Outcome> outcomes =
        run.run(
            demand,
            0,
            (peer, index, frame) -> {
              if (frame.length == TRIPLES * BYTES && opened[peer]++ == 1 + opening) {
                frame[0] ^= 1;
              }
              return frame;
            });
    assertTrue(opened[1] > 1 + opening, "too few openings");
    // Three parties also compare what they received, with what the first one logs as its own.
    requireCaught(outcomes, Set.of(parties == 2 ? Check.MAC : Check.BROADCAST));
  }

  /**
   * Who cheats in one thread's check and keeps its σ back knows α, and finds no check of another
   * thread that it could pass with it: the second thread has said all up to its first check, and
   * nothing of it.
   */
  @Test
  void noCheckOfAnotherThreadRunsBesideAPendingOne() throws Exception {
    Field field = Fields.named("gf2_64");
    MascotRun run = new MascotRun(field, 2, new MascotParameters(field, 62, 4, 2, TRIPLES));
    Demand two =
        Demand.of(run.material.storeName()).add(run.material.triples(), 2 * TRIPLES).build();
    // A fork has three frames of set-up, then those from COT_CORRECTIONS to COPE_LAST.
    int upToCheck = 3 + COPE_LAST - COT_CORRECTIONS;
    AtomicInteger ofFork = new AtomicInteger();
    TamperingNetwork.Hook late =
        (peer, index, frame) -> {
          if (index == SIGMA) {
            try {
              for (int i = 0; i < 2_000 && ofFork.get() < upToCheck; i++) {
                Thread.sleep(10);
              }
              Thread.sleep(500); // for what must not come
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            throw new IllegalStateException("silent from here");
          }
          return frame;
        };
    List<MascotRun.Outcome> outcomes =
        run.run(
            two,
            late,
            (peer, index, frame) -> frame,
            (peer, index, frame) -> {
              ofFork.accumulateAndGet(index, Math::max);
              return frame;
            });
    PeerCheated cheated = assertInstanceOf(PeerCheated.class, outcomes.get(1).failure());
    assertEquals(Check.MAC, cheated.check());
    assertTrue(outcomes.get(1).kept().items.isEmpty(), "kept something");
    assertEquals(upToCheck, ofFork.get());
  }

  /** Eight bytes 0xff are above the prime: in the OTs, in a COPE, as a combination. */
  @ParameterizedTest
  @ValueSource(ints = {PRODUCTS, COPE, AUTHENTICATION})
  void anElementThatIsNoneIsCaught(int number) throws Exception {
    MascotRun run = run(PRIME, 2);
    TamperingNetwork.Hook none =
        (peer, index, frame) -> {
          if (index == number) {
            Arrays.fill(frame, 0, BYTES, (byte) 0xff);
          }
          return frame;
        };
    requireCaught(run.run(triples(run), 0, none), Set.of(Check.MALFORMED));
  }

  /** One bit of the sums by which random bits are proven. */
  @Test
  void aWrongOpeningOfSumsOfBitsIsCaught() throws Exception {
    MascotRun run = run("gf2_64", 2);
    int length = 72 / Byte.SIZE; // sums for σ = 62
    Demand demand = Demand.of(run.material.storeName()).add(run.material.bits(), 8).build();
    TamperingNetwork.Hook other =
        (peer, index, frame) -> {
          if (frame.length == length) {
            frame[0] ^= 1;
          }
          return frame;
        };
    requireCaught(run.run(demand, 0, other), Set.of(Check.MAC));
  }

  /** Different words to two peers: the combination for authentication, σ's commitment, ρ. */
  @ParameterizedTest
  @CsvSource({"22, BROADCAST", "26, BROADCAST", "30, BROADCAST"})
  void equivocationIsCaught(int frame, Check check) throws Exception {
    MascotRun run = run("gf2_64", 3);
    // A commitment that is another one fails when it is opened, before all is compared; who hangs
    // up
    // then leaves the third party in the middle of a check.
    Set<Check> checks = frame == 26 ? Set.of(check, Check.COMMITMENT, Check.MAC) : Set.of(check);
    requireCaught(run.run(triples(run), 0, flip(1, frame, 0)), checks);
  }

  /** No party says its part of a challenge before what it tests has come from all. */
  @ParameterizedTest
  @ValueSource(ints = {PRODUCTS, COPE_LAST, AUTHENTICATION, SIGMA_COMMITMENT, RHO})
  void noChallengeIsEarly(int last) throws Exception {
    MascotRun run = run("gf2_64", 2);
    int[] honest = new int[1];
    List<MascotRun.Outcome> outcomes =
        run.run(
            triples(run),
            (peer, index, frame) -> {
              if (index == last) {
                throw new IllegalStateException("silent from here");
              }
              return frame;
            },
            (peer, index, frame) -> {
              honest[0] = Math.max(honest[0], index);
              return frame;
            });
    assertFalse(outcomes.get(1).failure() == null, "went on without the peer");
    assertEquals(last, honest[0], "the last frame that the honest party sent");
  }

  /** Of a store that was being filled, and held material before, nothing is left. */
  @Test
  void aStoreThatWasBeingFilledIsBurnt() throws Exception {
    MascotRun run = run("gf2_64", 2);
    Demand demand = triples(run);
    Network[] networks = InMemoryNetwork.create(2);
    int second = FRAMES - COT_CORRECTIONS;
    networks[0] = new TamperingNetwork(networks[0], flip(1, RHO + second, 5));
    List<String> ends =
        Parties.run(
            networks,
            Duration.ofMinutes(1),
            network -> {
              var terms = new SessionTerms(new TreeMap<>(Map.of("protocol", "burnt")));
              try (MemoryPrepStore store = new MemoryPrepStore();
                  Session session = SessionPairs.establish(network, terms, new SecureRandom());
                  MascotPreprocessor preprocessor =
                      MascotPreprocessor.begin(
                          session, run.setting, () -> KernelProvider.choose().kernels())) {
                preprocessor.fill(session, demand, store);
                assertEquals(TRIPLES, store.available(run.material.triples()));
                try {
                  preprocessor.fill(session, demand, store);
                  return "filled";
                } catch (PeerCheated e) {
                  assertEquals(0, store.available(run.material.triples()));
                  assertThrows(
                      IllegalStateException.class, () -> store.keys(run.material.storeName()));
                  assertThrows(
                      IllegalStateException.class, () -> preprocessor.prepare(demand, store));
                  return e.check().name();
                } catch (ConnectionLost e) {
                  return "lost";
                }
              }
            });
    assertEquals("MAC", ends.get(1));
  }
}

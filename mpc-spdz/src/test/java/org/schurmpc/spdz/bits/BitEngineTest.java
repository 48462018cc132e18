package org.schurmpc.spdz.bits;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.Held;
import org.schurmpc.spdz.bits.BitEngine.Output;
import org.schurmpc.spdz.material.MixedMaterial;
import org.schurmpc.spdz.share.Shares;

/** TinyOT's bits online, and parties that change what they send. */
class BitEngineTest {
  private static final long NOTHING = 7;

  private static Demand demand(BitRun run, int n) {
    return run.demand()
        .add(run.material.ands(), 3L * n)
        .add(run.material.randomBits(), n)
        .add(run.material.bitInputs(0), n)
        .add(run.material.bitInputs(1), n)
        .build();
  }

  private static long[] bits(int party, int n) {
    return new Random(party).ints(n, 0, 2).asLongStream().toArray();
  }

  /** What a party is shown; what it is not stays {@link #NOTHING}. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Shown(long[] revealed, long[] all, long[] own) {
    Shown(int n) {
      this(new long[n], new long[3 * n], new long[n]);
      for (long[] each : List.of(revealed, all, own)) {
        Arrays.fill(each, NOTHING);
      }
    }

    boolean isNothing() {
      return List.of(revealed, all, own).stream()
          .allMatch(each -> Arrays.stream(each).allMatch(bit -> bit == NOTHING));
    }
  }

  /**
   * Inputs x and y, computes x y, x_0 y and (x + y) y, reveals x + y under random bits, outputs all
   * products to both and x + y + 1 to each party alone.
   */
  private static void compute(BitRun.Workers workers, int n, Shown shown) throws MpcException {
    BitEngine engine = workers.engines.get(0);
    BitShares xy = engine.shares(2 * n);
    engine.input(new int[] {n, n}, bits(workers.party, n), xy, 0);
    BitShares sums = engine.shares(2 * n);
    engine.local().add(xy, 0, xy, n, sums, 0, n);
    BitShares products = engine.shares(3 * n);
    BitGroup group = new BitGroup();
    group.product(xy, 0, false, xy, n, false, products, 0, n);
    group.product(xy, 0, true, xy, n, false, products, n, n);
    engine.random(sums, n, n);
    engine.local().add(sums, n, sums, 0, sums, n, n);
    long[] masked = new long[n];
    group.masked(sums, n, masked, 0, n);
    engine.start(group);
    engine.stop();
    assertTrue(engine.unchecked());
    // The random bits are x + y and what was opened.
    engine.local().addPublic(sums, n, masked, 0, sums, n, n);
    group.clear();
    group.product(sums, n, false, xy, n, false, products, 2 * n, n);
    engine.start(group);
    engine.stop();
    BitGroup revealed = new BitGroup();
    revealed.reveal(sums, n, shown.revealed(), 0, n);
    engine.start(revealed);
    engine.stop();
    long[] ones = new long[n];
    Arrays.fill(ones, 1);
    engine.local().addPublic(sums, 0, ones, 0, sums, 0, n);
    engine.output(
        List.of(
            new Output(0, sums, 0, n, shown.own()),
            new Output(Output.ALL, products, 0, 3 * n, shown.all()),
            new Output(1, sums, 0, n, shown.own())));
    assertFalse(engine.unchecked());
  }

  /** What is shown of inputs. */
  private static void requireRight(Shown shown, long[] x, long[] y) {
    int n = x.length;
    for (int i = 0; i < n; i++) {
      assertEquals(x[i] & y[i], shown.all()[i]);
      assertEquals(x[0] & y[i], shown.all()[n + i]);
      assertEquals(shown.revealed()[i] & y[i], shown.all()[2 * n + i]);
      assertEquals(x[i] ^ y[i] ^ 1, shown.own()[i]);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 40", "64, 40", "70, 80", "200, 40", "129, 80"})
  void agreesWithBits(int n, int bitSigma) throws Exception {
    BitRun run = new BitRun(bitSigma, 1);
    run.deal(demand(run, n));
    List<Shown> shown =
        run.run(
            workers -> {
              Shown mine = new Shown(n);
              compute(workers, n, mine);
              return mine;
            });
    shown.forEach(each -> requireRight(each, bits(0, n), bits(1, n)));
    assertArrayEquals(shown.get(0).revealed(), shown.get(1).revealed());
  }

  /** How the honest party ends if a hook changes what the other one sends, and what it is shown. */
  private static Object honest(
      BitRun run, int n, int cheater, TamperingNetwork.Hook hook, Shown[] shown) throws Exception {
    Network[] networks = SessionPairs.networks();
    networks[cheater] = new TamperingNetwork(networks[cheater], hook);
    return run.outcomes(
            networks,
            workers -> {
              compute(workers, n, shown[workers.party]);
              return "done";
            })
        .get(1 - cheater);
  }

  /**
   * Each frame of a party with another bit, in the first byte or the last bit that is used: inputs
   * are then other inputs, and all else is a failed check, after which nothing more is shown.
   */
  @ParameterizedTest
  @CsvSource({"0, 40, 70", "1, 40, 70", "0, 80, 65", "1, 80, 3"})
  void anotherMessageIsFound(int cheater, int bitSigma, int n) throws Exception {
    AtomicInteger frames = new AtomicInteger();
    BitRun counted = new BitRun(bitSigma, 1).deal(demand(new BitRun(bitSigma, 1), n));
    Shown[] right = {new Shown(n), new Shown(n)};
    assertEquals(
        "done",
        honest(
            counted,
            n,
            cheater,
            (peer, index, frame) -> {
              frames.set(index + 1);
              return frame;
            },
            right));
    int input = SessionPairs.HANDSHAKE_FRAMES;
    assertEquals(input + 8, frames.get(), "input, 2 groups, check, reveal, check, output, check");
    for (int index = input; index < frames.get(); index++) {
      for (int at : new int[] {0, n / 8}) {
        BitRun run = new BitRun(bitSigma, 1).deal(demand(new BitRun(bitSigma, 1), n));
        Shown[] shown = {new Shown(n), new Shown(n)};
        int changed = index;
        Object end =
            honest(
                run,
                n,
                cheater,
                (peer, i, frame) -> {
                  if (i == changed) {
                    frame[at] ^= 1;
                  }
                  return frame;
                },
                shown);
        Shown seen = shown[1 - cheater];
        String where = "frame " + index + ", byte " + at;
        if (index == input && !(end instanceof PeerCheated)) {
          assertTrue(seen.isNothing(), where);
          continue;
        }
        PeerCheated cheated = assertInstanceOf(PeerCheated.class, end, where);
        assertEquals(Check.MAC, cheated.check(), where);
        // A bit is revealed before its own check, and after those of all before it.
        boolean revealed = index > input + 3;
        assertTrue(revealed || seen.isNothing(), where);
        assertEquals(NOTHING, seen.all()[0], where);
        assertEquals(NOTHING, seen.own()[n - 1], where);
      }
    }
  }

  /** The bits of a party's shares with its MACs, against the keys of the peer. */
  private static long[] values(BitRun run, List<BitShares> both) {
    int limbs = run.material.field().limbs();
    long[] values = new long[both.get(0).count()];
    for (int i = 0; i < values.length; i++) {
      values[i] = both.get(0).bits()[i] ^ both.get(1).bits()[i];
      for (int party = 0; party < 2; party++) {
        BitShares mine = both.get(party);
        BitShares theirs = both.get(1 - party);
        for (int v = 0; v < run.material.macWords(); v++) {
          long delta = -mine.bits()[i] & run.keys.get(1 - party)[limbs + v];
          assertEquals(theirs.keys()[theirs.at(v, i)] ^ delta, mine.macs()[mine.at(v, i)]);
        }
      }
    }
    return values;
  }

  @SuppressWarnings("ArrayRecordComponent")
  private record Taken(Shares numbers, BitShares bits) {}

  private static BigInteger number(List<Taken> taken, int i) {
    Shares first = taken.get(0).numbers();
    Shares second = taken.get(1).numbers();
    long[] sum = new long[first.field().limbs()];
    first.field().add(first.values(), first.at(i), second.values(), second.at(i), sum, 0, 1);
    return first.field().toBigInteger(sum, 0);
  }

  @ParameterizedTest
  @CsvSource({"40", "80"})
  void masksAndDaBitsAreInBothDomains(int bitSigma) throws Exception {
    BitRun run = new BitRun(bitSigma, 1);
    int n = 67;
    MixedMaterial.Masks kind = new MixedMaterial.Masks(66, 5, 70);
    run.deal(run.demand().add(run.material.masks(kind), n).add(run.material.daBits(), n).build());
    List<Taken> taken =
        run.run(
            workers -> {
              BitEngine engine = workers.engines.get(0);
              Shares numbers = new Shares(run.material.field(), 3 * n);
              BitShares bits = engine.shares(67 * n);
              engine.masks(kind, numbers, 0, n, bits, 0, n);
              engine.daBits(numbers, 2 * n, bits, 66 * n, n);
              return new Taken(numbers, bits);
            });
    long[] bits = values(run, List.of(taken.get(0).bits(), taken.get(1).bits()));
    for (int i = 0; i < n; i++) {
      BigInteger r = number(taken, i);
      for (int k = 0; k < 66; k++) {
        assertEquals(r.testBit(k) ? 1 : 0, bits[k * n + i]);
      }
      assertEquals(r.mod(BigInteger.valueOf(32)), number(taken, n + i));
      assertEquals(BigInteger.valueOf(bits[66 * n + i]), number(taken, 2 * n + i));
    }
  }

  @Test
  void publicBits() throws Exception {
    BitRun run = new BitRun(80, 1);
    int n = 70;
    run.deal(run.demand().add(run.material.randomBits(), n).build());
    List<BitShares> both =
        run.run(
            workers -> {
              BitEngine engine = workers.engines.get(0);
              BitShares all = engine.shares(3 * n);
              engine.random(all, 0, n);
              engine.local().multiplyPublic(all, 0, bits(3, n), 0, all, n, n);
              engine.local().set(bits(4, n), 0, all, 2 * n, n);
              return all;
            });
    long[] values = values(run, both);
    for (int i = 0; i < n; i++) {
      assertEquals(values[i] & bits(3, n)[i], values[n + i]);
      assertEquals(bits(4, n)[i], values[2 * n + i]);
    }
  }

  /** In a first step, each thread opens products; in a second one, one thread outputs its own. */
  private static void inSteps(BitRun.Workers workers, int n, int shows, long[][] shown)
      throws MpcException {
    BitShares[] bits = new BitShares[2];
    workers.step(
        (thread, unit) -> {
          BitEngine engine = workers.engines.get(thread);
          bits[thread] = engine.shares(2 * n);
          engine.random(bits[thread], 0, n);
          BitGroup group = new BitGroup();
          group.product(bits[thread], 0, false, bits[thread], 0, false, bits[thread], n, n);
          engine.start(group);
          assertThrows(IllegalStateException.class, () -> engine.start(new BitGroup()));
          engine.stop();
          assertThrows(IllegalStateException.class, engine::stop);
        });
    workers.step(
        (thread, unit) -> {
          BitEngine engine = workers.engines.get(thread);
          assertTrue(engine.unchecked(), "openings of the step before");
          if (thread == shows) {
            engine.output(List.of(new Output(Output.ALL, bits[thread], 0, 2 * n, shown[thread])));
            assertFalse(engine.unchecked());
          }
        });
  }

  private static BitRun ofThreads(int n) throws Exception {
    BitRun run = new BitRun(40, 2);
    return run.deal(
        run.demand().add(run.material.ands(), n).add(run.material.randomBits(), n).build());
  }

  @ParameterizedTest
  @CsvSource({"0", "1"})
  void threadsCheckWhatOthersOpened(int shows) throws Exception {
    int n = 70;
    List<long[]> shown =
        ofThreads(n)
            .run(
                workers -> {
                  long[][] mine = new long[2][2 * n];
                  inSteps(workers, n, shows, mine);
                  return mine[shows];
                });
    assertArrayEquals(shown.get(0), shown.get(1));
    assertArrayEquals(
        Arrays.copyOf(shown.get(0), n), Arrays.copyOfRange(shown.get(0), n, 2 * n), "b b is b");
    assertEquals(Set.of(0L, 1L), Set.copyOf(Arrays.stream(shown.get(0)).boxed().toList()));
  }

  /** Another opening of either thread in the first step is found by either in the second one. */
  @ParameterizedTest
  @CsvSource({"0, 0", "0, 1", "1, 0", "1, 1"})
  void threadsFindWhatOthersForged(int forges, int shows) throws Exception {
    int n = 70;
    int length = (2 * n + 63) / 64 * 8;
    AtomicInteger seen = new AtomicInteger();
    TamperingNetwork.Hook hook =
        (peer, index, frame) -> {
          if (frame.length == length && seen.getAndIncrement() == 0) {
            frame[3] ^= 16;
          }
          return frame;
        };
    TamperingNetwork.Hook none = (peer, index, frame) -> frame;
    Network[] networks = SessionPairs.networks();
    networks[0] =
        new TamperingNetwork(networks[0], forges == 0 ? hook : none, forges == 0 ? none : hook);
    long[][] shown = new long[2][2 * n];
    Object end =
        ofThreads(n)
            .outcomes(
                networks,
                workers -> {
                  inSteps(workers, n, shows, workers.party == 1 ? shown : new long[2][2 * n]);
                  return "done";
                })
            .get(1);
    assertTrue(seen.get() > 0);
    PeerCheated cheated = assertInstanceOf(PeerCheated.class, end);
    assertEquals(Check.MAC, cheated.check());
    assertArrayEquals(new long[2 * n], shown[shows]);
  }

  @Test
  void missingItemsAndWiping() throws Exception {
    BitRun run = new BitRun(80, 1);
    int n = 65;
    run.deal(demand(run, n));
    run.run(
        workers -> {
          compute(workers, n, new Shown(n));
          BitEngine engine = workers.engines.get(0);
          assertThrows(Exhausted.class, () -> engine.random(engine.shares(1), 0, 1));
          Held held = Held.by(engine).filled();
          engine.close();
          assertEquals(Set.of(), held.left("zeros", "random"));
          return null;
        });
  }
}

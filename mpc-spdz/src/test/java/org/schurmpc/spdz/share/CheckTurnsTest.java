package org.schurmpc.spdz.share;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.contract.Loopback;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Link;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** Checks of many threads under one key: one order, and nothing left out. */
class CheckTurnsTest {
  private static final int THREADS = 4;

  private final Field field;

  CheckTurnsTest() throws Refused {
    field = Fields.named("gf2_64");
  }

  /** The threads of a party. */
  private final class Workers implements AutoCloseable {
    final CheckTurns turns;
    final CheckPool pool = new CheckPool(field);
    final List<GlobalMacCheck> checks = new ArrayList<>();
    final List<Session> sessions = new ArrayList<>();
    private final ParallelSteps steps;
    private final ParallelSteps.Openings openings =
        new ParallelSteps.Openings() {
          @Override
          public void checkIfMany(int thread) throws MpcException {
            checks.get(thread).checkOwnIfDue();
          }

          @Override
          public void handOver() {
            checks.forEach(GlobalMacCheck::handOver);
          }
        };

    /** Number of openings of each thread. */
    private final int[] opened;

    Workers(Session trunk, int threads) throws MpcException {
      turns = new CheckTurns(trunk.party());
      for (int i = 0; i < threads; i++) {
        Session session = i == 0 ? trunk : trunk.fork("thread " + i);
        long[] key = {3L + trunk.party()};
        sessions.add(session);
        checks.add(
            new GlobalMacCheck(
                session,
                field,
                key,
                new BroadcastCheck(session),
                MacComparison.COMMITMENTS,
                turns,
                pool));
      }
      steps = new ParallelSteps(sessions, turns, List.of(pool), openings);
      opened = new int[threads];
    }

    /** Runs a step, after which all hand over what they did not check. */
    void step(ParallelSteps.Work work) throws MpcException {
      steps.run(sessions.size(), sessions.size(), work);
    }

    /** Opens a random value, with shares of its MAC that are other ones each time. */
    void open(int worker) {
      Session session = sessions.get(worker);
      Random random = new Random(worker + 100L * opened[worker]++);
      long[] value = {random.nextLong()};
      long[] alpha = {3};
      long[] mac = new long[1];
      long others = 0;
      for (int party = 1; party < session.parties(); party++) {
        alpha[0] ^= 3L + party;
        mac[0] = random.nextLong();
        others ^= mac[0];
        if (party == session.party()) {
          checks.get(worker).opened(value, 0, mac, 0, 1);
        }
      }
      if (session.party() == 0) {
        field.multiply(alpha, 0, value, 0, mac, 0, 1);
        mac[0] ^= others;
        checks.get(worker).opened(value, 0, mac, 0, 1);
      }
    }

    /** Opens a value whose MAC is that of zero. */
    void forge(int worker) {
      checks.get(worker).opened(new long[] {5}, 0, new long[1], 0, 1);
    }

    @Override
    public void close() {
      steps.close();
      sessions.forEach(Session::close);
    }
  }

  private static void delay(Random random) {
    if (random.nextInt(3) == 0) {
      LockSupport.parkNanos(random.nextInt(150_000));
    }
  }

  @Test
  void allPartiesMakeAllChecksInOneOrder() throws Exception {
    int each = 15;
    List<List<String>> orders =
        SessionPairs.run(
            SessionPairs.networks(3),
            session -> {
              List<String> order = new ArrayList<>();
              AtomicInteger open = new AtomicInteger();
              try (Workers all = new Workers(session, THREADS)) {
                all.step(
                    (worker, unit) -> {
                      Random random = new Random(31L * session.party() + worker);
                      for (int i = 0; i < each; i++) {
                        delay(random);
                        Session mine = all.sessions.get(worker);
                        all.turns.perform(
                            mine,
                            label -> {
                              assertEquals(1, open.incrementAndGet(), "one at a time");
                              mine.exchangeAll(new byte[1]);
                              delay(random);
                              order.add(worker + ": " + label);
                              open.decrementAndGet();
                            });
                      }
                    });
                all.turns.perform(session, label -> order.add(label));
              }
              return order;
            });
    assertEquals(each * THREADS + 1, orders.get(0).size());
    assertEquals("MAC check", orders.get(0).get(each * THREADS));
    assertTrue(orders.get(0).get(each * THREADS - 1).endsWith("MAC check 59"));
    assertEquals(orders.get(0), orders.get(1));
    assertEquals(orders.get(0), orders.get(2));
  }

  /** Threads that check, or leave their openings to others, at moments that differ by party. */
  private void schedule(Network[] networks, int seed) throws Exception {
    SessionPairs.run(
        networks,
        session -> {
          try (Workers all = new Workers(session, THREADS)) {
            for (int step = 0; step < 4; step++) {
              int number = step;
              all.step(
                  (worker, unit) -> {
                    Random plan = new Random(seed * 1000L + 10L * number + worker);
                    Random delays = new Random(plan.nextLong() + session.party());
                    GlobalMacCheck mine = all.checks.get(worker);
                    int actions = plan.nextInt(5);
                    for (int i = 0; i < actions; i++) {
                      delay(delays);
                      switch (plan.nextInt(3)) {
                        case 0 -> all.open(worker);
                        case 1 -> mine.broadcasts().log(0, new byte[] {(byte) worker}, 1);
                        default -> mine.check();
                      }
                    }
                  });
            }
            all.checks.get(0).check();
            all.checks.forEach(GlobalMacCheck::handOver);
            all.pool.openStep();
            assertFalse(all.pool.fullAtStart());
          }
          return null;
        });
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "2, 2", "3, 3", "3, 4", "3, 5", "3, 6"})
  void delaysDoNotMatter(int parties, int seed) throws Exception {
    schedule(SessionPairs.networks(parties), seed);
  }

  /** A thread that waits for its turn does not read from its socket. */
  @Test
  void delaysDoNotMatterOverSockets() throws Exception {
    schedule(Loopback.networks(3), 7);
  }

  /**
   * The last thread waits longer for its turn than a peer may be silent: no peer waits for it in
   * the meantime, as their turns come in the same order.
   */
  @Test
  void waitingForATurnIsNoSilence() throws Exception {
    int threads = 8;
    Duration delay = Duration.ofMillis(12);
    NetOptions options =
        NetOptions.party()
            .withLink(new Link(1_000_000_000, delay))
            .withTimeout(delay.multipliedBy(20));
    long start = System.nanoTime();
    SessionPairs.run(
        Loopback.networks(2, options),
        session -> {
          try (Workers all = new Workers(session, threads)) {
            all.step(
                (worker, unit) -> {
                  all.open(worker);
                  all.checks.get(worker).check();
                });
            assertEquals(0, all.pool.atStart());
          }
          return null;
        });
    // Each check takes four rounds.
    assertTrue(System.nanoTime() - start > options.timeout().toNanos());
  }

  @Test
  @Tag("slow")
  void manyDelaysDoNotMatter() throws Exception {
    for (int seed = 100; seed < 1100; seed++) {
      schedule(SessionPairs.networks(2 + seed % 2), seed);
    }
  }

  private static void requireCaught(List<Object> ends, Check check, int... honest) {
    for (int party : honest) {
      PeerCheated cheated = assertInstanceOf(PeerCheated.class, ends.get(party), "of " + party);
      assertEquals(check, cheated.check());
    }
  }

  /**
   * Forged in one thread and left to the pool; another thread's check in the next step finds it.
   */
  @Test
  void aForgedOpeningOfAnEarlierStepIsFound() throws Exception {
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              try (Workers all = new Workers(session, 2)) {
                all.step(
                    (worker, unit) -> {
                      if (worker == 0) {
                        all.forge(0);
                      }
                    });
                all.step(
                    (worker, unit) -> {
                      if (worker == 1) {
                        assertTrue(all.checks.get(1).unchecked());
                        all.checks.get(1).check();
                        assertFalse(all.checks.get(1).unchecked());
                      }
                    });
              }
              return "nothing found";
            });
    requireCaught(ends, Check.MAC, 0, 1);
  }

  /** One step after another without a check: the pool grows until a check is due. */
  @Test
  void aFullPoolIsCheckedBeforeMoreIsOpened() throws Exception {
    SessionPairs.run(
        session -> {
          try (Workers all = new Workers(session, 2)) {
            int n = GlobalMacCheck.INTERVAL / 2;
            for (int step = 0; step < 2; step++) {
              all.step(
                  (worker, unit) -> {
                    if (worker == 1) {
                      all.checks.get(1).checkIfDue();
                      all.checks.get(1).opened(new long[n], 0, new long[n], 0, n);
                    }
                  });
            }
            assertEquals(2 * n, all.pool.atStart());
            all.checks.get(0).checkIfDue();
            assertFalse(all.checks.get(0).unchecked());
            all.pool.openStep();
            assertEquals(0, all.pool.atStart());
          }
          return null;
        });
  }

  /** A thread that opens very many values checks them before it leaves the step. */
  @Test
  void tooManyOpeningsAreNotHandedOver() throws Exception {
    SessionPairs.run(
        session -> {
          try (Workers all = new Workers(session, 2)) {
            int n = GlobalMacCheck.INTERVAL;
            all.step(
                (worker, unit) ->
                    all.checks.get(worker).opened(new long[n], 0, new long[n], 0, n - worker));
            assertEquals(n - 1, all.pool.atStart());
          }
          return null;
        });
  }

  private void requireEnd(Throwable failure, Class<? extends Throwable> end) throws Exception {
    SessionPairs.run(
        session -> {
          try (Workers all = new Workers(session, 2)) {
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch failed = new CountDownLatch(1);
            ParallelSteps.Work work =
                (worker, unit) -> {
                  if (worker == 1) {
                    assertDoesNotThrow(() -> begun.await(5, TimeUnit.SECONDS));
                    failed.countDown();
                    if (failure instanceof MpcException known) {
                      throw known;
                    }
                    if (failure instanceof Error error) {
                      throw error;
                    }
                    throw (RuntimeException) failure;
                  }
                  // A check that has begun comes to its end.
                  begun.countDown();
                  assertDoesNotThrow(() -> failed.await(5, TimeUnit.SECONDS));
                  LockSupport.parkNanos(20_000_000);
                  all.sessions.get(0).judge(Check.MAC, "a test", () -> exchange(all));
                  assertThrows(ConnectionLost.class, all.checks.get(0)::checkIfDue);
                };
            Throwable thrown = assertThrows(end, () -> all.step(work));
            if (end != ConnectionLost.class) { // which may come from any thread
              assertSame(failure, thrown);
            }
            assertThrows(ConnectionLost.class, () -> all.sessions.get(1).exchangeAll(new byte[1]));
            exchange(all);
          }
          return null;
        });
  }

  private static void exchange(Workers all) throws MpcException {
    all.sessions.get(0).exchangeAll(new byte[1]);
  }

  /** Not a fault of the program: it ends its own connection, and no check of another thread. */
  @Test
  void otherFailuresCutNoCheckOfAnotherThread() throws Exception {
    requireEnd(new Exhausted("destroyed"), Exhausted.class);
    requireEnd(new BadFile("the disk is full"), BadFile.class);
    requireEnd(new OutOfMemoryError("test"), OutOfMemoryError.class);
    requireEnd(new IllegalStateException("test"), IllegalStateException.class);
    requireEnd(new ConnectionLost("test"), ConnectionLost.class);
  }

  /** The pool need not be told that a step begins for a thread to check what others left. */
  @Test
  void whatIsHandedOverIsUncheckedAtOnce() throws Exception {
    SessionPairs.run(
        SessionPairs.networks(3),
        session -> {
          try (Workers all = new Workers(session, 2)) {
            GlobalMacCheck first = all.checks.get(0);
            GlobalMacCheck second = all.checks.get(1);
            for (int time = 0; time < 2; time++) {
              all.open(0);
              first.handOver();
              assertTrue(first.unchecked());
              assertTrue(second.unchecked());
              second.check();
              assertFalse(second.unchecked());
            }
            first.broadcasts().log(0, new byte[1], 1);
            first.handOver();
            assertTrue(second.unchecked());
            second.check();
            all.pool.openStep();
            assertFalse(first.unchecked());
          }
          return null;
        });
  }

  @Test
  void aBroadcastOfAnEarlierStepIsCompared() throws Exception {
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(3),
            session -> {
              try (Workers all = new Workers(session, 2)) {
                all.step(
                    (worker, unit) -> {
                      if (worker == 0) {
                        byte[] heard = {(byte) Math.max(1, session.party())};
                        all.checks.get(0).broadcasts().log(0, heard, 1);
                      }
                    });
                all.step(
                    (worker, unit) -> {
                      if (worker == 1) {
                        all.checks.get(1).check();
                      }
                    });
              }
              return "nothing found";
            });
    requireCaught(ends, Check.BROADCAST, 1, 2);
  }

  private static Network[] changed(int parties, List<Integer> sent, LongUnaryOperator change) {
    NetOptions options = NetOptions.party().withTimeout(Duration.ofMillis(500));
    Network[] networks =
        Arrays.copyOf(InMemoryNetwork.create(parties, options), parties, Network[].class);
    TamperingNetwork.Hook count =
        (peer, index, frame) -> {
          if (frame.length != Long.BYTES) {
            synchronized (sent) {
              sent.add(frame.length);
            }
            return frame;
          }
          long number = ByteBuffer.wrap(frame).getLong();
          boolean last = peer == parties - 1;
          return ByteBuffer.allocate(Long.BYTES)
              .putLong(last ? change.applyAsLong(number) : number)
              .array();
        };
    for (int i = 0; i < parties; i++) {
      networks[i] = new TamperingNetwork(networks[i], count, count);
    }
    return networks;
  }

  /** Two threads check, and the numbers that the first party gives to the last one are changed. */
  private List<Object> numbersToTheLast(int parties, List<Integer> sent, LongUnaryOperator change)
      throws Exception {
    Network[] networks = changed(parties, sent, change);
    return SessionPairs.outcomes(
        networks,
        session -> {
          try (Workers all = new Workers(session, 3)) {
            all.step(
                (worker, unit) -> {
                  if (worker > 0) {
                    all.open(worker);
                    all.checks.get(worker).check();
                  }
                });
          }
          return "all checked";
        });
  }

  /** Neither σ nor its commitment leaves if two parties hold different numbers. */
  @ParameterizedTest
  @CsvSource({"0", "1"})
  void differentNumbersOpenNothing(int bit) throws Exception {
    List<Integer> sent = new ArrayList<>();
    List<Object> ends = numbersToTheLast(3, sent, number -> number ^ (1 | (bit << 1)));
    for (int party = 1; party < 3; party++) {
      assertTrue(
          ends.get(party) instanceof ConnectionLost || ends.get(party) instanceof PeerCheated,
          ends.toString());
    }
    // Commitments of tosses, 32 bytes each, and openings of tosses, of 48; σ has 40.
    assertFalse(sent.contains(40), sent.toString());
  }

  /**
   * The same turn under two numbers: the check between has nothing to do, as the first took all.
   */
  @Test
  void numbersArePartOfTheCommitments() throws Exception {
    Network[] networks = changed(3, new ArrayList<>(), number -> number == 0 ? 0 : 3 - number);
    List<Object> ends =
        SessionPairs.outcomes(
            networks,
            session -> {
              CountDownLatch[] over = {new CountDownLatch(1), new CountDownLatch(1)};
              try (Workers all = new Workers(session, 3)) {
                all.open(0);
                all.checks.get(0).handOver();
                all.step(
                    (worker, unit) -> {
                      if (worker > 0 && session.party() == 0) {
                        assertDoesNotThrow(() -> over[worker - 1].await(5, TimeUnit.SECONDS));
                      }
                      if (worker == 2) {
                        all.open(2);
                      }
                      all.checks.get(worker).check();
                      if (worker < 2) {
                        over[worker].countDown();
                      }
                    });
              }
              return "all checked";
            });
    requireCaught(ends, Check.COMMITMENT, 1);
  }

  /** One thread alone gets the wrong number. */
  @ParameterizedTest
  @CsvSource({"0", "7", "-1"})
  void aNumberThatIsNoneIsMalformed(long number) throws Exception {
    List<Object> ends =
        numbersToTheLast(2, new ArrayList<>(), right -> right == 1 ? number : right);
    requireCaught(ends, Check.MALFORMED, 1);
  }

  /** Found by the thread that gets it, while another one computes. */
  @Test
  void aNumberThatIsTooLargeIsMalformedAtOnce() throws Exception {
    Network[] networks = changed(2, new ArrayList<>(), right -> right + 3);
    List<Object> ends =
        SessionPairs.outcomes(
            networks,
            session -> {
              CountDownLatch found = new CountDownLatch(1);
              try (Workers all = new Workers(session, 2)) {
                all.step(
                    (worker, unit) -> {
                      if (worker == 0 && session.party() == 1) {
                        assertDoesNotThrow(
                            () -> assertTrue(found.await(5, TimeUnit.SECONDS), "found at once"));
                      } else if (worker == 1) {
                        all.open(1);
                        try {
                          all.checks.get(1).check();
                        } finally {
                          found.countDown();
                        }
                      }
                    });
              }
              return "all checked";
            });
    requireCaught(ends, Check.MALFORMED, 1);
  }

  @Test
  void withoutATamperedNumberAllPass() throws Exception {
    List<Integer> sent = new ArrayList<>();
    for (Object end : numbersToTheLast(3, sent, number -> number)) {
      assertEquals("all checked", end);
    }
    assertTrue(sent.contains(40), sent.toString());
  }

  @Test
  void aThreadThatFailsEndsTheOthersWaiting() throws Exception {
    CheckTurns turns = new CheckTurns(0);
    SessionPairs.run(
        session -> {
          turns.fail(new IllegalStateException("gone"));
          assertThrows(ConnectionLost.class, () -> turns.perform(session, label -> {}));
          assertThrows(IllegalStateException.class, turns::leave);
          return null;
        });
    turns.begin(2);
    turns.leave();
    assertThrows(IllegalStateException.class, () -> turns.begin(1));
  }
}

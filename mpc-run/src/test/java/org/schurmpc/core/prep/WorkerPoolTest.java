package org.schurmpc.core.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** Two threads of a party, each on a connection of its own, that take turns. */
class WorkerPoolTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final int UNITS = 7;

  private interface Body {
    void run(WorkerPool pool) throws Exception;
  }

  private static void withCrew(Body body) throws Exception {
    assertTimeoutPreemptively(
        LIMIT,
        () ->
            SessionPairs.run(
                session -> {
                  try (Session second = session.fork("second");
                      WorkerPool pool = new WorkerPool(List.of(session, second))) {
                    body.run(pool);
                  }
                  return null;
                }));
  }

  @Test
  void turnsComeInTheOrderOfUnits() throws Exception {
    withCrew(
        pool -> {
          List<Integer> order = new ArrayList<>(); // guarded by the turns
          pool.work(
              2,
              UNITS,
              (worker, unit, turn) -> {
                assertEquals(unit % 2, worker);
                turn.await();
                order.add(unit);
              });
          assertEquals(IntStream.range(0, UNITS).boxed().toList(), order);
        });
  }

  /** The other thread waits for a unit that nobody will finish. */
  private static void assertFailureEndsAll(Supplier<MpcException> failing) throws Exception {
    withCrew(
        pool -> {
          MpcException failure = failing.get(); // of this party
          MpcException thrown =
              assertThrows(
                  MpcException.class,
                  () ->
                      pool.work(
                          2,
                          UNITS,
                          (worker, unit, turn) -> {
                            if (unit == 1) {
                              throw failure;
                            }
                            turn.await();
                          }));
          if (failure instanceof PeerCheated) {
            assertSame(failure, thrown, "the worst");
          }
          List<Throwable> all = new ArrayList<>(List.of(thrown.getSuppressed()));
          all.add(thrown);
          assertEquals(2, all.size());
          assertTrue(
              all.stream().anyMatch(each -> each.getCause() == failure), "who waited knows why");
        });
  }

  @Test
  void aLostConnectionEndsTheWaitingOfAll() throws Exception {
    assertFailureEndsAll(() -> new ConnectionLost("gone"));
  }

  @Test
  void aFailedCheckEndsTheWaitingOfAll() throws Exception {
    assertFailureEndsAll(() -> new PeerCheated(Check.SACRIFICE, "a test"));
  }
}

package org.schurmpc.bench.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.monitor.Failure.Kind;
import org.schurmpc.core.abort.ExitCode;

class FaultsTest {
  private static final Role ONE = new Role(0, 0);
  private static final Role TWO = new Role(0, 1);

  private static Failure failure(Role role, Kind kind, ExitCode code) {
    return new Failure(role, kind, code, role + " " + kind + " " + code);
  }

  private static final Failure ONE_LOST = failure(ONE, Kind.REPORTED, ExitCode.CONNECTION_LOST);
  private static final Failure TWO_LOST = failure(TWO, Kind.REPORTED, ExitCode.CONNECTION_LOST);
  private static final Failure TWO_DIED = failure(TWO, Kind.DIED, ExitCode.CONNECTION_LOST);
  private static final Failure TWO_GONE = failure(TWO, Kind.DISCONNECTED, ExitCode.CONNECTION_LOST);
  private static final Failure ONE_CHEATED = failure(ONE, Kind.REPORTED, ExitCode.PEER_CHEATED);
  private static final Failure DEALER_LOST =
      failure(Role.dealer(), Kind.REPORTED, ExitCode.CONNECTION_LOST);

  private static void check(Failure cause, ExitCode code, Failure... failures) {
    RunFailed verdict = Faults.verdict(List.of(failures));
    assertEquals(cause.sentence(), verdict.getMessage());
    assertEquals(code, verdict.exitCode());
  }

  @Test
  void aDeadProcessIsTheCauseOfLostConnections() {
    check(TWO_DIED, ExitCode.CONNECTION_LOST, ONE_LOST, DEALER_LOST, TWO_GONE, TWO_DIED);
  }

  @Test
  void aFailedCheckIsTheCauseOfTheRest() {
    check(ONE_CHEATED, ExitCode.PEER_CHEATED, TWO_LOST, ONE_CHEATED, TWO_DIED);
  }

  @Test
  void aProcessThatReportedDidNotDieOfSomethingElse() {
    check(TWO_LOST, ExitCode.CONNECTION_LOST, DEALER_LOST, TWO_DIED, TWO_LOST);
  }

  /** The process has two sessions, of which one reported. */
  @Test
  void aReportSpeaksForAllRolesOfItsProcess() {
    List<Role> both = List.of(TWO, new Role(1, 1));
    Failure died = new Failure(both, Kind.DIED, ExitCode.CONNECTION_LOST, "both died");
    check(TWO_LOST, ExitCode.CONNECTION_LOST, died, TWO_LOST);
    check(died, ExitCode.CONNECTION_LOST, ONE_LOST, TWO_GONE, died);
  }

  @Test
  void amongEqualsTheFirstCounts() {
    check(ONE_LOST, ExitCode.CONNECTION_LOST, ONE_LOST, TWO_LOST);
    check(TWO_LOST, ExitCode.CONNECTION_LOST, TWO_LOST, ONE_LOST);
  }

  @Test
  void namesPeopleFromOne() {
    assertEquals("party 2 of instance 1", TWO.toString());
  }

  @Test
  void aFailedRunIsNeverOk() {
    assertThrows(IllegalArgumentException.class, () -> new RunFailed(ExitCode.OK, "failed"));
  }

  @Test
  void waitsUntilAllIsDone() throws Exception {
    Faults faults = new Faults();
    Thread thread = new Thread(faults::finish);
    thread.start();
    faults.await();
    thread.join();
    Faults failed = new Faults();
    failed.report(ONE_LOST);
    assertThrows(RunFailed.class, failed::await);
  }

  @Test
  void aWatcherThatFailsKeepsNobodyWaiting() throws Exception {
    Faults faults =
        new Faults(
            new Watcher() {
              @Override
              public void passEnded() {}

              @Override
              public void failed(Failure failure) {
                throw new IllegalStateException("a fault of the watcher");
              }
            });
    AtomicReference<Throwable> end = new AtomicReference<>();
    Thread waiting =
        new Thread(
            () -> {
              try {
                faults.await();
              } catch (RunFailed | InterruptedException e) {
                end.set(e);
              }
            });
    waiting.start();
    while (waiting.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    assertThrows(IllegalStateException.class, () -> faults.report(ONE_LOST));
    waiting.join(20_000);
    assertInstanceOf(RunFailed.class, end.get());
    assertEquals(ONE_LOST.sentence(), end.get().getMessage());
  }
}

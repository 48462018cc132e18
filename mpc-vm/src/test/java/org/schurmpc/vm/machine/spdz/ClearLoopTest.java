package org.schurmpc.vm.machine.spdz;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.machine.Values;

/** A program that computes on clear values, and whose peer is gone meanwhile. */
class ClearLoopTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private static final String HEAD = ".program looping parties 2\n.field p128 sigma_mask 40\n";

  /** A loop that takes far longer than the limit, and an output that needs the peer. */
  private static final String LONG =
      HEAD
          + """
          .output x party all element
          .tape spin s 1 c 0 i 3
          .demand bits 1 inputs 0 0
          loop i0, 100000
            loop i1, 1000000
              addi i2, i1, i1
            endloop
          endloop
          bit s0
          output x, 0, s0
          end
          .schedule run spin 0
          """;

  /** A loop of some tenths of a second, without any value of another party. */
  private static final String ALONE =
      HEAD
          + """
          .tape spin s 0 c 0 i 3
          loop i0, 20
            loop i1, 1000000
              addi i2, i1, i1
            endloop
          endloop
          end
          .schedule run spin 0
          """;

  /** Runs a program at the first party, while the second one ends at once. */
  private static Object endOfFirst(String text) throws Exception {
    VmRun run = new VmRun(text, Map.of());
    List<Object> ends =
        assertTimeoutPreemptively(
            LIMIT,
            () ->
                SessionPairs.outcomes(
                    SessionPairs.networks(),
                    session -> session.party() == 1 ? "ended" : machine(run, session)));
    return ends.get(0);
  }

  private static Object machine(VmRun run, Session session) throws Exception {
    Program program = run.program.program();
    return SpdzMachine.run(
        run.program,
        session,
        List.of(run.source.of(0, session.party())),
        new SpdzMachine.Options(
            1, OpeningMode.ALL, List.of(Material.usualSigma(program.fields().get(0).field()))),
        new Values(program.fields(), program.inputs()),
        line -> {});
  }

  @Test
  void aLoopEndsWhenAPeerIsGone() throws Exception {
    assertInstanceOf(ConnectionLost.class, endOfFirst(LONG));
  }

  @Test
  void aProgramThatNeedsNoPeerGoesOn() throws Exception {
    assertInstanceOf(Values.class, endOfFirst(ALONE));
  }
}

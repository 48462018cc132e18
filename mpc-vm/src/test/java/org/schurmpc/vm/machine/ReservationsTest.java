package org.schurmpc.vm.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.vm.asm.Assembler;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.verify.VerifiedProgram;
import org.schurmpc.vm.verify.Verifier;

/** How far reservations look ahead. */
class ReservationsTest {
  private static final String HEAD =
      """
      .program ahead parties 2
      .field p128 sigma_mask 40
      .memory s 0 c 0 i 1
      .output out party 1 element count 3
      .tape one s 3 c 0 i 0
      .demand triples 1 inputs 0 0
      triple s0, s1, s2
      end
      .tape many s 3 c 0 i 1
      .demand triples 400000 inputs 0 0
      loop i0, 400000
      triple s0, s1, s2
      endloop
      end
      .tape most s 12582912 c 0 i 2
      .demand triples 4611686018427387904 inputs 0 0
      loop i0, 1048576
      loop i1, 1048576
      triple s0[4194304], s4194304, s8388608
      endloop
      endloop
      end
      """;

  private static VerifiedProgram program(String schedule) throws Exception {
    return Verifier.verify(Assembler.assemble(HEAD + schedule, "TEXT"), "TEXT");
  }

  /** The triples of each reservation of a run, and then the masks of outputs. */
  private static List<Long> reserved(String schedule) throws Exception {
    VerifiedProgram program = program(schedule);
    List<Long> reserved = new ArrayList<>();
    List<Long> masks = new ArrayList<>();
    Workers workers =
        (Workers)
            Proxy.newProxyInstance(
                Workers.class.getClassLoader(),
                new Class<?>[] {Workers.class},
                (proxy, method, arguments) -> {
                  assertEquals("reserve", method.getName());
                  Counts counts = ((Counts[]) arguments[0])[0];
                  reserved.add(counts.triples());
                  masks.add(counts.inputs()[1]);
                  return null;
                });
    Reservations reservations = new Reservations(program, workers);
    Steps steps = new Steps(program.program().schedule());
    long[] cell = {2}; // two steps later it is 0
    while (steps.next(cell)) {
      reservations.forStep(steps);
      steps.leave();
      cell[0] = Math.max(0, cell[0] - 1);
    }
    assertTrue(steps.over());
    reservations.forOutputs();
    assertEquals(3, masks.stream().mapToLong(each -> each).sum());
    reserved.addAll(masks);
    return reserved;
  }

  @Test
  void stepsThatAreCertainAreReservedTogether() throws Exception {
    assertEquals(
        List.of(7L, 3L),
        reserved(
            """
            .schedule run one 0
            .schedule loop 2
            .schedule loop 0
            .schedule run many 0
            .schedule end
            .schedule run one 0, one 1, one 2
            .schedule end
            """));
  }

  @Test
  void aLoopThatDependsOnMemoryIsNotCertain() throws Exception {
    assertEquals(
        List.of(1L, 2L, 1L, 0L, 0L, 3L),
        reserved(
            """
            .schedule run one 0
            .schedule while 0
            .schedule run one 0, one 0
            .schedule end
            .schedule run one 0
            """));
  }

  @Test
  void aReservationHasASizeAndANumberOfSteps() throws Exception {
    // 96 bytes a triple: two steps exceed 64 MiB.
    assertEquals(
        List.of(800_000L, 800_000L, 400_000L, 0L, 0L, 3L),
        reserved(".schedule loop 5\n.schedule run many 0\n.schedule end\n"));
    assertEquals(
        List.of(4096L, 904L, 0L, 3L),
        reserved(".schedule loop 5000\n.schedule run one 0\n.schedule end\n"));
  }

  @Test
  void moreThanAnyStoreHasIsExhausted() throws Exception {
    String step = ".schedule run most 0, most 1\n";
    assertThrows(Exhausted.class, () -> reserved(step));
    assertThrows(ArithmeticException.class, () -> Reservations.ofProgram(program(step)));
    // One after the other, whatever their sum is.
    assertEquals(
        List.of(1L << 62, 1L << 62, 0L, 0L, 0L, 3L),
        reserved(".schedule run most 0\n.schedule run most 1\n"));
  }

  @Test
  void theDemandOfARunCountsLoopsAndOutputs() throws Exception {
    Counts[] demand =
        Reservations.ofProgram(
            program(
                """
                .schedule loop 3
                .schedule run one 0, one 1
                .schedule while 0
                .schedule run one 5
                .schedule end
                .schedule end
                """));
    assertEquals(9, demand[0].triples());
    assertEquals(3, demand[0].inputs()[1]);
  }
}

package org.schurmpc.vm.machine.spdz;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.OutOfRange;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Op;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.lang.Index;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.Routine;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretIntArray;
import org.schurmpc.vm.lang.SecretVar;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Programs that end a run themselves: all parties alike, and before anything that follows. */
class RequireTest {
  private static final IntType TYPE = IntType.signed(40);
  private static final IntType SMALL = IntType.signed(8);
  private static final String REASON = "the balance is above 50";

  private static VerifiedProgram compile(SecureProgram program, int parties) throws MpcException {
    return Compiler.compile(program, "test", CompileOptions.of(Fields.named("p128"), parties));
  }

  private static VmRun run(SecureProgram program, int parties, long x) throws Exception {
    Map<String, BigInteger[]> inputs = Map.of("x", new BigInteger[] {BigInteger.valueOf(x)});
    return new VmRun(compile(program, parties), inputs);
  }

  /** Requires that all parties ended so, with the prints of what stands before. */
  private static void requireEnded(List<VmRun.End> ends, VmRun run, List<String> prints) {
    String name = run.materials.get(0).storeName();
    String message = ends.get(0).failure().getMessage();
    assertTrue(
        message.matches("program test, tape \\w+, instruction .* \\(RequireTest.java:\\d+\\): .*"),
        message);
    for (VmRun.End end : ends) {
      OutOfRange out = assertInstanceOf(OutOfRange.class, end.failure());
      assertEquals(ExitCode.OUT_OF_RANGE, out.exitCode());
      assertEquals(message, out.getMessage());
      assertTrue(message.endsWith(": " + REASON), message);
      assertEquals(prints, end.prints());
      assertNull(end.outputs());
      PrepStore store = run.stores.get(0)[end.party()];
      assertDoesNotThrow(() -> store.keys(name), "nobody cheated");
    }
  }

  /** Opens, prints and outputs something before a condition and behind it. */
  private static void straight(ProgramBuilder b) {
    SecretInt x = b.input("x", 0, SMALL);
    Index seen = x.reveal().toIndex();
    b.print("before");
    b.output("early", x);
    b.require(seen.le(50), REASON);
    b.print("behind ", x.plus(1).reveal());
    b.output("late", x.times(x));
  }

  @ParameterizedTest
  @CsvSource({"2, ALL", "3, ALL", "3, KING"})
  void allPartiesEndAlike(int parties, OpeningMode mode) throws Exception {
    VmRun run = run(RequireTest::straight, parties, 51);
    requireEnded(run.run(mode), run, List.of("before"));
    assertThrows(OutOfRange.class, run::interpret);
    for (VmRun.End end : run(RequireTest::straight, parties, 50).run(mode)) {
      assertNull(end.failure());
      assertEquals(List.of("before", "behind 51"), end.prints());
      assertEquals(BigInteger.valueOf(2500), end.outputs().get("late")[0]);
    }
  }

  private static List<Op> ops(VerifiedProgram program) {
    List<Op> ops = new ArrayList<>();
    int[] words = program.program().tapes().get(0).words();
    for (int at = 0; at < words.length; at += Code.words(words, at)) {
      ops.add(Code.op(words[at]));
    }
    return ops;
  }

  /** What does not depend on the condition is not opened, loaded or stored before it either. */
  @Test
  void nothingIsMovedBeforeIt() throws Exception {
    VerifiedProgram program =
        compile(
            b -> {
              SecretIntArray cells = b.secretArray("cells", TYPE, 2);
              SecretInt x = b.input("x", 0, SMALL);
              SecretInt square = x.square();
              b.require(x.reveal().toIndex().le(50), REASON);
              SecretInt y = b.input("y", 1, SMALL);
              cells.set(0, y.square());
              b.output("shown", y.reveal());
              b.output("square", square);
              b.print("behind");
            },
            2);
    List<Op> ops = ops(program);
    int at = ops.indexOf(Op.REQUIRE);
    List<Op> before = ops.subList(0, at);
    List<Op> behind = ops.subList(at, ops.size());
    assertEquals(1, count(before, Op.STARTOPEN), ops + "");
    assertEquals(1, count(behind, Op.STARTOPEN), ops + "");
    assertEquals(1, count(before, Op.INPUT), ops + "");
    for (Op op : List.of(Op.STS, Op.OUTPUT, Op.PRINT)) {
      assertFalse(before.contains(op), ops + "");
      assertTrue(behind.contains(op), ops + "");
    }
  }

  private static long count(List<Op> ops, Op op) {
    return ops.stream().filter(op::equals).count();
  }

  /** The condition has no other user, or is a constant, or the same as before. */
  @Test
  void noneIsOptimisedAway() throws Exception {
    VerifiedProgram program =
        compile(
            b -> {
              SecretInt x = b.input("x", 0, SMALL);
              b.require(x.square().reveal().isZero(), REASON);
              b.require(x.square().reveal().isZero(), REASON);
              b.require(b.index(0), REASON);
            },
            2);
    assertEquals(3, count(ops(program), Op.REQUIRE));
    assertEquals(1, count(ops(program), Op.ISZERO), "is known");
    assertEquals(List.of(REASON), program.program().texts());
    VmRun run = run(b -> b.require(b.index(0), REASON), 2, 0);
    requireEnded(run.run(OpeningMode.ALL), run, List.of());
  }

  /** A branch that is not taken ends nothing. */
  @ParameterizedTest
  @ValueSource(longs = {0, 7})
  void itStandsInLoopsBranchesAndRoutines(long least) throws Exception {
    SecureProgram program =
        b -> {
          SecretVar x = b.secretVar(TYPE, b.input("x", 0, SMALL));
          Routine check =
              b.routine("check", () -> b.require(x.get().reveal().toIndex().le(50), REASON));
          b.repeat(
              5,
              turn -> {
                b.print("turn ", turn);
                x.set(x.get().plus(20).assumeFits(TYPE));
                b.ifThen(b.index(least).le(turn), check::call);
              });
          b.print("behind");
        };
    VmRun run = run(program, 2, 0);
    List<VmRun.End> ends = run.run(OpeningMode.ALL);
    if (least == 0) {
      requireEnded(ends, run, List.of("turn 0", "turn 1", "turn 2"));
    } else {
      ends.forEach(end -> assertEquals("behind", end.prints().get(5)));
    }
  }

  /** The tapes beside it come to their ends, and the first one in the order of the step counts. */
  @ParameterizedTest
  @CsvSource({"1, 2", "2, 2", "4, 2", "2, 3"})
  void aTapeOfAStepEndsAll(int threads, int parties) throws Exception {
    SecureProgram program =
        b -> {
          SecretIntArray cells = b.secretArray("cells", TYPE, 4);
          SecretInt x = b.input("x", 0, SMALL);
          IntStream.range(0, 4).forEach(i -> cells.set(i, x.plus(10L * i)));
          b.parallel(
              4,
              tape -> {
                Index seen = cells.chunk(tape, 1).get(0).reveal().toIndex();
                b.print("tape ", tape);
                b.require(seen.le(50), REASON);
                b.print("passed ", tape);
              });
          b.print("behind");
          b.output("first", cells.get(0));
        };
    VmRun run = run(program, parties, 35).withThreads(threads);
    requireEnded(
        run.run(OpeningMode.ALL),
        run,
        List.of("tape 0", "passed 0", "tape 1", "passed 1", "tape 2"));
  }

  private static void ledger(ProgramBuilder b) {
    b.keepMemory();
    SecretIntArray balance = b.secretArray("balance", TYPE, 1);
    SecretInt sum = balance.get(0).plus(b.input("x", 0, SMALL)).assumeFits(TYPE);
    balance.set(0, sum);
    b.require(sum.reveal().toIndex().le(50), REASON);
    b.output("balance", sum);
  }

  /** The next run begins with the memory from before, for which all ask: something was revealed. */
  @Test
  void keptMemoryIsAsBefore(@TempDir Path home) throws Exception {
    VerifiedProgram program = compile(RequireTest::ledger, 2);
    KeptRun run = new KeptRun(home, 2, 1);
    run.deal(program, "one");
    run.run(program, Map.of("x", 20L));
    for (Object end : run.run(program, Map.of("x", 31L))) {
      Outcomes.assertEnded(OutOfRange.class, end, REASON);
    }
    assertFalse(run.journal(0).contains("prepared 2") || run.journal(0).contains("burnt"));
    for (Object end : run.run(program, Map.of("x", 30L))) {
      Outcomes.assertEnded(Refused.class, end, "the memory is lost");
    }
    Network[] networks = SessionPairs.networks(2);
    for (Object end : run.run(program, networks, OptionalLong.of(1), Map.of("x", 30L))) {
      Values outputs = assertInstanceOf(Values.class, end);
      assertEquals(BigInteger.valueOf(50), outputs.get("balance")[0]);
    }
  }
}

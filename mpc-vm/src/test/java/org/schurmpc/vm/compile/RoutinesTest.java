package org.schurmpc.vm.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.asm.Assembler;
import org.schurmpc.vm.asm.Disassembler;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.Routine;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretIntArray;
import org.schurmpc.vm.lang.SecretVar;
import org.schurmpc.vm.machine.spdz.VmRun;
import org.schurmpc.vm.verify.Verifier;

/** Code that stands once and runs often. */
class RoutinesTest {
  private static final IntType TYPE = IntType.signed(32);

  /** Squares x and adds y, twice in a loop and n times outside, through a routine in a routine. */
  private static void define(ProgramBuilder b, int n) {
    SecretInt in = b.input("x", 0, TYPE);
    SecretVar x = b.secretVar(TYPE, in.assumeFits(TYPE));
    SecretVar y = b.secretVar(TYPE, 5);
    Routine add = b.routine("add", () -> x.set(x.get().plus(y.get()).assumeFits(TYPE)));
    Routine step =
        b.routine(
            "step",
            () -> {
              x.set(x.get().times(x.get().plus(1)).assumeFits(TYPE));
              add.call();
            });
    b.repeat(2, i -> step.call());
    SecretInt kept = x.get();
    for (int i = 0; i < n; i++) {
      y.set(kept.plus(i).assumeFits(TYPE));
      step.call();
    }
    add.call();
    b.output("x", x.get().minus(kept).assumeFits(IntType.signed(126)));
  }

  private static BigInteger directly(BigInteger p, long in, int n) {
    BigInteger x = BigInteger.valueOf(in);
    BigInteger y = BigInteger.valueOf(5);
    BigInteger kept = x;
    for (int i = -2; i < n; i++) {
      kept = i == 0 ? x : kept;
      y = i < 0 ? y : kept.add(BigInteger.valueOf(i));
      x = x.multiply(x.add(BigInteger.ONE)).add(y).mod(p);
    }
    x = x.add(y).subtract(kept).mod(p);
    return x.compareTo(p.shiftRight(1)) > 0 ? x.subtract(p) : x;
  }

  @Test
  void routinesRunAtEachCall() throws Exception {
    Compiled program = new Compiled(b -> define(b, 3));
    BigInteger p = program.program().fields().get(0).field().order();
    BigInteger expected = directly(p, -7, 3);
    assertEquals(expected, program.with("x", -7).run().outputs().get("x")[0]);
    assertEquals(5, program.tape(0).demand()[0].triples());
    CostReport report = CostReport.of(program.verified());
    assertEquals(5, report.total().rounds());
    VmRun run =
        new VmRun(program.verified(), Map.of("x", new BigInteger[] {BigInteger.valueOf(-7)}));
    for (VmRun.End end : run.run(OpeningMode.ALL)) {
      assertNull(end.failure());
      assertEquals(expected, end.outputs().get("x")[0]);
      assertEquals(report.networkRounds(), end.rounds());
    }
    String text = Disassembler.text(program.program());
    assertEquals(text, Disassembler.text(Assembler.assemble(text, "TEXT")));
  }

  @Test
  void aCallIsOneInstruction() throws Exception {
    int[] words = new int[2];
    for (int i = 0; i < 2; i++) {
      int calls = i == 0 ? 1 : 101;
      words[i] =
          new Compiled(
                  b -> {
                    SecretIntArray cells = b.secretArray("cells", TYPE, 50);
                    Routine routine =
                        b.routine(
                            "routine",
                            () -> {
                              for (int cell = 0; cell < 50; cell++) {
                                SecretInt x = cells.get(cell);
                                cells.set(cell, x.times(x.plus(cell + 1)).assumeFits(TYPE));
                              }
                            });
                    for (int call = 0; call < calls; call++) {
                      routine.call();
                    }
                    b.output("x", cells.get(0));
                  })
              .tape(0)
              .words()
              .length;
    }
    assertEquals(words[0] + 100 * 2, words[1]);
  }

  @Test
  void routinesOfSeveralTapes() throws Exception {
    Compiled program =
        new Compiled(
            b -> {
              SecretIntArray cells = b.secretArray("cells", TYPE, 4);
              Routine twice =
                  b.routine(
                      "twice", () -> cells.set(3, cells.get(3).plus(1).times(2).assumeFits(TYPE)));
              SecretInt one = b.secret(1);
              twice.call();
              b.step(
                  () -> {
                    twice.call();
                    twice.call();
                  },
                  () -> cells.set(0, one.assumeFits(TYPE)));
              twice.call();
              b.output("cells", cells.vector(0, 4));
            });
    assertEquals(List.of(1L, 0L, 0L, 30L), program.output("cells"));
  }

  @Test
  void valuesDoNotReachIntoRoutines() {
    BadFile e =
        assertThrows(
            BadFile.class,
            () ->
                new Compiled(
                    b -> {
                      SecretInt x = b.input("x", 0, TYPE);
                      b.routine("routine", () -> b.output("y", x.plus(1))).call();
                    }));
    assertTrue(e.getMessage().contains("is used in a routine: pass it through"), e.getMessage());
  }

  @Test
  void circlesAreRefused() {
    Routine[] routine = new Routine[1];
    BadFile e =
        assertThrows(
            BadFile.class,
            () ->
                new Compiled(
                    b -> {
                      routine[0] = b.routine("routine", () -> routine[0].call());
                      routine[0].call();
                    }));
    assertTrue(e.getMessage().contains("routines call each other in a circle"), e.getMessage());
  }

  private static String tape(String code) {
    return ".program t parties 2\n.field p128 sigma_mask 0\n.tape main s 1 c 1 i 2\n.demand"
        + " triples 0\n"
        + code
        + ".schedule run main 0\n";
  }

  private static void requireRefused(String code, String reason) {
    BadFile e =
        assertThrows(
            BadFile.class, () -> Verifier.verify(Assembler.assemble(tape(code), "TEXT"), "TEXT"));
    assertTrue(e.getMessage().contains(reason), e.getMessage());
  }

  @Test
  void malformedRoutinesAreRefused() throws Exception {
    Verifier.verify(Assembler.assemble(tape("call on\nend\non: check\nret\n"), "TEXT"), "TEXT");
    requireRefused("call on\njmp in\non: check\nin: ret\n", "into a routine or out of one");
    requireRefused("call on\nend\non: jz i0, on\ncheck\n", "neither ret nor jmp");
    requireRefused("call on\ncheck\non: ret\n", "neither end nor jmp");
    requireRefused("call on\nend\non: call on\nret\n", "in a circle");
  }

  /** Each routine calls the next one as often as given. */
  private static String nested(int depth, int calls) {
    StringBuilder code = new StringBuilder("call r0\nend\n");
    for (int i = 0; i < depth; i++) {
      code.append("r").append(i).append(": check\n");
      for (int call = 0; call < calls && i + 1 < depth; call++) {
        code.append("call r").append(i + 1).append("\n");
      }
      code.append("ret\n");
    }
    return code.toString();
  }

  @Test
  void callsHaveLimits() throws Exception {
    Verifier.verify(Assembler.assemble(tape(nested(64, 1)), "TEXT"), "TEXT");
    requireRefused(nested(65, 1), "more than 64 deep");
    CostReport.of(Verifier.verify(Assembler.assemble(tape(nested(41, 2)), "TEXT"), "TEXT"));
    requireRefused(nested(42, 2), "runs more than 2^40 times");
  }
}

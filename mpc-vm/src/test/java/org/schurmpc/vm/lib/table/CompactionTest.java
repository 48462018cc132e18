package org.schurmpc.vm.lib.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.compile.CostReport;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Marked rows go to the front, in their order. */
class CompactionTest {
  private static VerifiedProgram compile(int n, boolean mixed) throws Exception {
    CompileOptions options =
        CompileOptions.of(Fields.named("p128"), 2)
            .withSigmaMask(40)
            .withMixed(mixed)
            .withoutLines();
    return Compiler.compile(
        b -> {
          SecretBitVector marks = b.inputBitVector("marks", 0, n);
          Cells rows = Cells.of(b, b.inputs("rows", 1, IntType.unsigned(10), n));
          Pack pack = new Tables(b).pack(List.of(rows));
          b.output("out", new Compaction(b, marks).front(pack).column(0).numbers());
        },
        "compaction",
        options);
  }

  private static void requireFront(VerifiedProgram program, boolean... marks) throws Exception {
    BigInteger[] bits = new BigInteger[marks.length];
    BigInteger[] rows = new BigInteger[marks.length];
    List<BigInteger> marked = new ArrayList<>();
    for (int i = 0; i < marks.length; i++) {
      bits[i] = marks[i] ? BigInteger.ONE : BigInteger.ZERO;
      rows[i] = BigInteger.valueOf(i + 1);
      if (marks[i]) {
        marked.add(rows[i]);
      }
    }
    Values inputs = Interpreter.inputs(program.program());
    inputs.set("marks", bits);
    inputs.set("rows", rows);
    BigInteger[] out = Interpreter.run(program, inputs, 1).outputs().get("out");
    assertEquals(marked, List.of(out).subList(0, marked.size()));
    assertEquals(marks.length, List.of(out).stream().distinct().count());
  }

  private static void requireAll(int n) throws Exception {
    for (boolean mixed : new boolean[] {false, true}) {
      VerifiedProgram program = compile(n, mixed);
      for (int pattern = 0; pattern < 1 << n; pattern++) {
        boolean[] marks = new boolean[n];
        for (int i = 0; i < n; i++) {
          marks[i] = (pattern >> i & 1) == 1;
        }
        requireFront(program, marks);
      }
    }
  }

  @Test
  void allMarksOfFewRowsAreInFront() throws Exception {
    for (int n = 1; n <= 6; n++) {
      requireAll(n);
    }
  }

  @Test
  @Tag("slow")
  void marksOfManyRowsAreInFront() throws Exception {
    for (int n = 7; n <= 9; n++) {
      requireAll(n);
    }
    Random random = new Random(1);
    for (int n : new int[] {16, 21, 100, 127, 128}) {
      VerifiedProgram program = compile(n, true);
      for (int turn = 0; turn < 20; turn++) {
        boolean[] marks = new boolean[n];
        for (int i = 0; i < n; i++) {
          marks[i] = random.nextInt(20) < turn;
        }
        requireFront(program, marks);
      }
    }
  }

  /** For a column, less than a sort of the bits of the marks alone. */
  @Test
  void takesTheDocumentedProducts() throws Exception {
    long triples = CostReport.of(compile(128, false)).total().items().triples();
    assertTrue(triples < 3 * 64 * 7 + 128 * 12, triples + " triples");
  }
}

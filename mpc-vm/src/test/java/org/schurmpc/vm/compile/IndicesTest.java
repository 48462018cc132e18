package org.schurmpc.vm.compile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.ProgramFault;
import org.schurmpc.core.field.Fields;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.lang.Index;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretIntArray;
import org.schurmpc.vm.lang.SecretIntMatrix;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.machine.spdz.VmRun;
import org.schurmpc.vm.verify.VerifiedProgram;

/**
 * No index leaves the array, part, chunk or row that a program names, and no constant its field.
 */
class IndicesTest {
  private static final IntType TYPE = IntType.signed(32);
  private static final long MAX = Long.MAX_VALUE;

  /** Arrays side by side in memory, and an index that is known when the program runs. */
  private record Memory(
      ProgramBuilder b,
      SecretIntArray before,
      SecretIntArray cells,
      SecretIntMatrix rows,
      SecretIntArray behind,
      Index index) {}

  private interface Access {
    SecretInts of(Memory memory);
  }

  private static VerifiedProgram compile(Access access, boolean optimise) throws BadFile {
    CompileOptions options;
    try {
      options = CompileOptions.of(Fields.named("p128"), 2);
    } catch (MpcException e) {
      throw new IllegalStateException(e);
    }
    return Compiler.compile(
        b -> {
          SecretIntArray before = b.secretArray("before", TYPE, 4);
          SecretIntArray cells = b.secretArray("cells", TYPE, 8);
          SecretIntMatrix rows = b.secretMatrix("rows", TYPE, 2, 4);
          SecretIntArray behind = b.secretArray("behind", TYPE, 8);
          for (int i = 0; i < 8; i++) {
            before.set(i / 2, b.secret(900));
            cells.set(i, b.secret(100 + i));
            rows.set(i / 4, i % 4, b.secret(10 * (i / 4) + i % 4));
            behind.set(i, b.secret(700));
          }
          Index index = b.input("i", 0, IntType.signed(64)).reveal().toIndex();
          SecretInts read = access.of(new Memory(b, before, cells, rows, behind, index));
          b.output("out", read);
          b.output("guards", SecretInts.join(before.vector(0, 4), behind.vector(0, 8)));
        },
        "indices",
        optimise ? options : options.asWritten());
  }

  private static Values run(VerifiedProgram program, long index) throws MpcException {
    Values inputs = Interpreter.inputs(program.program());
    inputs.set("i", new BigInteger[] {BigInteger.valueOf(index)});
    return Interpreter.run(program, inputs, 1).outputs();
  }

  private static SecretInts one(SecretInt value) {
    return value.asVector();
  }

  /** Requires that an access is an error when it is compiled, or stops the program. */
  private static void requireStopped(long index, Access access) {
    for (boolean optimise : new boolean[] {true, false}) {
      BadFile e =
          assertThrows(BadFile.class, () -> run(compile(access, optimise), index), "at " + index);
      boolean compiled = !(e instanceof ProgramFault);
      String reason = compiled ? " outside of array " : "the index is outside of the array";
      assertTrue(e.getMessage().contains(reason), e.getMessage());
      assertTrue(e.getMessage().contains("IndicesTest.java:"), e.getMessage());
    }
  }

  private static void requireRead(long index, long expected, Access access) throws Exception {
    for (boolean optimise : new boolean[] {true, false}) {
      Values outputs = run(compile(access, optimise), index);
      assertArrayEquals(new BigInteger[] {BigInteger.valueOf(expected)}, outputs.get("out"));
    }
  }

  @Test
  void knownIndicesAreErrorsWhenTheyAreOutside() {
    for (long at : new long[] {-1, 8, MAX, MAX - 1, Long.MIN_VALUE, 1L << 32}) {
      requireStopped(0, m -> one(m.cells.get(at)));
      requireStopped(0, m -> m.cells.vector(at, 3));
      requireStopped(0, m -> one(m.cells.get(m.b.index(at))));
      requireStopped(0, m -> one(m.cells.part(4, 3).get(at)));
    }
    requireStopped(0, m -> one(m.cells.part(2, 3).get(3)));
    requireStopped(0, m -> m.cells.part(4, 3).vector(MAX - 1, 3));
    requireStopped(0, m -> m.cells.chunk(m.b.index(2), 4).vector(0, 4));
    requireStopped(0, m -> m.cells.chunk(m.b.index(1L << 62), 4).vector(0, 4));
  }

  @Test
  void foldedIndicesStopWhenTheyAreOutside() {
    requireStopped(0, m -> one(m.cells.get(m.b.index(MAX - 1).plus(1))));
    requireStopped(0, m -> m.cells.vector(m.b.index(MAX - 2).plus(1), 3));
    requireStopped(
        0,
        m -> {
          m.cells.set(m.b.index(MAX - 1).plus(1), m.b.secret(-5));
          return m.before.vector(0, 4);
        });
    requireStopped(0, m -> one(m.cells.get(m.b.index(4).plus(4))));
    requireStopped(0, m -> one(m.cells.part(0, 3).get(m.b.index(2).plus(1))));
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, -3, 3, 4, 5, 8, 1L << 32, 1L << 61, 1L << 62, MAX, Long.MIN_VALUE})
  void indicesKnownWhenTheProgramRunsStayInTheirPart(long index) {
    requireStopped(index, m -> one(m.cells.part(0, 3).get(m.index)));
    requireStopped(index, m -> one(m.cells.part(4, 3).get(m.index)));
    requireStopped(index, m -> one(m.cells.part(1, 6).part(2, 3).get(m.index)));
    requireStopped(index, m -> one(m.cells.chunk(m.index.minus(m.index), 2).get(m.index)));
    requireStopped(index, m -> one(m.cells.chunk(m.index, 4).get(0)));
    requireStopped(index, m -> one(m.cells.chunk(m.index, 3).get(1)));
    requireStopped(
        index, m -> one(m.cells.chunk(m.index.minus(m.index), 4).part(1, 2).get(m.index)));
    requireStopped(
        index, m -> one(m.cells.chunk(m.index.minus(m.index), 4).chunk(m.index, 2).get(0)));
    requireStopped(
        index,
        m -> {
          m.cells.chunk(m.index.minus(m.index), 2).set(m.index, m.b.secret(-5));
          return m.cells.vector(0, 8);
        });
    if (index != 3) {
      requireStopped(index, m -> one(m.rows.get(m.index.minus(m.index), m.index)));
      requireStopped(index, m -> one(m.rows.row(0).get(m.index)));
      requireStopped(index, m -> one(m.rows.row(m.index.minus(m.index)).get(m.index)));
    }
    requireStopped(index, m -> one(m.rows.get(m.index, m.index.minus(m.index))));
    requireStopped(index, m -> m.rows.row(m.index).vector(0, 4));
  }

  @Test
  void indicesInTheirPartReadItsCells() throws Exception {
    requireRead(2, 102, m -> one(m.cells.part(0, 3).get(m.index)));
    requireRead(2, 106, m -> one(m.cells.part(4, 3).get(m.index)));
    requireRead(1, 105, m -> one(m.cells.chunk(m.index, 4).get(m.index)));
    requireRead(1, 106, m -> one(m.cells.chunk(m.index, 4).part(1, 3).get(m.index)));
    requireRead(1, 107, m -> one(m.cells.chunk(m.index, 4).chunk(m.index, 2).get(m.index)));
    requireRead(1, 11, m -> one(m.rows.get(m.index, m.index)));
    requireRead(1, 13, m -> one(m.rows.row(m.index).get(3)));
    requireRead(5, 107, m -> one(m.cells.get(m.index.plus(2))));
  }

  /** Real parties come to a stop alike. */
  @Test
  void allPartiesStopAlike() throws Exception {
    VerifiedProgram program = compile(m -> one(m.cells.chunk(m.index, 2).get(m.index)), true);
    VmRun run = new VmRun(program, Map.of("i", new BigInteger[] {BigInteger.valueOf(3)}));
    for (VmRun.End end : run.run(OpeningMode.ALL)) {
      assertInstanceOf(ProgramFault.class, end.failure());
    }
  }

  // Constants

  private static BadFile refused(Consumer<ProgramBuilder> use) {
    return assertThrows(
        BadFile.class,
        () ->
            Compiler.compile(
                use::accept,
                "constants",
                CompileOptions.of(Fields.named("2199023255531"), 2).withSigmaMask(1)));
  }

  private static void requireRefused(Consumer<ProgramBuilder> use) {
    BadFile e = refused(use);
    assertTrue(e.getMessage().startsWith("IndicesTest.java:"), e.getMessage());
    assertTrue(e.getMessage().contains("holds numbers of 40 bits"), e.getMessage());
  }

  @Test
  void constantsThatTheFieldDoesNotHoldAreErrors() {
    long wide = 1L << 40;
    requireRefused(b -> b.clear(wide));
    requireRefused(b -> b.secret(-wide));
    requireRefused(b -> b.clear(1).plus(wide));
    requireRefused(b -> b.clear(1).minus(wide));
    requireRefused(b -> b.clear(1).times(wide));
    requireRefused(b -> b.clear(1).dividedBy(wide));
    requireRefused(b -> b.clear(1).mod(wide));
    requireRefused(b -> b.clear(1L << 30).times(b.clear(1L << 30)));
    requireRefused(b -> b.input("x", 0, IntType.signed(8)).times(wide));
    requireRefused(b -> b.input("x", 0, IntType.signed(8)).minus(wide));
    requireRefused(b -> b.index(wide).toClear());
    requireRefused(b -> b.index(Long.MIN_VALUE).toClear());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1L << 20, 1L << 42, -(1L << 42), MAX, Long.MIN_VALUE})
  void indicesThatAreNoElementsStopTheRun(long index) throws Exception {
    for (boolean folded : new boolean[] {true, false}) {
      CompileOptions options = CompileOptions.of(Fields.named("2199023255531"), 2).withSigmaMask(1);
      VerifiedProgram program =
          Compiler.compile(
              b -> {
                Index zero =
                    folded ? b.index(0) : b.input("i", 0, IntType.signed(8)).reveal().toIndex();
                b.output("x", zero.plus(index).plus(1).minus(1).toClear());
              },
              "elements",
              options);
      Values inputs = Interpreter.inputs(program.program());
      if (!folded) {
        inputs.set("i", new BigInteger[] {BigInteger.ZERO});
      }
      if (index >>> 41 == 0) {
        Interpreter.run(program, inputs, 1);
      } else {
        ProgramFault e =
            assertThrows(ProgramFault.class, () -> Interpreter.run(program, inputs, 1));
        assertTrue(e.getMessage().contains("no element of the field"), e.getMessage());
      }
    }
  }
}

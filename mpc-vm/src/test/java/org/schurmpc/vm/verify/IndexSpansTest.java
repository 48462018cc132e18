package org.schurmpc.vm.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Op;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.examples.Tariff;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecondField;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretGf2nArray;
import org.schurmpc.vm.lang.SecretGf2ns;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.BitCircuit;
import org.schurmpc.vm.programs.AesBlocks;

/** Which lookups are proven to be at indices, whatever parties input. */
class IndexSpansTest {
  private static final int N = 4;
  private static final LookupTable TABLE = new LookupTable(2, 2, new int[] {2, 3, 1, 0});

  private static VerifiedProgram compile(SecureProgram program, Map<String, Long> arguments)
      throws Exception {
    CompileOptions options =
        CompileOptions.of(Fields.named("p128"), 2).withSecond(Fields.named("gf2_40"));
    return Compiler.compile(program, "spans", options.with(arguments));
  }

  /** Number of rounds of lookups, and of those at an index that is not proven. */
  private record Rounds(int all, int unproven) {
    static Rounds of(VerifiedProgram program) {
      int all = 0;
      int unproven = 0;
      for (VerifiedTape tape : program.tapes()) {
        int[] code = tape.code();
        for (int at = 0; at < code.length; at += Code.words(code, at)) {
          all += looksUp(code, at) ? 1 : 0;
          unproven += tape.looksUpUnproven(at) ? 1 : 0;
        }
      }
      return new Rounds(all, unproven);
    }

    private static boolean looksUp(int[] code, int at) {
      int end = at + Code.words(code, at);
      int entry = Code.op(code[at]) == Op.STARTOPEN ? at + 2 : end;
      boolean found = false;
      for (; entry < end; entry += Code.openWords(Code.entryKind(code[entry]))) {
        found |= Code.entryKind(code[entry]) == Code.LOOKUP;
      }
      return found;
    }
  }

  private static void requireAllProven(VerifiedProgram program) throws Exception {
    Rounds rounds = Rounds.of(program);
    assertTrue(rounds.all > 0);
    assertEquals(0, rounds.unproven);
    program.unmasked();
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1, 0", "2, 3, 2, 0", "1, 1, 1, 1", "3, 2, 2, 1"})
  void aesIsProven(long n, long batches, long threads, long expanded) throws Exception {
    Map<String, Long> arguments =
        Map.of("n", n, "batches", batches, "threads", threads, "expanded", expanded, "tables", 1L);
    requireAllProven(compile(new AesBlocks(), arguments));
  }

  @Test
  void theExampleIsProven() throws Exception {
    requireAllProven(compile(new Tariff(), Map.of("customers", 4L)));
  }

  @ParameterizedTest
  @CsvSource({"des_sbox", "aes_128_sbox"})
  void circuitsAreProven(String name) throws Exception {
    Circuit circuit = CircuitLibrary.open(name);
    int wires = circuit.inputWires();
    SecureProgram program =
        b -> {
          SecretGf2nArray array = b.secondField().secretArray(wires);
          array.store(0, b.secondField().inputBits("in", 0, wires).asElements());
          SecretBitVector in = array.vector(0, wires).assumeBits();
          b.output("out", BitCircuit.withTables(b, circuit).apply(in));
        };
    requireAllProven(compile(program, Map.of()));
  }

  /** Computes the two bits of N indices from two vectors of input bits. */
  private interface Index {
    SecretBitVector[] of(ProgramBuilder b, SecretBitVector x, SecretBitVector y);
  }

  private static Arguments index(String what, boolean proven, Index index) {
    SecureProgram program =
        b -> {
          SecondField field = b.secondField();
          SecretBitVector[] bits =
              index.of(b, field.inputBits("x", 0, N), field.inputBits("y", 1, N));
          b.output("out", field.lookup(TABLE).of(bits).get(0));
        };
    return Arguments.of(what, proven, program);
  }

  private static SecretBitVector[] two(SecretBitVector x, SecretBitVector y) {
    return new SecretBitVector[] {x, y};
  }

  private static SecretGf2ns opened(ProgramBuilder b, SecretBitVector x) {
    SecretGf2ns masked = x.asElements().plus(b.secondField().randomBits(N).asElements());
    return x.asElements().times(masked.reveal());
  }

  static Stream<Arguments> indices() {
    return Stream.of(
        index("inputs", true, (b, x, y) -> two(x, y)),
        index("a product", true, (b, x, y) -> two(x.and(y), y)),
        index("or and not", true, (b, x, y) -> two(x.or(y), y.not())),
        index("random bits", true, (b, x, y) -> two(b.secondField().randomBits(N).xor(x), y)),
        index("entries", true, (b, x, y) -> two(b.secondField().lookup(TABLE).of(x, y).get(1), y)),
        index("an opened bit", true, (b, x, y) -> two(x, opened(b, y).assumeBits())),
        index("a coefficient", true, (b, x, y) -> two(x, coefficient(b, y))),
        index("through memory", true, (b, x, y) -> two(stored(b, x, 1), y)),
        index("in a loop", true, IndexSpansTest::repeated),
        index("an element", false, (b, x, y) -> two(x, element(b, y))),
        index("a multiple", false, (b, x, y) -> two(x, multiple(b, y))),
        index("memory of multiples", false, (b, x, y) -> two(stored(b, x, 4), y)));
  }

  private static SecretBitVector coefficient(ProgramBuilder b, SecretBitVector y) {
    SecretGf2ns any = y.asElements().plus(b.inputGf2n("e", 0));
    return y.xor(y.asElements().plus(any.reveal().coefficient(7)).assumeBits());
  }

  private static SecretBitVector element(ProgramBuilder b, SecretBitVector y) {
    return y.asElements().plus(b.inputGf2n("e", 0)).assumeBits();
  }

  private static SecretBitVector multiple(ProgramBuilder b, SecretBitVector y) {
    return y.asElements().times(b.clearGf2n(2)).assumeBits();
  }

  private static SecretBitVector stored(ProgramBuilder b, SecretBitVector x, long factor) {
    SecretGf2nArray array = b.secondField().secretArray(2 * N);
    array.store(0, x.asElements());
    b.repeat(2, i -> array.store(i.times(N), x.asElements().times(b.clearGf2n(factor))));
    return array.vector(N, N).assumeBits();
  }

  /** Looks up in a loop, at values of before it and of its own. */
  private static SecretBitVector[] repeated(
      ProgramBuilder b, SecretBitVector x, SecretBitVector y) {
    SecretGf2nArray array = b.secondField().secretArray(N);
    b.repeat(
        2,
        outer ->
            b.repeat(
                2,
                inner -> {
                  SecretBitVector sum = array.vector(0, N).assumeBits().xor(x);
                  SecretBitVector entry = b.secondField().lookup(TABLE).of(sum, y).get(1);
                  array.store(0, entry.asElements());
                }));
    return new SecretBitVector[] {array.vector(0, N).assumeBits(), y};
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("indices")
  void ofPrograms(String what, boolean proven, SecureProgram program) throws Exception {
    VerifiedProgram compiled = compile(program, Map.of());
    assertEquals(proven ? 0 : 1, Rounds.of(compiled).unproven);
    if (proven) {
      compiled.unmasked();
    } else {
      BadFile e = assertThrows(BadFile.class, compiled::unmasked);
      assertTrue(
          e.getMessage()
              .matches(
                  "program spans, tape main, instruction [0-9]+ \\(IndexSpansTest.java:[0-9]+\\): the"
                      + " index of a lookup is not proven to be one for all inputs, which a foreign"
                      + " program must show"),
          e.getMessage());
    }
  }
}

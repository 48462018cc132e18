package org.schurmpc.vm.lang;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.field.Fields;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.lib.BitCircuit;
import org.schurmpc.vm.lib.BitDecomposition;
import org.schurmpc.vm.lib.Comparison;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.spdz.VmRun;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Boolean code in TinyOT within a program, in the interpreter and at two parties. */
class BooleanPartTest {
  private static VerifiedProgram compile(SecureProgram program) throws Exception {
    return Compiler.compile(
        program, "booleans", CompileOptions.of(Fields.named("p128"), 2).withoutLines());
  }

  /** Runs a program in the clear and at parties with one and two threads. */
  private static List<Values> run(SecureProgram program, Map<String, BigInteger[]> inputs)
      throws Exception {
    VerifiedProgram compiled = compile(program);
    Values plain = new VmRun(compiled, inputs).interpret().outputs();
    VmRun.End first = new VmRun(compiled, inputs).run(OpeningMode.ALL).get(0);
    VmRun.End second = new VmRun(compiled, inputs).withThreads(2).run(OpeningMode.ALL).get(1);
    assertNull(first.failure());
    assertNull(second.failure());
    return List.of(plain, first.outputs(), second.outputs());
  }

  private static BigInteger[] random(int n) {
    Random random = new Random(n);
    BigInteger[] bits = new BigInteger[n];
    Arrays.setAll(bits, i -> random.nextBoolean() ? BigInteger.ONE : BigInteger.ZERO);
    return bits;
  }

  private static BitMatrix matrix(BigInteger[] bits) {
    BitMatrix matrix = new BitMatrix(bits.length, 1);
    for (int i = 0; i < bits.length; i++) {
      matrix.set(i, 0, bits[i].testBit(0));
    }
    return matrix;
  }

  @ParameterizedTest
  @CsvSource({"sha256, 256", "aes_128, 128"})
  void circuitsOfTheLibraryRunInPrograms(String name, int ofFirst) throws Exception {
    Circuit circuit = CircuitLibrary.open(name);
    int wires = circuit.inputWires();
    BigInteger[] bits = random(wires);
    List<Values> all =
        run(
            b -> {
              BooleanPart booleans = b.booleans();
              SecretBitVector x = booleans.inputs("x", 0, ofFirst);
              SecretBitVector y = booleans.inputs("y", 1, wires - ofFirst);
              SecretBitVector out = new BitCircuit(circuit).apply(SecretBitVector.join(x, y));
              booleans.output("out", out);
              booleans.outputTo(1, "mine", out.slice(0, 1));
            },
            Map.of(
                "x", Arrays.copyOf(bits, ofFirst), "y", Arrays.copyOfRange(bits, ofFirst, wires)));
    BitMatrix expected = PlainEvaluation.evaluate(circuit, matrix(bits));
    for (Values outputs : all) {
      BigInteger[] out = outputs.get("out");
      for (int i = 0; i < out.length; i++) {
        assertEquals(expected.get(i, 0), out[i].testBit(0), name + " " + i);
      }
    }
    assertTrue(!all.get(1).has("mine") && all.get(2).has("mine"));
    assertEquals(all.get(0).get("out")[0], all.get(2).get("mine")[0]);
  }

  /** Bits of numbers, memory, constants, reveals and numbers of bits. */
  private static void mixture(ProgramBuilder b) {
    BooleanPart booleans = b.booleans();
    SecretInts x = b.inputs("x", 0, IntType.signed(20), 3);
    SecretInts y = b.inputs("y", 1, IntType.signed(20), 3);
    List<SecretBitVector> bits = new BitDecomposition(b).of(x.plus(y));
    BooleanPart.BitArray array = booleans.array(6);
    array.store(0, bits.get(0));
    array.store(b.index(3), bits.get(20).xor(booleans.constant(true, false, true)));
    SecretBitVector loaded = array.vector(0, 6);
    booleans.output("loaded", loaded);
    b.output("shown", loaded.reveal());
    b.output("parity", bits.get(0).asInts());
    // Bits of both kinds: over the field, and in TinyOT.
    SecretBitVector less = new Comparison(b).lessThan(x, y);
    b.output("both", less.and(bits.get(20)));
    b.output("either", bits.get(20).or(less));
    b.output("differ", bits.get(0).xor(less));
    b.output("joined", SecretBitVector.join(bits.get(0), less, bits.get(20)));
    SecretBitVector random = booleans.random(3);
    b.output("zero", random.xor(random).asInts());
    b.repeat(2, i -> array.store(i, array.vector(i.plus(1), 2).and(array.vector(i, 2))));
    b.output("looped", array.vector(0, 3).asInts());
  }

  @Test
  void bitsAndNumbersMeet() throws Exception {
    BigInteger[] x = {BigInteger.valueOf(-9), BigInteger.valueOf(100), BigInteger.valueOf(524287)};
    BigInteger[] y = {BigInteger.valueOf(4), BigInteger.valueOf(-100), BigInteger.valueOf(524287)};
    List<Values> all = run(BooleanPartTest::mixture, Map.of("x", x, "y", y));
    for (String port :
        List.of(
            "loaded", "shown", "parity", "both", "either", "differ", "joined", "zero", "looped")) {
      assertArrayEquals(all.get(0).get(port), all.get(1).get(port), port);
      assertArrayEquals(all.get(0).get(port), all.get(2).get(port), port);
    }
    assertArrayEquals(new BigInteger[] {b(1), b(0), b(0)}, all.get(0).get("parity"));
    assertArrayEquals(new BigInteger[] {b(1), b(0), b(0)}, all.get(0).get("both"));
    assertArrayEquals(
        new BigInteger[] {b(1), b(0), b(0), b(0), b(0), b(1)}, all.get(0).get("shown"));
  }

  /** A party's numbers come as bits: those of signed ones count from the least number. */
  @Test
  void numbersAreGivenAsBits() throws Exception {
    BigInteger[] x = {b(-524288), b(-1), b(0), b(524287)};
    BigInteger[] y = {
      b(0), b(1), BigInteger.ONE.shiftLeft(40), BigInteger.TWO.pow(84).subtract(b(1))
    };
    List<Values> all =
        run(
            b -> {
              SecretBitVector own = b.booleans().inputs("x", 0, IntType.signed(20), 4);
              SecretBitVector other = b.booleans().inputs("y", 1, IntType.unsigned(84), 4);
              b.booleans().output("x_out", own);
              b.booleans().outputTo(0, "y_out", other.slice(84, 252));
            },
            Map.of("x", x, "y", y));
    for (Values outputs : all.subList(0, 2)) {
      for (int i = 0; i < 4; i++) {
        BigInteger distance = x[i].add(b(524288));
        for (int j = 0; j < 20; j++) {
          assertEquals(distance.testBit(j), outputs.get("x_out")[20 * i + j].testBit(0));
        }
        for (int j = 0; j < 84 && i > 0; j++) {
          assertEquals(y[i].testBit(j), outputs.get("y_out")[84 * (i - 1) + j].testBit(0));
        }
      }
    }
  }

  @Test
  void numbersAsBitsAreReadAsTheyWereSet() throws Exception {
    VerifiedProgram program =
        compile(
            b -> {
              b.booleans().inputs("x", 0, IntType.signed(7), 3);
              b.booleans().output("y", b.booleans().random(1));
            });
    Values values = new Values(program.program().fields(), program.program().inputs());
    BigInteger[] x = {b(-64), b(-1), b(63)};
    values.set("x", x);
    assertArrayEquals(x, values.get("x"));
    assertThrows(Refused.class, () -> values.set("x", b(0), b(64), b(0)));
    assertThrows(Refused.class, () -> values.set("x", b(0), b(1)));
    BadFile e =
        assertThrows(
            BadFile.class, () -> compile(b -> b.booleans().inputs("x", 0, IntType.signed(1), 1)));
    assertTrue(e.getMessage().contains("more than a sign"), e.getMessage());
    e =
        assertThrows(
            BadFile.class,
            () -> compile(b -> b.booleans().inputs("x", 0, IntType.unsigned(128), 1)));
    assertTrue(e.getMessage().contains("an input of unsigned 128 bits"), e.getMessage());
  }

  private static BigInteger b(int number) {
    return BigInteger.valueOf(number);
  }

  @Test
  void programsWithoutBitsRefuseThem() throws Exception {
    for (CompileOptions options :
        List.of(
            CompileOptions.of(Fields.named("p128"), 3),
            CompileOptions.of(Fields.named("p128"), 2).withMixed(false))) {
      BadFile e =
          assertThrows(
              BadFile.class, () -> Compiler.compile(b -> b.booleans().random(1), "none", options));
      assertTrue(e.getMessage().contains("no bits in TinyOT"), e.getMessage());
    }
  }

  @Test
  void aBitOfARandomNumberHidesOnce() {
    BadFile e =
        assertThrows(
            BadFile.class,
            () ->
                compile(
                    b -> {
                      SecretBitVector x = b.booleans().inputs("x", 0, 4);
                      RandomNumbers random = b.randomNumbers(4, 2);
                      random.openSum(1, x);
                      random.openSum(1, x.not());
                    }));
    assertTrue(e.getMessage().contains("a bit of a random number is used twice"), e.getMessage());
  }

  /**
   * Bits, elements of GF(2^40), and clear numbers have memory of their own, for tapes at a time.
   */
  @Test
  void tapesWriteBitsBesideTwoOtherFields() throws Exception {
    CompileOptions options =
        CompileOptions.of(Fields.named("p128"), 2).withSecond(Fields.named("gf2_40"));
    VerifiedProgram program =
        Compiler.compile(
            b -> {
              BooleanPart booleans = b.booleans();
              BooleanPart.BitArray bits = booleans.array(2);
              ClearIntArray numbers = b.clearArray("numbers", IntType.unsigned(8), 1);
              SecretIntArray copies = b.secretArray("copies", IntType.unsigned(8), 2);
              SecretBitVector x = booleans.inputs("x", 0, 2);
              bits.store(0, x);
              b.parallel(
                  2,
                  i -> {
                    ClearInt number = numbers.get(0);
                    copies.set(i, number.toSecret());
                    bits.store(i, bits.vector(i, 1).not());
                  });
              booleans.output("out", bits.vector(0, 2));
              b.output("copies", copies.vector(0, 2));
            },
            "booleans",
            options.withoutLines());
    BigInteger[] x = {BigInteger.ONE, BigInteger.ZERO};
    VmRun.End end = new VmRun(program, Map.of("x", x)).run(OpeningMode.ALL).get(0);
    assertNull(end.failure());
    assertArrayEquals(new BigInteger[] {BigInteger.ZERO, BigInteger.ONE}, end.outputs().get("out"));
  }

  @Test
  void bitsHaveMasksThatAreLongerByUpTo80Bits() throws Exception {
    CompileOptions options = CompileOptions.of(Fields.named("p192"), 2);
    assertTrue(options.withSigmaMask(80).mixed());
    assertFalse(options.withSigmaMask(81).mixed());
    assertThrows(IllegalArgumentException.class, () -> options.withSigmaMask(81).withMixed(true));
  }
}

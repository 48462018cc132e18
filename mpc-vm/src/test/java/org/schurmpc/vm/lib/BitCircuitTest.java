package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.Values;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.field.Fields;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.compile.CostReport;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.machine.spdz.VmRun;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Circuits of the library against the JDK and against plain evaluation, and what they cost. */
class BitCircuitTest {
  private static final long COMPILE_SECONDS = 5;

  private static VerifiedProgram compile(Circuit circuit, int lanes) throws Exception {
    return compile(circuit, lanes, false);
  }

  private static VerifiedProgram compile(Circuit circuit, int lanes, boolean tables)
      throws Exception {
    CompileOptions options =
        CompileOptions.of(Fields.named("p128"), 2)
            .withSecond(Fields.named("gf2_40"))
            .withoutLines();
    return Compiler.compile(
        b ->
            b.output(
                "out",
                (tables ? BitCircuit.withTables(b, circuit) : new BitCircuit(circuit))
                    .apply(b.secondField().inputBits("in", 0, circuit.inputWires() * lanes))),
        "circuit",
        options);
  }

  /** Returns the bits of a matrix, row after row. */
  private static BigInteger[] bits(BitMatrix matrix) {
    BigInteger[] bits = new BigInteger[matrix.rows() * matrix.columns()];
    Arrays.setAll(
        bits,
        i ->
            matrix.get(i / matrix.columns(), i % matrix.columns())
                ? BigInteger.ONE
                : BigInteger.ZERO);
    return bits;
  }

  private static Values random(Circuit circuit, int lanes) {
    Values inputs = Values.inputs(circuit, lanes);
    Random random = new Random(circuit.gateCount());
    for (int value = 0; value < inputs.count(); value++) {
      for (int lane = 0; lane < lanes; lane++) {
        byte[] bytes = inputs.get(value, lane);
        random.nextBytes(bytes);
        inputs.set(value, lane, bytes);
      }
    }
    return inputs;
  }

  /** Runs a circuit in the interpreter, and requires what it computes in the clear. */
  private static Values evaluate(Circuit circuit, Values inputs) throws Exception {
    VerifiedProgram program = compile(circuit, inputs.instances());
    org.schurmpc.vm.machine.Values values = Interpreter.inputs(program.program());
    values.set("in", bits(inputs.bits()));
    BitMatrix expected = PlainEvaluation.evaluate(circuit, inputs.bits());
    assertArrayEquals(bits(expected), Interpreter.run(program, values, 1).outputs().get("out"));
    return Values.outputs(circuit, expected);
  }

  @ParameterizedTest
  @CsvSource({"des, 64, 1872", "des_sbox, 48, 6128"})
  void desIsThatOfTheJdk(String name, int rounds, int triples) throws Exception {
    Circuit circuit = CircuitLibrary.open(name);
    Values inputs = random(circuit, 2);
    Values outputs = evaluate(circuit, inputs);
    for (int lane = 0; lane < 2; lane++) {
      Cipher des = Cipher.getInstance("DES/ECB/NoPadding");
      des.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(inputs.get(0, lane), "DES"));
      assertArrayEquals(des.doFinal(inputs.get(1, lane)), outputs.get(0, lane));
    }
    requireCosts(compile(circuit, 2), rounds, 2L * triples);
  }

  private static void requireCosts(VerifiedProgram program, long rounds, long triples) {
    assertEquals(rounds, CostReport.of(program).total().rounds());
    Counts demand = program.program().tapes().get(0).demand()[1];
    assertEquals(triples, demand.triples());
  }

  @ParameterizedTest
  @Tag("slow")
  @CsvSource({
    "md5, MD5, 0123456789abcdeffedcba9876543210, 1279, 9277",
    "sha1, SHA-1, 67452301efcdab8998badcfe10325476c3d2e1f0, 2165, 10955",
    "sha256, SHA-256, 6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19,"
        + " 1607, 22271",
    "sha256_shallow, SHA-256, 6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19,"
        + " 494, 65294",
  })
  void hashesAreThoseOfTheJdk(String name, String algorithm, String start, int rounds, int triples)
      throws Exception {
    Circuit circuit = CircuitLibrary.open(name);
    byte[] message = "A message in one block.".getBytes(StandardCharsets.US_ASCII);
    byte[] block = Arrays.copyOf(message, 64);
    block[message.length] = (byte) 0x80;
    ByteBuffer.wrap(block)
        .order(name.equals("md5") ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN)
        .putLong(56, 8L * message.length);
    Values inputs = Values.inputs(circuit, 1);
    inputs.set(0, 0, block);
    inputs.set(1, 0, HexFormat.of().parseHex(start));
    byte[] digest = MessageDigest.getInstance(algorithm).digest(message);
    assertArrayEquals(digest, evaluate(circuit, inputs).get(0, 0));
    long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    VerifiedProgram program = compile(circuit, 1);
    long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
    requireCosts(program, rounds, triples);
    assertTrue(nanos < COMPILE_SECONDS * 1_000_000_000, "compiled in " + nanos + " ns");
  }

  @ParameterizedTest
  @Tag("slow")
  @CsvSource({"triple_des, 184", "keccak_f, 24", "f32_mul_shallow, -1"})
  void otherCircuitsAreEvaluatedInOneRoundALayer(String name, int rounds) throws Exception {
    Circuit circuit = CircuitLibrary.open(name);
    evaluate(circuit, random(circuit, 2));
    if (rounds > 0) {
      assertEquals(rounds, CostReport.of(compile(circuit, 2)).total().rounds());
    }
  }

  @ParameterizedTest
  @CsvSource({"des_sbox, 16, 128", "aes_128_sbox, 10, 200"})
  void lookupsTakeARoundALayer(String name, int rounds, long lookups) throws Exception {
    Circuit circuit = CircuitLibrary.open(name);
    Values inputs = random(circuit, 2);
    VerifiedProgram program = compile(circuit, 2, true);
    BigInteger[] expected = bits(PlainEvaluation.evaluate(circuit, inputs.bits()));
    for (VmRun.End end :
        new VmRun(program, Map.of("in", bits(inputs.bits()))).run(OpeningMode.ALL)) {
      assertNull(end.failure());
      assertArrayEquals(expected, end.outputs().get("out"));
    }
    requireCosts(program, rounds, 0);
    Counts demand = program.program().tapes().get(0).demand()[1];
    assertEquals(2 * lookups, Arrays.stream(demand.lookups()).sum());
  }

  @Test
  void theCodeDoesNotGrowWithTheLanes() throws Exception {
    Circuit circuit = CircuitLibrary.open("add_32_shallow");
    int words = compile(circuit, 1).program().tapes().get(0).words().length;
    assertEquals(words, compile(circuit, 500).program().tapes().get(0).words().length);
  }

  @Test
  void refusesANumberOfBitsThatFitsNoLanes() throws Exception {
    Circuit circuit = CircuitLibrary.open("add_32");
    CompileOptions options =
        CompileOptions.of(Fields.named("p128"), 2).withSecond(Fields.named("gf2_40"));
    BadFile e =
        assertThrows(
            BadFile.class,
            () ->
                Compiler.compile(
                    b -> new BitCircuit(circuit).apply(b.secondField().inputBits("in", 0, 65)),
                    "circuit",
                    options));
    assertTrue(
        e.getMessage().endsWith("65 bits for 64 input wires in equally many lanes"),
        e.getMessage());
  }

  @Test
  void evaluatesAtRealParties() throws Exception {
    Circuit circuit = CircuitLibrary.open("add_32_shallow");
    Values inputs = random(circuit, 2);
    VerifiedProgram program = compile(circuit, 2);
    VmRun run = new VmRun(program, Map.of("in", bits(inputs.bits())));
    BitMatrix expected = PlainEvaluation.evaluate(circuit, inputs.bits());
    for (VmRun.End end : run.run(OpeningMode.ALL)) {
      assertNull(end.failure());
      assertArrayEquals(bits(expected), end.outputs().get("out"));
    }
  }
}

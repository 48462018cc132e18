package org.schurmpc.vm.lang;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Vectors over the second field. */
class SecondFieldTest {
  private static CompileOptions options() throws Exception {
    return CompileOptions.of(Fields.named("p128"), 2).withSecond(Fields.named("gf2_40"));
  }

  private static void requireRefused(SecureProgram program, String reason) throws Exception {
    CompileOptions options = options();
    BadFile e = assertThrows(BadFile.class, () -> Compiler.compile(program, "refused", options));
    assertTrue(e.getMessage().endsWith(reason), e.getMessage());
  }

  private static long[] longs(BigInteger[] numbers) {
    return Arrays.stream(numbers).mapToLong(BigInteger::longValueExact).toArray();
  }

  private static void define(ProgramBuilder b) {
    SecondField field = b.secondField();
    SecretBitVector bits = field.inputBits("x", 0, 3, 2);
    b.output("bits", bits);
    SecretGf2ns x = bits.asElements();
    ClearGf2n cube = b.clearGf2n(8);
    field.output("sums", x.times(cube).plus(x.get(0)).plus(cube));
    SecretGf2ns both = SecretGf2ns.join(x.slice(3, 3), x.slice(0, 3));
    field.outputTo(1, "products", both.times(x.times(b.clearGf2n(2))));
    SecretGf2nArray cells = field.secretArray(12);
    b.repeat(2, i -> cells.chunk(i, 6).store(i, x.slice(0, 3).times(cube)));
    ClearGf2ns opened = cells.vector(0, 12).reveal();
    field.output("opened", opened.plus(opened.times(b.clearGf2n(4))));
    field.output("third", opened.coefficient(3));
  }

  @Test
  void computesElementByElement() throws Exception {
    VerifiedProgram program = Compiler.compile(SecondFieldTest::define, "vectors", options());
    Values inputs = Interpreter.inputs(program.program());
    inputs.set("x", BigInteger.valueOf(0b011), BigInteger.valueOf(0b110));
    Values outputs = Interpreter.run(program, inputs, 1).outputs();
    assertArrayEquals(new long[] {1, 1, 0, 0, 1, 1}, longs(outputs.get("bits")));
    assertArrayEquals(new long[] {1, 1, 9, 9, 1, 1}, longs(outputs.get("sums")));
    assertArrayEquals(new long[] {0, 2, 0, 0, 2, 0}, longs(outputs.get("products")));
    assertArrayEquals(
        new long[] {40, 40, 0, 0, 0, 0, 0, 40, 40, 0, 0, 0}, longs(outputs.get("opened")));
    assertArrayEquals(new long[] {1, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0}, longs(outputs.get("third")));
  }

  @Test
  void refusesWhatIsNotThere() throws Exception {
    requireRefused(b -> b.secondField().inputBits("x", 2, 1), "no party 2 among parties 0 to 1");
    requireRefused(b -> b.secondField().inputBits("x", 0, 0), "at least 1 value, not 0");
    requireRefused(
        b -> b.secondField().inputBits("x", 0, 41, 1),
        "the second field has no elements of 41 bits");
    requireRefused(
        b -> b.secondField().randomBits(1).asElements().reveal().coefficient(40),
        "elements of the second field have 40 coefficients");
  }

  @Test
  void refusesToMixFields() throws Exception {
    requireRefused(b -> b.randomBits(1).asElements(), "over the first field: take asInts");
    requireRefused(
        b -> SecretBitVector.join(b.randomBits(1), b.secondField().randomBits(1)),
        "values over different fields are put into one vector");
    CompileOptions one = CompileOptions.of(Fields.named("p128"), 2);
    BadFile e =
        assertThrows(
            BadFile.class, () -> Compiler.compile(ProgramBuilder::secondField, "one", one));
    assertTrue(e.getMessage().contains("no second field"), e.getMessage());
  }
}

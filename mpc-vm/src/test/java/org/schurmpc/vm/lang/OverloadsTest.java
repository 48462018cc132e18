package org.schurmpc.vm.lang;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.lib.Comparison;
import org.schurmpc.vm.lib.FloatingPoint;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Operations with operands of less usual types compute what those of usual ones do. */
class OverloadsTest {
  private static final IntType TYPE = IntType.signed(16);

  private static Values run(SecureProgram program) throws Exception {
    CompileOptions options =
        CompileOptions.of(Fields.named("p128"), 2).withSecond(Fields.named("gf2_40"));
    VerifiedProgram compiled = Compiler.compile(program, "overloads", options);
    Values inputs = Interpreter.inputs(compiled.program());
    for (var each :
        Map.of("x", List.of(3L, -4L, 5L), "y", List.of(7L), "bit", List.of(1L)).entrySet()) {
      if (compiled.program().inputs().stream().anyMatch(p -> p.name().equals(each.getKey()))) {
        inputs.set(
            each.getKey(),
            each.getValue().stream().map(BigInteger::valueOf).toArray(BigInteger[]::new));
      }
    }
    return Interpreter.run(compiled, inputs, 1).outputs();
  }

  private static void require(Values outputs, String name, long... expected) {
    assertEquals(
        Arrays.stream(expected).mapToObj(BigInteger::valueOf).toList(),
        List.of(outputs.get(name)),
        name);
  }

  private static void vectors(ProgramBuilder b) {
    SecretInts x = b.inputs("x", 0, TYPE, 3);
    SecretInt y = b.input("y", 1, TYPE);
    ClearInts clearX = x.reveal();
    ClearInt clearY = y.reveal();
    b.output("clear_plus", clearX.plus(clearY));
    b.output("clear_minus", clearX.minus(clearY));
    b.output("clear_difference", clearX.times(2).minus(clearX));
    b.output("plus", x.plus(clearY));
    b.output("minus", x.minus(y));
    b.output("minus_clear", x.minus(clearY));
    b.output("dot", x.dot(clearX));
    b.output("quotient", clearY.times(6).dividedBy(b.clear(5)));
    b.output("rest", clearY.times(6).mod(b.clear(5)));
    b.output("bit_opened", b.inputBit("bit", 0).reveal());
    Comparison comparison = new Comparison(b);
    b.output("at_most_3", comparison.atMost(x, 3));
    b.output("at_most", comparison.atMost(y, clearY));
    b.output("at_least", comparison.atLeast(y, clearY.plus(1)));
    ClearVar copy = b.clearVar(TYPE, clearY);
    ClearVar sum = b.clearVar(TYPE, 2);
    b.repeat(3, turn -> sum.set(sum.get().plus(turn.toClear()).assumeFits(TYPE)));
    b.output("copy", copy.get());
    b.output("sum", sum.get());
  }

  @Test
  void vectorsAndNumbersCombine() throws Exception {
    Values outputs = run(OverloadsTest::vectors);
    require(outputs, "clear_plus", 10, 3, 12);
    require(outputs, "clear_minus", -4, -11, -2);
    require(outputs, "clear_difference", 3, -4, 5);
    require(outputs, "plus", 10, 3, 12);
    require(outputs, "minus", -4, -11, -2);
    require(outputs, "minus_clear", -4, -11, -2);
    require(outputs, "dot", 50);
    require(outputs, "quotient", 8);
    require(outputs, "rest", 2);
    require(outputs, "bit_opened", 1);
    require(outputs, "at_most_3", 1, 1, 0);
    require(outputs, "at_most", 1);
    require(outputs, "at_least", 0);
    require(outputs, "copy", 7);
    require(outputs, "sum", 5);
  }

  private static void indices(ProgramBuilder b) {
    Index seven = b.input("y", 1, TYPE).reveal().toIndex();
    b.output("square", seven.times(seven).toClear());
    b.output("over_2", seven.dividedBy(seven.minus(5)).toClear());
    b.output("half", seven.dividedBy(2).toClear());
    b.output("rest", seven.mod(seven.minus(3)).toClear());
    b.output("left", seven.shiftLeft(2).toClear());
    b.output("right", seven.shiftRight(1).toClear());
    b.output("xor", seven.xor(b.index(5)).toClear());
    b.output("differs", seven.ne(seven).toClear());
    b.output("differs_from_8", seven.ne(8).toClear());
    IndexArray array = b.indexArray("array", 6);
    array.set(seven.minus(4), seven);
    b.output("cell", array.get(seven.minus(4)).toClear());
    b.output("in_chunk", array.chunk(seven.minus(6), 2).get(1).toClear());
    IndexVar variable = b.indexVar(0);
    b.ifThen(seven, () -> variable.set(9));
    b.output("variable", variable.get().toClear());
  }

  @Test
  void indicesAreNumbers() throws Exception {
    Values outputs = run(OverloadsTest::indices);
    require(outputs, "square", 49);
    require(outputs, "over_2", 3);
    require(outputs, "half", 3);
    require(outputs, "rest", 3);
    require(outputs, "left", 28);
    require(outputs, "right", 3);
    require(outputs, "xor", 2);
    require(outputs, "differs", 0);
    require(outputs, "differs_from_8", 1);
    require(outputs, "cell", 7);
    require(outputs, "in_chunk", 7);
    require(outputs, "variable", 9);
  }

  private static void others(ProgramBuilder b) {
    ClearGf2n product = b.clearGf2n(3).times(b.clearGf2n(5));
    b.output("product", product);
    b.output("quotient", product.dividedBy(b.clearGf2n(5)));
    FloatingPoint floats = new FloatingPoint(b);
    floats.outputTo(1, "float", floats.constant(1.5f));
  }

  @Test
  void elementsAndFloatsAreGivenOut() throws Exception {
    Values outputs = run(OverloadsTest::others);
    require(outputs, "product", 15);
    require(outputs, "quotient", 3);
    require(outputs, "float", Float.floatToIntBits(1.5f));
  }
}

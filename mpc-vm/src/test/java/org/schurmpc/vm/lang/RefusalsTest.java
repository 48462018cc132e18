package org.schurmpc.vm.lang;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;

/** What every value of the language refuses, with the same sentences everywhere. */
class RefusalsTest {
  private static final IntType TYPE = IntType.signed(8);

  private static void compile(SecureProgram program) throws Exception {
    CompileOptions options =
        CompileOptions.of(Fields.named("p128"), 2).withSecond(Fields.named("gf2_40"));
    Compiler.compile(program, "refused", options);
  }

  private static void requireRefused(String reason, List<SecureProgram> programs) {
    for (int i = 0; i < programs.size(); i++) {
      SecureProgram program = programs.get(i);
      String of = "program " + i + ": ";
      BadFile e = assertThrows(BadFile.class, () -> compile(program), of + reason);
      assertTrue(e.getMessage().contains(reason), of + e.getMessage());
      assertTrue(e.getMessage().matches("\\w+\\.java:[0-9]+: .*"), of + e.getMessage());
    }
  }

  private static <T> T ofAnotherProgram(Function<ProgramBuilder, T> value) throws Exception {
    AtomicReference<T> made = new AtomicReference<>();
    compile(b -> made.set(value.apply(b)));
    return made.get();
  }

  private static SecretInts ints(ProgramBuilder b, int n) {
    return b.inputs("x" + n, 0, TYPE, n);
  }

  private static SecretElements elements(ProgramBuilder b, int n) {
    return ints(b, n).asElements();
  }

  private static SecretGf2ns gf2ns(ProgramBuilder b, int n) {
    return b.secondField().randomBits(n).asElements();
  }

  @Test
  void vectorsOfDifferentLengths() {
    requireRefused(
        "a vector of 2 is combined with one of 3",
        List.of(
            b -> b.randomBits(2).and(b.randomBits(3)),
            b -> b.randomBits(2).xor(b.randomBits(3)),
            b -> gf2ns(b, 2).plus(gf2ns(b, 3)),
            b -> gf2ns(b, 2).reveal().plus(gf2ns(b, 3).reveal()),
            b -> elements(b, 2).plus(elements(b, 3)),
            b -> ints(b, 2).plus(ints(b, 3)),
            b -> ints(b, 2).minus(ints(b, 3)),
            b -> ints(b, 2).times(ints(b, 3)),
            b -> ints(b, 2).times(ints(b, 3).reveal()),
            b -> ints(b, 2).reveal().plus(ints(b, 3).reveal())));
  }

  @Test
  void bitsOverDifferentFields() {
    requireRefused(
        "bits over different fields are combined",
        List.of(
            b -> b.randomBits(2).and(b.secondField().randomBits(2)),
            b -> b.randomBits(2).xor(b.secondField().randomBits(2)),
            b -> b.secondField().randomBits(2).xor(b.randomBits(2))));
  }

  @Test
  void elementsOutsideOfAVector() {
    requireRefused(
        "elements 2 to 3 are outside of a vector of 3",
        List.of(
            b -> b.randomBits(3).slice(2, 2),
            b -> gf2ns(b, 3).slice(2, 2),
            b -> elements(b, 3).slice(2, 2),
            b -> ints(b, 3).slice(2, 2),
            b -> ints(b, 3).reveal().slice(2, 2)));
    requireRefused(
        "elements 3 to 3 are outside of a vector of 3",
        List.of(
            b -> b.randomBits(3).get(3),
            b -> gf2ns(b, 3).get(3),
            b -> gf2ns(b, 3).reveal().get(3),
            b -> ints(b, 3).get(3),
            b -> ints(b, 3).reveal().get(3)));
  }

  @Test
  void cellsOutsideOfAnArray() {
    requireRefused(
        "4 cells from cell 5 on are outside of array a, which has 8",
        List.of(
            b -> b.secretArray("a", TYPE, 8).part(5, 4),
            b -> b.secretArray("a", TYPE, 8).vector(5, 4),
            b -> b.secretArray("a", TYPE, 8).store(5, ints(b, 4))));
    requireRefused(
        "9 cells from cell 0 on are outside of array a, which has 8",
        List.of(
            b -> b.repeat(2, i -> b.secretArray("a", TYPE, 8).vector(i, 9)),
            b -> {
              SecretIntArray array = b.secretArray("a", TYPE, 8);
              SecretInts nine = ints(b, 9);
              b.repeat(2, i -> array.store(i, nine));
            }));
  }

  @Test
  void valuesOfAnotherProgram() throws Exception {
    ClearGf2n clear = ofAnotherProgram(b -> b.clearGf2n(1));
    SecretGf2n secret = ofAnotherProgram(b -> b.inputGf2n("x", 0));
    Index index = ofAnotherProgram(b -> b.index(1));
    SecretElements elements = ofAnotherProgram(b -> elements(b, 2));
    SecretInts ints = ofAnotherProgram(b -> ints(b, 2));
    SecretBitVector bits = ofAnotherProgram(b -> b.secondField().randomBits(2));
    LookupTable and = new LookupTable(2, 1, new int[] {0, 0, 0, 1});
    requireRefused(
        "a value of another program is used",
        List.of(
            b -> b.clearGf2n(1).plus(clear),
            b -> b.inputGf2n("x", 0).plus(secret),
            b -> b.index(1).plus(index),
            b -> b.inverses(2).reveal(elements),
            b -> ints(b, 2).plus(ints),
            b -> SecretInts.join(ints(b, 2), ints),
            b -> SecretBitVector.join(b.secondField().randomBits(2), bits),
            b -> b.secondField().lookup(and).of(b.secondField().randomBits(2), bits)));
  }

  @Test
  void partiesThatAreNot() {
    requireRefused(
        "there is no party 2 among parties 0 to 1",
        List.of(
            b -> b.input("x", 2, TYPE),
            b -> b.inputs("x", 2, TYPE, 3),
            b -> b.inputsFixed("x", 2, 8, 4, 3),
            b -> b.inputBits("x", 2, TYPE),
            b -> b.inputBits("x", 2, 8, 3),
            b -> b.inputBitsGf2n("x", 2, 8),
            b -> b.inputGf2n("x", 2),
            b -> b.outputTo(2, "x", b.input("y", 0, TYPE)),
            b -> b.outputTo(2, "x", b.randomBit()),
            b -> b.outputTo(2, "x", b.randomBits(3)),
            b -> b.outputTo(2, "x", b.inputGf2n("y", 0)),
            b -> b.outputFixedTo(2, "x", b.input("y", 0, TYPE), 4),
            b -> b.secondField().inputBits("x", 2, 3),
            b -> b.secondField().inputBits("x", 2, 8, 3),
            b -> b.secondField().outputTo(2, "x", gf2ns(b, 3))));
  }

  @Test
  void nothing() {
    requireRefused(
        "at least 1 value, not 0",
        List.of(
            b -> b.inputs("x", 0, TYPE, 0),
            b -> b.inputsFixed("x", 0, 8, 4, 0),
            b -> b.inputBits("x", 0, 8, 0),
            b -> b.secondField().inputBits("x", 0, 0),
            b -> b.secondField().inputBits("x", 0, 8, 0),
            b -> b.secondField().randomBits(0)));
    requireRefused(
        "there are masks for 1 value or more, not 0",
        List.of(b -> b.uniformMasks(0), b -> b.bitMasks(0, 8)));
  }

  @Test
  void pointsOutsideOfANumber() {
    requireRefused(
        "a number of 8 bits has no 8 bits behind the point",
        List.of(b -> b.inputsFixed("x", 0, 8, 8, 1)));
    requireRefused(
        "a number of 8 bits has no -1 bits behind the point",
        List.of(b -> b.outputFixed("x", b.input("y", 0, TYPE), -1)));
  }

  @Test
  void namesThatAreTaken() {
    requireRefused(
        "there are two of array a",
        List.of(
            b -> {
              b.secretArray("a", TYPE, 8);
              b.clearArray("a", TYPE, 8);
            }));
    requireRefused(
        "there are two of output x",
        List.of(
            b -> {
              b.output("x", b.randomBit());
              b.outputTo(0, "x", b.randomBit());
            }));
  }

  @Test
  void variablesOutsideOfTheirScope() {
    AtomicReference<SecretVar> escaped = new AtomicReference<>();
    requireRefused(
        "is used outside of its loop or branch",
        List.of(
            b -> {
              b.repeat(2, i -> escaped.set(b.secretVar(TYPE, 1)));
              escaped.get().get();
            },
            b -> {
              b.repeat(2, i -> escaped.set(b.secretVar(TYPE, 1)));
              escaped.get().set(b.secret(1));
            }));
    requireRefused(
        "is used outside of its tape",
        List.of(
            b -> {
              b.parallel(2, i -> escaped.set(b.secretVar(TYPE, 1)));
              escaped.get().get();
            },
            b -> {
              b.parallel(2, i -> escaped.set(b.secretVar(TYPE, 1)));
              escaped.get().set(b.secret(1));
            }));
  }
}

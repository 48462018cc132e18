package org.schurmpc.vm.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.Inverses;
import org.schurmpc.vm.lang.Mask;
import org.schurmpc.vm.lang.Masks;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretIntArray;
import org.schurmpc.vm.lang.SecretVar;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.TopK;

/** Wrong programs end with one sentence that names the line. */
class CompileErrorsTest {
  private static final String USED_TWICE =
      "a mask that was made outside of a loop, or of tapes, is used there, perhaps twice";

  private static final IntType TYPE = IntType.signed(32);

  private static void requireError(String message, SecureProgram program) {
    BadFile e =
        assertThrows(
            BadFile.class,
            () -> Compiler.compile(program, "wrong", CompileOptions.of(Fields.named("p128"), 3)));
    // The line of the error changes with this file.
    assertEquals(
        message,
        e.getMessage()
            .replaceFirst("^CompileErrorsTest.java:[0-9]+: ", "")
            .replaceAll("line CompileErrorsTest.java:[0-9]+", "line L"));
    assertEquals("CompileErrorsTest.java:", e.getMessage().substring(0, 23));
  }

  private static SecretInt input(ProgramBuilder b) {
    return b.input("x", 0, TYPE);
  }

  @Test
  void valueOutsideOfItsLoop() {
    requireError(
        "the value of line L is used outside of its loop or branch, which sets it perhaps never or"
            + " often: pass it through a variable or an array",
        b -> {
          List<SecretInt> escaped = new ArrayList<>();
          b.repeat(3, i -> escaped.add(b.secret(1)));
          b.output("x", escaped.get(0));
        });
  }

  @Test
  void widthsThatDoNotFit() {
    requireError(
        "the product needs 156 bits, but p128 holds numbers of 127 bits: take a prime of 157 bits,"
            + " or narrow a value by assumeFits",
        b -> {
          SecretInt x = input(b);
          SecretInt square = x.times(x);
          square.times(square).times(x);
        });
  }

  @Test
  void valueTooWideForVariable() {
    requireError(
        "a value of 33 bits does not fit in a variable of signed 32 bits: narrow it by assumeFits",
        b -> {
          SecretVar x = b.secretVar(TYPE, 0);
          x.set(x.get().plus(1));
        });
  }

  @Test
  void wrongArgumentOfTheLibrary() {
    requireError("8 values have no 9 greatest", b -> new TopK(b).of(b.inputs("x", 0, TYPE, 8), 9));
  }

  @Test
  void maskUsedTwice() {
    requireError(
        "a mask is used twice, at first in line L",
        b -> {
          Mask mask = b.bitMask(32);
          input(b).openMasked(mask);
          b.input("y", 0, TYPE).openMasked(mask);
        });
  }

  @Test
  void maskUsedInLoop() {
    requireError(
        USED_TWICE,
        b -> {
          Mask mask = b.uniformMask();
          SecretInt x = input(b);
          b.repeat(2, i -> x.openMasked(mask));
        });
  }

  @Test
  void maskUsedInTapes() {
    requireError(
        USED_TWICE,
        b -> {
          Mask mask = b.bitMask(32);
          SecretInt x = input(b);
          b.parallel(2, i -> x.openMasked(mask));
        });
    requireError(
        USED_TWICE,
        b -> {
          Mask mask = b.uniformMask();
          SecretInt x = input(b);
          b.repeatSteps(2, i -> b.step(() -> x.openMasked(mask)));
        });
  }

  @Test
  void maskTooShort() {
    requireError(
        "a mask for 31 bits does not hide a value of 32 bits",
        b -> input(b).openMasked(b.bitMask(31)));
  }

  @Test
  void maskForOneValueAndTwo() {
    requireError(
        "a mask for 1 values cannot hide 2",
        b -> b.inputs("x", 0, TYPE, 2).openMasked(b.bitMask(32)));
    requireError("a mask for 2 values cannot hide 1", b -> input(b).openMasked(b.bitMasks(2, 32)));
  }

  @Test
  void vectorOfMasksUsedTwice() {
    requireError(
        "a mask is used twice, at first in line L",
        b -> {
          Masks masks = b.uniformMasks(2);
          b.inputs("x", 0, TYPE, 2).openMasked(masks);
          b.inputs("y", 0, TYPE, 2).openMasked(masks);
        });
  }

  @Test
  void inversesUsedTwice() {
    requireError(
        "a vector of inverses is used twice, at first in line L",
        b -> {
          Inverses pairs = b.inverses(2);
          pairs.reveal(b.inputs("x", 0, TYPE, 2).asElements().times(pairs.values()));
          pairs.reveal(b.inputs("y", 0, TYPE, 2).asElements().times(pairs.inverses()));
        });
    requireError(
        "a vector of inverses that was made outside of a loop, or of tapes, is used there,"
            + " perhaps twice",
        b -> {
          Inverses pairs = b.inverses(1);
          b.repeat(2, i -> pairs.reveal(pairs.values()));
        });
  }

  @Test
  void inversesOfOtherLengths() {
    requireError(
        "2 inverses cannot hide 1 elements", b -> b.inverses(2).reveal(b.inverses(1).values()));
    requireError("there are inverses of 1 element or more, not 0", b -> b.inverses(0));
  }

  @Test
  void noLowBitsOfMasks() {
    requireError(
        "the masks were made without a number of lowest bits", b -> b.bitMasks(2, 32).low());
  }

  @Test
  void noRoomForMask() {
    requireError(
        "masked values of 90 bits need a prime of 131 bits, and p128 has 128: take a larger prime,"
            + " or masks that are longer by less than 40 bits",
        b -> b.requireRoom(90));
  }

  /** Over a small field masks are not shorter, unless somebody asks for that. */
  @Test
  void aSmallFieldHasNoShorterMasks() throws Exception {
    SecureProgram masks = b -> input(b).openMasked(b.bitMask(32));
    CompileOptions small = CompileOptions.of(Fields.named("18446744073709551557"), 3);
    assertEquals(40, small.sigmaMask());
    BadFile e = assertThrows(BadFile.class, () -> Compiler.compile(masks, "masks", small));
    assertTrue(e.getMessage().contains("masked values of 32 bits need a prime of 73 bits"));
    Compiler.compile(masks, "masks", small.withSigmaMask(29));
    Compiler.compile(b -> b.output("x", input(b)), "none", small);
    CompileOptions.of(Fields.named("4294967291"), 3); // for programs without masks of bits
  }

  @Test
  void valueOfAnotherTape() {
    requireError(
        "the value of line L is used outside of its tape: pass it through a variable or an array",
        b -> {
          List<SecretInt> escaped = new ArrayList<>();
          b.step(() -> escaped.add(b.secret(1)));
          b.output("x", escaped.get(0));
        });
  }

  @Test
  void placeOutsideOfArray() {
    requireError(
        "3 cells from cell 8 on are outside of array cells, which has 10",
        b -> {
          SecretIntArray cells = b.secretArray("cells", TYPE, 10);
          cells.vector(8, 3);
        });
  }

  @Test
  void inputInLoop() {
    requireError(
        "input x is in a loop, which would read it again", b -> b.repeat(2, i -> input(b)));
  }

  @Test
  void nameUsedTwice() {
    requireError(
        "there are two of input x",
        b -> {
          input(b);
          input(b);
        });
  }

  @Test
  void vectorsOfDifferentLengths() {
    requireError(
        "a vector of 3 is combined with one of 2",
        b -> b.inputs("x", 0, TYPE, 3).plus(b.inputs("y", 0, TYPE, 2)));
  }

  @Test
  void argumentMissing() {
    requireError("the program needs an argument n", b -> b.argument("n"));
  }

  @Test
  void argumentThatNobodyReads() throws Exception {
    CompileOptions options = CompileOptions.of(Fields.named("p128"), 2);
    SecureProgram two = b -> b.output("x", b.clear(b.argument("n") + b.argument("count", 2)));
    BadFile e =
        assertThrows(
            BadFile.class,
            () -> Compiler.compile(two, "two", options.with(Map.of("n", 1L, "cuont", 3L))));
    assertEquals(
        "program two: there is no argument cuont; the program reads count, n", e.getMessage());
    SecureProgram none = b -> b.output("x", b.clear(1));
    e =
        assertThrows(
            BadFile.class, () -> Compiler.compile(none, "none", options.with(Map.of("n", 1L))));
    assertEquals("program none: there is no argument n; the program reads none", e.getMessage());
  }

  @Test
  void parallelStepInBranch() {
    requireError(
        "a parallel step is possible at the top level of the program only",
        b -> b.ifThen(b.index(1), () -> b.parallel(2, tape -> {})));
  }

  @Test
  void noSecondField() {
    requireError(
        "the program has no second field for elements of GF(2^n)", b -> b.inputGf2n("x", 0));
  }

  @Test
  void valueTooWideForArray() {
    requireError(
        "a value of 33 bits does not fit in array cells of unsigned 31 bits: narrow it by"
            + " assumeFits",
        b -> b.secretArray("cells", IntType.unsigned(31), 2).set(0, input(b).plus(1)));
  }

  @Test
  void exceptionOfTheProgram() {
    requireError("java.lang.ArithmeticException: / by zero", b -> b.secret(1 / (b.parties() - 3)));
  }
}

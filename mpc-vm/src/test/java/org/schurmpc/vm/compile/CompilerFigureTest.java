package org.schurmpc.vm.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Op;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.Tape;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;

/** KSS13's sample program, Figures 1 and 2. */
class CompilerFigureTest {
  private static void figure1(ProgramBuilder b) {
    SecretInts in = b.inputs("in", 0, IntType.signed(16), 5);
    SecretInt x = in.get(0).times(in.get(1)).plus(in.get(2).times(in.get(3)));
    SecretInt y = in.get(0).times(x);
    b.output("y", y);
    b.output("z", in.get(4).reveal());
  }

  private static Program compile(boolean optimise) throws Exception {
    CompileOptions options = CompileOptions.of(Fields.named("p128"), 2);
    CompileOptions chosen = optimise ? options : options.asWritten();
    return Compiler.compile(CompilerFigureTest::figure1, "figure1", chosen).program();
  }

  @Test
  void mergesOpeningsAsInFigure2() throws Exception {
    Tape tape = compile(true).tapes().get(0);
    assertEquals(
        List.of(List.of(Code.PRODUCT, Code.PRODUCT, Code.REVEAL), List.of(Code.PRODUCT)),
        Listing.groups(tape));
    assertEquals(3, tape.demand()[0].triples());
  }

  @Test
  void ordersLocalWorkAroundRounds() throws Exception {
    assertEquals(
        List.of(
            Op.INPUT,
            Op.STARTOPEN,
            Op.STOPOPEN,
            Op.ADDS,
            Op.STARTOPEN,
            Op.OUTPUTC,
            Op.STOPOPEN,
            Op.OUTPUT,
            Op.END),
        Listing.ops(compile(true).tapes().get(0)));
  }

  @Test
  void takesRegistersAsLateAsPossible() throws Exception {
    // Five inputs and two products; later values take registers that are free by then.
    Tape tape = compile(true).tapes().get(0);
    assertEquals(7, tape.sRegisters()[0]);
    assertEquals(1, tape.cRegisters()[0]);
  }

  @Test
  void keepsRoundsApartIfNotOptimised() throws Exception {
    assertEquals(4, Listing.rounds(compile(false).tapes().get(0)));
  }
}

package org.schurmpc.vm.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Op;
import org.schurmpc.vm.lang.ClearInt;
import org.schurmpc.vm.lang.Index;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretIntArray;

/** Where instructions stand around rounds. */
class PlacementTest {
  private static final IntType TYPE = IntType.signed(30);

  @Test
  void revealsWaitForLaterRounds() throws Exception {
    Compiled program =
        new Compiled(
            b -> {
              SecretInt x = b.input("x", 0, TYPE);
              SecretInt square = x.square().assumeFits(TYPE);
              SecretInt fourth = square.square().assumeFits(TYPE);
              SecretInt eighth = fourth.square().assumeFits(TYPE);
              b.output("x", x.reveal());
              b.output("square", square.reveal());
              b.output("fourth", fourth.reveal());
              b.output("eighth", eighth);
            });
    int reveal = Code.REVEAL;
    int square = Code.SQUARED;
    assertEquals(
        List.of(List.of(square, reveal), List.of(square), List.of(square, reveal, reveal)),
        Listing.groups(program.tape(0)));
    // One before the last round, one before the outputs.
    assertEquals(List.of(2L), program.with("x", 3).run().checks());
  }

  @Test
  void revealsDoNotWaitIfAnOpeningNeedsThem() throws Exception {
    Compiled program =
        new Compiled(
            b -> {
              SecretInt x = b.input("x", 0, TYPE);
              ClearInt square = x.square().assumeFits(TYPE).reveal();
              SecretInt next = x.times(square).assumeFits(TYPE).square();
              b.output("next", next);
            });
    assertEquals(
        List.of(List.of(Code.SQUARED), List.of(Code.REVEAL), List.of(Code.SQUARED)),
        Listing.groups(program.tape(0)));
  }

  @Test
  void materialComesWithItsUser() throws Exception {
    int bits = 50;
    Compiled program =
        new Compiled(
            b -> {
              SecretInt sum = b.input("x", 0, TYPE);
              for (int i = 0; i < bits; i++) {
                sum = sum.times(b.randomBit().asInt()).assumeFits(TYPE);
              }
              b.output("sum", sum);
            });
    assertEquals(bits, Listing.rounds(program.tape(0)));
    assertEquals(3, program.tape(0).sRegisters()[0]);
  }

  @Test
  void branchesOnValuesAreNotTakenWhileMessagesTravel() throws Exception {
    Compiled program =
        new Compiled(
            b -> {
              SecretInt x = b.input("x", 0, TYPE);
              SecretInt square = x.square().assumeFits(TYPE);
              Index i = x.reveal().toIndex();
              SecretIntArray cells = b.secretArray("cells", TYPE, 10);
              cells.set(i, square.square().assumeFits(TYPE));
              b.output("cells", cells.vector(0, 10));
            });
    assertEquals(
        List.of(
            Op.INPUT,
            Op.STARTOPEN,
            Op.STOPOPEN,
            Op.STARTOPEN,
            Op.STOPOPEN,
            Op.CTOI,
            Op.STSX,
            Op.LDS,
            Op.OUTPUT,
            Op.END),
        Listing.ops(program.tape(0)));
    assertEquals(16L, program.with("x", 2).output("cells").get(2));
  }
}

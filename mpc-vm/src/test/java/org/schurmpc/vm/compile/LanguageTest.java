package org.schurmpc.vm.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.asm.Assembler;
import org.schurmpc.vm.asm.Disassembler;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Op;
import org.schurmpc.vm.code.Tape;
import org.schurmpc.vm.lang.ClearInt;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.Index;
import org.schurmpc.vm.lang.IndexVar;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.Inverses;
import org.schurmpc.vm.lang.Mask;
import org.schurmpc.vm.lang.Masks;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBit;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretBits;
import org.schurmpc.vm.lang.SecretElements;
import org.schurmpc.vm.lang.SecretGf2n;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretIntArray;
import org.schurmpc.vm.lang.SecretIntMatrix;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lang.SecretVar;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.machine.spdz.VmRun;
import org.schurmpc.vm.verify.VerifiedProgram;
import org.schurmpc.vm.verify.Verifier;

/** What each part of the language means, by the interpreter. */
class LanguageTest {
  private static final IntType TYPE = IntType.signed(32);

  @Test
  void computesWithVectors() throws Exception {
    Compiled program =
        new Compiled(
            b -> {
              SecretInts x = b.inputs("x", 0, TYPE, 3);
              SecretInts y = b.inputs("y", 1, TYPE, 3);
              b.output("dot", x.dot(y));
              b.output("scaled", x.times(y.get(1)).minus(y).plus(7));
              b.output("joined", SecretInts.of(y.get(2), x.slice(1, 2).sum(), x.get(0).negate()));
              b.output("opened", x.reveal().times(y.reveal().get(0)).plus(x.reveal()));
              b.output("minus", x.reveal().minus(y).square());
            });
    program.with("x", 1, -2, 3).with("y", 10, 20, -30);
    assertEquals(List.of(-120L), program.output("dot"));
    assertEquals(List.of(17L, -53L, 97L), program.output("scaled"));
    assertEquals(List.of(-30L, 1L, -1L), program.output("joined"));
    assertEquals(List.of(11L, -22L, 33L), program.output("opened"));
    assertEquals(List.of(81L, 22L * 22, 33L * 33), program.output("minus"));
  }

  @Test
  void computesWithBits() throws Exception {
    for (int bits = 0; bits < 4; bits++) {
      Compiled program =
          new Compiled(
              b -> {
                SecretBit x = b.inputBit("x", 0);
                SecretBit y = b.inputBit("y", 1);
                SecretBit r = b.randomBit();
                b.output("and", x.and(y));
                b.output("or", x.or(y));
                b.output("xor", x.xor(y).not());
                b.output("chosen", x.choose(b.secret(5), y.asInt()));
                b.output("zero", r.and(r.not()));
              });
      long x = bits & 1;
      long y = bits >> 1;
      program.with("x", x).with("y", y);
      assertEquals(List.of(x & y), program.output("and"));
      assertEquals(List.of(x | y), program.output("or"));
      assertEquals(List.of(1 - (x ^ y)), program.output("xor"));
      assertEquals(List.of(x == 1 ? 5 : y), program.output("chosen"));
      assertEquals(List.of(0L), program.output("zero"));
    }
  }

  @Test
  void computesWithClearValues() throws Exception {
    Compiled program =
        new Compiled(
            b -> {
              ClearInt x = b.input("x", 0, TYPE).reveal();
              b.output("div", x.dividedBy(7));
              b.output("mod", x.mod(7));
              b.output("low", x.lowBits(3));
              b.output("shifted", x.shiftLeft(3).shiftRight(2));
              b.output("logic", x.and(b.clear(12)).or(b.clear(3)).xor(b.clear(1)));
              b.output("field", x.times(b.clear(6)).overInField(b.clear(6)));
              b.output("index", x.toIndex().minus(1).times(3).toClear());
              b.print("x is ", x, ", zero: ", x.isZero());
            });
    program.with("x", 29);
    assertEquals(List.of(4L), program.output("div"));
    assertEquals(List.of(1L), program.output("mod"));
    assertEquals(List.of(5L), program.output("low"));
    assertEquals(List.of(58L), program.output("shifted"));
    assertEquals(List.of(((29L & 12) | 3) ^ 1), program.output("logic"));
    assertEquals(List.of(29L), program.output("field"));
    assertEquals(List.of(84L), program.output("index"));
    assertEquals(List.of("x is 29, zero: 0"), program.run().prints());
  }

  @Test
  void loopsStayLoops() throws Exception {
    int[] words = new int[2];
    int[] turns = {10, 1000};
    for (int i = 0; i < 2; i++) {
      int n = turns[i];
      Compiled program =
          new Compiled(
              b -> {
                SecretInt x = b.input("x", 2, IntType.unsigned(4));
                SecretVar sum = b.secretVar(TYPE, 0);
                b.repeat(n, j -> sum.set(sum.get().plus(x.times(x)).assumeFits(TYPE)));
                b.output("sum", sum.get());
              });
      assertEquals(List.of(9L * n), program.with("x", 3).output("sum"));
      words[i] = program.tape(0).words().length;
    }
    assertEquals(words[0], words[1]);
  }

  @Test
  void branchesAndLoopsDependOnOpenedValues() throws Exception {
    Compiled program =
        new Compiled(
            b -> {
              Index x = b.input("x", 0, TYPE).reveal().toIndex();
              IndexVar sum = b.indexVar(0);
              SecretIntArray cells = b.secretArray("cells", TYPE, 10);
              b.range(b.index(2), x, i -> sum.set(sum.get().plus(i)));
              b.range(b.index(0), x, i -> cells.set(i, i.toClear().toSecret().assumeFits(TYPE)));
              b.ifThenElse(
                  b.index(5).lt(x), () -> sum.set(sum.get().plus(100)), () -> b.print("small"));
              b.output("sum", sum.get().toClear());
              b.output("last", cells.get(x.minus(1)));
              b.output("three", cells.vector(b.index(1), 3));
            });
    assertEquals(List.of(2L + 3 + 4 + 5 + 6 + 100), program.with("x", 7).output("sum"));
    assertEquals(List.of(6L), program.output("last"));
    assertEquals(List.of(1L, 2L, 3L), program.output("three"));
    assertEquals(List.of(2L + 3), program.with("x", 4).output("sum"));
    assertEquals(List.of("small"), program.run().prints());
  }

  @Test
  void variablesCarryValuesThroughLoops() throws Exception {
    Compiled program =
        new Compiled(
            b -> {
              SecretVar x = b.secretVar(TYPE, 1);
              SecretVar y = b.secretVar(TYPE, 2);
              b.repeat(
                  3,
                  i -> {
                    SecretInt old = x.get();
                    x.set(y.get());
                    y.set(old);
                  });
              b.output("x", x.get());
              b.output("y", y.get());
            });
    assertEquals(List.of(2L), program.output("x"));
    assertEquals(List.of(1L), program.output("y"));
  }

  @Test
  void valueReadBeforeLoopIsKept() throws Exception {
    Compiled program =
        new Compiled(
            b -> {
              SecretVar x = b.secretVar(TYPE, 1);
              b.repeat(1, i -> x.set(b.secret(5)));
              SecretInt five = x.get();
              b.repeat(4, i -> x.set(x.get().plus(five).assumeFits(TYPE)));
              b.output("x", x.get());
            });
    assertEquals(List.of(25L), program.output("x"));
  }

  @Test
  void tapesRunInParallelOnTheirChunks() throws Exception {
    Compiled program =
        new Compiled(
            b -> {
              SecretInt factor = b.input("factor", 0, IntType.signed(8));
              SecretIntArray cells = b.secretArray("cells", TYPE, 12);
              cells.store(0, b.inputs("x", 1, IntType.signed(8), 12));
              SecretVar before = b.secretVar(TYPE, 6);
              b.parallel(
                  4,
                  tape -> {
                    SecretIntArray own = cells.chunk(tape, 3);
                    b.repeat(
                        3, i -> own.set(i, own.get(i).assumeFits(IntType.signed(8)).times(factor)));
                  });
              b.output("all", cells.vector(0, 12));
              b.output("before", before.get().times(factor));
            });
    program.with("factor", -2).with("x", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    assertEquals(
        List.of(-2L, -4L, -6L, -8L, -10L, -12L, -14L, -16L, -18L, -20L, -22L, -24L),
        program.output("all"));
    assertEquals(List.of(-12L), program.output("before"));
  }

  @Test
  void stepsRepeat() throws Exception {
    Compiled program =
        new Compiled(
            b -> {
              SecretIntArray cells = b.secretArray("cells", TYPE, 2);
              SecretVar total = b.secretVar(TYPE, 0);
              b.repeatSteps(
                  3,
                  round -> {
                    SecretInt add =
                        round.plus(1).toClear().toSecret().assumeFits(IntType.signed(8));
                    b.step(
                        () -> cells.set(0, cells.get(0).plus(1).assumeFits(TYPE)),
                        () -> cells.set(1, cells.get(1).plus(10).assumeFits(TYPE)));
                    total.set(total.get().plus(add).assumeFits(TYPE));
                  });
              b.output("cells", cells.vector(0, 2));
              b.output("total", total.get());
            });
    assertEquals(List.of(3L, 30L), program.output("cells"));
    assertEquals(List.of(6L), program.output("total"));
  }

  @Test
  void matricesHaveRows() throws Exception {
    Compiled program =
        new Compiled(
            b -> {
              SecretIntMatrix m = b.secretMatrix("m", TYPE, 2, 3);
              b.repeat(2, r -> b.repeat(3, c -> m.set(r, c, value(r.times(10).plus(c)))));
              b.output("row", m.row(1).vector(0, 3));
              b.output("cell", m.get(0, 2));
              b.output("rows", m.row(b.index(1)).get(b.index(1)));
            });
    assertEquals(List.of(10L, 11L, 12L), program.output("row"));
    assertEquals(List.of(2L), program.output("cell"));
    assertEquals(List.of(11L), program.output("rows"));
  }

  private static SecretInt value(Index x) {
    return x.toClear().toSecret().assumeFits(TYPE);
  }

  @Test
  void masksHideWhatTheyCover() throws Exception {
    Compiled program =
        new Compiled(
            b -> {
              SecretInt x = b.input("x", 0, TYPE);
              Mask mask = b.bitMask(32);
              b.output("again", x.openMasked(mask).minus(mask.value()).assumeFits(TYPE));
              b.output("bit", mask.bits().get(0));
              Mask any = b.uniformMask();
              b.output(
                  "any", x.openMasked(any).assumeFits(TYPE).minus(any.value().assumeFits(TYPE)));
            });
    program.with("x", -5);
    assertEquals(List.of(-5L), program.output("again"));
    assertEquals(List.of(-5L), program.output("any"));
    assertTrue(program.output("bit").get(0) <= 1);
    assertEquals(List.of(List.of(Code.REVEAL, Code.MASKED)), Listing.groups(program.tape(0)));
  }

  @Test
  void vectorsOfMasksHideWhatTheyCover() throws Exception {
    for (int split : new int[] {0, 1, 5, 32 - 1 + 40}) {
      Compiled program =
          new Compiled(
              b -> {
                SecretInts x = b.inputs("x", 0, TYPE, 3);
                Masks masks = b.bitMasks(3, 32, split);
                ClearInts opened = x.openMasked(masks);
                b.output("again", opened.minus(masks.value()).assumeFits(TYPE));
                b.output("count", b.clear(masks.bits().size()));
                SecretInts rest = split == 0 ? x.minus(x) : masks.low();
                for (int i = 0; i < split; i++) {
                  rest =
                      rest.minus(
                          masks.bits().get(i).asInts().times(b.clear(BigInteger.TWO.pow(i))));
                  rest = rest.assumeFits(IntType.signed(100));
                }
                b.output("rest", rest);
                Masks any = b.uniformMasks(3);
                SecretInts uniform = any.value().assumeFits(TYPE);
                b.output("any", x.openMasked(any).assumeFits(TYPE).minus(uniform));
              });
      program.with("x", -5, 7, Integer.MIN_VALUE);
      assertEquals(List.of(-5L, 7L, (long) Integer.MIN_VALUE), program.output("again"));
      assertEquals(List.of(-5L, 7L, (long) Integer.MIN_VALUE), program.output("any"));
      assertEquals(List.of(0L, 0L, 0L), program.output("rest"));
      assertEquals(List.of(32L - 1 + 40), program.output("count"));
      assertEquals(List.of(List.of(Code.REVEAL, Code.MASKED)), Listing.groups(program.tape(0)));
    }
  }

  @Test
  void valuesUnderMasksOfBitsAreCheckedBeforeTheyAreSent() throws Exception {
    Compiled program =
        new Compiled(
            b -> {
              SecretInt x = b.input("x", 0, TYPE).square().assumeFits(TYPE);
              Mask mask = b.bitMask(32);
              b.output("again", x.openMasked(mask).minus(mask.value()).assumeFits(TYPE));
              Mask any = b.uniformMask();
              SecretInt hidden = any.value().assumeFits(TYPE);
              SecretInt fourth = x.square().assumeFits(TYPE);
              b.output("any", fourth.openMasked(any).assumeFits(TYPE).minus(hidden));
            });
    program.with("x", -5);
    // One of the square before the mask of bits, and one before the outputs.
    assertEquals(List.of(2L), program.run().checks());
  }

  @Test
  void inversesHideElementsThatAreNotZero() throws Exception {
    Compiled program =
        new Compiled(
            b -> {
              SecretElements x = b.inputs("x", 0, TYPE, 3).asElements();
              Inverses pairs = b.inverses(3);
              ClearInts hidden = pairs.reveal(x.times(pairs.values()));
              ClearInts one = hidden.overInField(hidden);
              b.output("again", pairs.inverses().times(hidden).assumeFits(TYPE));
              b.output("one", pairs.inverses().times(pairs.values()).assumeFits(TYPE));
              // 1/x is a over x a.
              SecretElements inverse = pairs.values().times(one.overInField(hidden));
              b.output("product", inverse.times(x).assumeFits(TYPE));
            });
    program.with("x", -5, 7, Integer.MIN_VALUE);
    assertEquals(List.of(-5L, 7L, (long) Integer.MIN_VALUE), program.output("again"));
    assertEquals(List.of(1L, 1L, 1L), program.output("one"));
    assertEquals(List.of(1L, 1L, 1L), program.output("product"));
    // One of the product before it is revealed.
    assertEquals(List.of(2L), program.run().checks());
    assertEquals(3, CostReport.of(program.verified()).total().items().inverses());
    assertEquals(3, program.tape(0).demand()[0].inverses());
  }

  @Test
  void vectorsOfBitsWorkElementByElement() throws Exception {
    Compiled program =
        new Compiled(
            b -> {
              SecretBitVector x = b.inputBitVector("x", 0, 4);
              SecretBitVector y = b.inputBitVector("y", 1, 4);
              b.output("and", x.and(y));
              b.output("or", x.or(y));
              b.output("xor", x.xor(y));
              b.output("not", x.not());
              b.output("same", x.xor(false));
              b.output("part", x.slice(1, 3).xor(y.get(3).asVector()));
              b.output(
                  "chosen", x.choose(b.inputs("one", 0, TYPE, 4), b.inputs("zero", 1, TYPE, 4)));
              b.output("opened", x.reveal());
              b.outputTo(0, "first", SecretInts.join(x.asInts(), y.asInts()).assumeBits());
            });
    program.with("x", 0, 0, 1, 1);
    program.with("y", 0, 1, 0, 1);
    program.with("one", 1, 2, 3, 4);
    program.with("zero", 5, 6, 7, 8);
    assertEquals(List.of(0L, 0L, 0L, 1L), program.output("and"));
    assertEquals(List.of(0L, 1L, 1L, 1L), program.output("or"));
    assertEquals(List.of(0L, 1L, 1L, 0L), program.output("xor"));
    assertEquals(List.of(1L, 1L, 0L, 0L), program.output("not"));
    assertEquals(List.of(0L, 0L, 1L, 1L), program.output("same"));
    assertEquals(List.of(1L, 0L, 0L), program.output("part"));
    assertEquals(List.of(5L, 6L, 3L, 4L), program.output("chosen"));
    assertEquals(List.of(0L, 0L, 1L, 1L), program.output("opened"));
    assertEquals(List.of(0L, 0L, 1L, 1L, 0L, 1L, 0L, 1L), program.output("first"));
  }

  private static void bits(ProgramBuilder b) {
    SecretBits<SecretInt> x = b.inputBits("x", 0, IntType.signed(6));
    SecretBits<SecretInt> y = b.inputBits("y", 1, IntType.unsigned(6));
    SecretBits<SecretGf2n> z = b.inputBitsGf2n("z", 1, 6);
    b.output("x", x.value().plus(1));
    b.output("y", y.value().plus(1));
    b.output("z", z.value());
    SecretInt and = b.secret(0);
    SecretInt or = b.secret(0);
    SecretInt xor = b.secret(0);
    SecretGf2n mixed = z.bits().get(0).asElement().times(b.clearGf2n(0));
    for (int i = 0; i < 6; i++) {
      SecretBit left = x.bits().get(i);
      SecretBit right = y.bits().get(i);
      SecretBit element = z.bits().get(i);
      and = and.plus(left.and(right).asInt().times(1L << i)).assumeFits(TYPE);
      or = or.plus(left.or(right).asInt().times(1L << i)).assumeFits(TYPE);
      xor = xor.plus(left.xor(right).xor(true).asInt().times(1L << i)).assumeFits(TYPE);
      SecretBit next = z.bits().get((i + 1) % 6);
      SecretBit three = element.and(next).xor(element.or(next)).not();
      mixed = mixed.plus(three.asElement().times(b.clearGf2n(1L << i)));
    }
    b.output("and", and);
    b.output("or", or);
    b.output("xor", xor);
    b.output("mixed", mixed);
  }

  private static Map<String, Long> ofBits(long x, long y, long z) {
    long next = z >> 1 | (z & 1) << 5;
    return Map.of(
        "x",
        x + 1,
        "y",
        y + 1,
        "z",
        z,
        "and",
        x & 63 & y,
        "or",
        (x & 63) | y,
        "xor",
        ~(x ^ y) & 63,
        "mixed",
        ~((z & next) ^ (z | next)) & 63);
  }

  @Test
  void inputsHaveBits() throws Exception {
    CompileOptions options =
        CompileOptions.of(Fields.named("p128"), 2).withSecond(Fields.named("gf2_40"));
    VerifiedProgram program = Compiler.compile(LanguageTest::bits, "bits", options);
    Tape tape = program.program().tapes().get(0);
    assertEquals(0, tape.demand()[0].bits());
    assertEquals(12, Arrays.stream(tape.demand()[0].ownBits()).sum());
    // Equal products are computed once.
    assertEquals(6, tape.demand()[0].triples());
    assertEquals(6, tape.demand()[1].bits());
    assertEquals(6, tape.demand()[1].triples());
    long[][] all = {{-32, 0, 63}, {31, 63, 1}, {-1, 42, 0}, {0, 21, 44}};
    for (long[] each : all) {
      Map<String, BigInteger[]> numbers = new HashMap<>();
      String[] names = {"x", "y", "z"};
      for (int i = 0; i < 3; i++) {
        numbers.put(names[i], new BigInteger[] {BigInteger.valueOf(each[i])});
      }
      VmRun run = new VmRun(program, numbers);
      for (VmRun.End end : run.run(OpeningMode.ALL)) {
        assertNull(end.failure());
        for (Map.Entry<String, Long> expected : ofBits(each[0], each[1], each[2]).entrySet()) {
          assertEquals(
              expected.getValue(),
              end.outputs().get(expected.getKey())[0].longValueExact(),
              expected.getKey());
        }
      }
      Values inputs = Interpreter.inputs(program.program());
      for (Map.Entry<String, BigInteger[]> input : numbers.entrySet()) {
        inputs.set(input.getKey(), input.getValue());
      }
      Values outputs = Interpreter.run(program, inputs, 1).outputs();
      ofBits(each[0], each[1], each[2])
          .forEach((name, value) -> assertEquals(BigInteger.valueOf(value), outputs.get(name)[0]));
    }
    String text = Disassembler.text(program.program());
    assertEquals(text, Disassembler.text(Assembler.assemble(text, "TEXT")));
  }

  @Test
  void foreignProgramsRevealWhatTheyCallMasked() throws Exception {
    Compiled program =
        new Compiled(
            b -> {
              SecretInt x = b.input("x", 0, TYPE).square().assumeFits(TYPE);
              Mask mask = b.uniformMask();
              SecretInt hidden = mask.value().assumeFits(TYPE);
              b.output("again", x.openMasked(mask).assumeFits(TYPE).minus(hidden));
            });
    program.with("x", -5);
    assertEquals(List.of(1L), program.run().checks());
    VerifiedProgram foreign = Verifier.verifyForeign(program.program(), "FOREIGN");
    assertEquals(
        List.of(List.of(Code.SQUARED), List.of(Code.REVEAL)),
        Listing.groups(foreign.program().tapes().get(0)));
    assertFalse(foreign.sameAs(program.verified()));
    Values inputs = Interpreter.inputs(foreign.program());
    inputs.set("x", BigInteger.valueOf(-5));
    Interpreter.Outcome outcome = Interpreter.run(foreign, inputs, 1);
    assertEquals(List.of(2L), outcome.checks());
    assertEquals(BigInteger.valueOf(25), outcome.outputs().get("again")[0]);
  }

  @Test
  void sameWorkIsDoneOnce() throws Exception {
    Compiled program =
        new Compiled(
            b -> {
              SecretInt x = b.input("x", 0, TYPE);
              SecretInt y = b.input("y", 0, TYPE);
              b.output("a", x.times(y).plus(y.times(x)).plus(0).times(1));
              x.times(x.plus(1)).reveal();
              b.output("b", x.times(x));
            });
    assertEquals(1, program.tape(0).demand()[0].triples());
    assertEquals(1, program.tape(0).demand()[0].squares());
    assertEquals(1, Listing.rounds(program.tape(0)));
    assertEquals(List.of(24L), program.with("x", 3).with("y", 4).output("a"));
  }

  @Test
  void inputsOfBlockAreRead() throws Exception {
    Compiled program =
        new Compiled(
            b -> {
              SecretInt x = b.input("x", 0, TYPE);
              SecretInt z = x.times(x);
              b.output("z", z.plus(b.input("y", 1, TYPE)));
            });
    List<Op> ops = Listing.ops(program.tape(0));
    assertEquals(1, ops.stream().filter(op -> op == Op.INPUT).count());
    assertEquals(List.of(29L), program.with("x", 5).with("y", 4).output("z"));
  }

  @Test
  void computesOverTwoFields() throws Exception {
    Field binary = Fields.named("gf2_40");
    CompileOptions options = CompileOptions.of(Fields.named("p128"), 2).withSecond(binary);
    VerifiedProgram program =
        Compiler.compile(
            b -> {
              SecretInt x = b.input("x", 0, TYPE);
              SecretGf2n y = b.inputGf2n("y", 1);
              SecretGf2n z = y.times(y.plus(b.clearGf2n(1)));
              b.output("x", x.times(x));
              b.output("z", z.times(b.clearGf2n(2)));
              b.output("opened", y.reveal().plus(b.clearGf2n(0xff)));
              b.outputTo(0, "again", z.times(z).plus(y));
            },
            "fields",
            options);
    assertEquals(
        List.of(List.of(Code.PRODUCT, Code.REVEAL), List.of(Code.SQUARED), List.of(Code.PRODUCT)),
        Listing.groups(program.program().tapes().get(0)));
    assertEquals(2 * 5 * 2 + 5 + 16, CostReport.of(program).openedBytes());
    Values inputs = Interpreter.inputs(program.program());
    inputs.set("x", BigInteger.valueOf(-3));
    inputs.set("y", BigInteger.valueOf(6));
    Values outputs = Interpreter.run(program, inputs, 1).outputs();
    assertEquals(BigInteger.valueOf(9), outputs.get("x")[0]);
    // (X^2 + X)(X^2 + X + 1) = X^4 + X; times X.
    assertEquals(BigInteger.valueOf(0b100100), outputs.get("z")[0]);
    assertEquals(BigInteger.valueOf(0xff ^ 6), outputs.get("opened")[0]);
    // X^8 + X^2 + X^2 + X.
    assertEquals(BigInteger.valueOf(0b100000010), outputs.get("again")[0]);
  }
}

package org.schurmpc.vm.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.vm.Programs;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.machine.plain.Interpreter.Outcome;
import org.schurmpc.vm.verify.Verifier;

/** Control, memory, ports and the order of checks, in the clear. */
class ControllerTest {
  private static final String HEAD = ".program p parties 2\n.field p128 sigma_mask 0\n";

  private static List<String> prints(String text) throws Exception {
    try (Run run = Run.of(HEAD + text)) {
      return run.prints;
    }
  }

  @Test
  void salariesAreSummed() throws Exception {
    Map<String, long[]> salaries =
        Map.of(
            "salary0", new long[] {1000},
            "salary1", new long[] {-3000},
            "salary2", new long[] {Integer.MIN_VALUE});
    try (Run run = Run.of(Programs.text("salaries.asm"), salaries)) {
      assertEquals(List.of(-2000L + Integer.MIN_VALUE), run.longs("total"));
      assertTrue(run.backends.get(0).unused().isNone());
      assertEquals(List.of("input", "output"), run.calls);
    }
  }

  @Test
  void everyInstructionRuns() throws Exception {
    Map<String, long[]> inputs =
        Map.of(
            "x", new long[] {3, 0xffffffffL, 5, 7},
            "y", new long[] {-2, 11},
            "b", new long[] {1, 0, 1},
            "z", new long[] {0x80, 3});
    try (Run run = Run.of(Programs.text("all.asm"), inputs)) {
      assertEquals(4, run.prints.size());
      assertTrue(run.prints.get(0).startsWith("the sum; in \"quotes\" and \\3 4294967295 5 7"));
      assertTrue(run.prints.get(0).endsWith("-7 -7 -7ü, and so on"), run.prints.get(0));
      assertEquals(run.prints.subList(0, 2), run.prints.subList(2, 4));
      // s33 is the sum of s0 to s3.
      long sum = 3 + 0xffffffffL + 5 + 7;
      assertEquals(List.of(sum, sum, sum, sum), run.longs("sum"));
      // s20 and s21 hold 3 * 3 and 0xffffffff^2.
      BigInteger big = BigInteger.valueOf(0xffffffffL);
      assertEquals(List.of(BigInteger.valueOf(9), big.multiply(big)), run.output("mine"));
      // z squared in GF(2^40): X^14 and X^2 + 1; of the first, only the product with s2 is shown.
      assertEquals(2, run.output("gsum").size());
      for (int f = 0; f < 2; f++) {
        assertTrue(run.backends.get(f).unused().isNone(), "field " + f);
      }
    }
  }

  @Test
  void countedLoopsCountFromZeroAndNest() throws Exception {
    List<String> lines =
        prints(
            """
            .tape main s 0 c 0 i 4
            loop i0, 3
              loop i1, 2
                print i0, i1
                addi i0, i0, i1
              endloop
              loop i2, 0
                print i3
              endloop
            endloop
            print i0, i1, i2
            end
            .schedule run main 0
            """);
    // The counter is set again at each turn, whatever the body writes to its register.
    assertEquals(List.of("00", "01", "10", "11", "20", "21", "310"), lines);
  }

  @Test
  void jumpsDecideOnIntegers() throws Exception {
    List<String> lines =
        prints(
            """
            .text "zero"
            .text "one"
            .tape main s 0 c 0 i 4 unbounded
            jmp begin
            print text 0
            begin: int i1, 1
            int i2, 3
            jz i0, on
            print text 0
            on: jnz i0, off
            print text 1
            off: jz i1, over
            print i1
            over: jnz i1, again
            print text 0
            again: addi i0, i0, i1
            print i0
            jlt i0, i2, again
            end
            .schedule run main 0
            """);
    assertEquals(List.of("one", "1", "1", "2", "3"), lines);
  }

  @Test
  void scheduleLoopsAndPassesArguments() throws Exception {
    List<String> lines =
        prints(
            """
            .memory s 0 c 0 i 2
            .text "none"
            .tape set s 0 c 0 i 1
            .footprint write i 0 0 2
            arg i0
            sti i0, 0
            end
            .tape down s 0 c 0 i 2
            .footprint write i 0 0 2
            ldi i0, 0
            print i0
            int i1, 1
            subi i0, i0, i1
            sti i0, 0
            end
            .tape never s 0 c 0 i 0
            print text 0
            end
            .schedule while 1
            .schedule run never 0
            .schedule end
            .schedule loop 2
            .schedule run set 2147483647
            .schedule run set 2
            .schedule while 0
            .schedule run down 0
            .schedule loop 0
            .schedule run never 0
            .schedule end
            .schedule end
            .schedule end
            """);
    assertEquals(List.of("2", "1", "2", "1"), lines);
  }

  @Test
  void registersAreZeroInEachRunAndMemoryIsKept() throws Exception {
    List<String> lines =
        prints(
            """
            .const 5
            .memory s 2 c 2 i 2
            .output o party all element count 2
            .tape main s 2 c 2 i 2
            .footprint write s 0 0 2
            .footprint write c 0 0 2
            .footprint write i 0 0 2
            print c0[2] element, i0[2]
            lds s1, 1
            ldc c1, 1
            ldi i1, 1
            output o, 0, s0[2]
            print c1 element, i1
            ldk c0, 0
            share s0, c0
            int i0, 6
            sts s0, 1
            stc c0, 1
            sti i0, 1
            end
            .schedule run main 0
            .schedule run main 0
            """);
    assertEquals(List.of("0 00 0", "00", "0 00 0", "56"), lines);
  }

  private static final String INDEXED =
      HEAD
          + """
          .const 10
          .const 11
          .const 12
          .const 13
          .memory s 8 c 8 i 8
          .output o party all element count 4
          .tape main s 4 c 4 i 8
          .footprint write s 0 0 8
          .footprint write c 0 0 8
          .footprint write i 0 0 8
          ldk c0[4], 0
          share s0[4], c0
          int i0, 3
          int i1, 0
          int i2, 2
          int i3, 1
          CODE
          end
          .schedule run main 0
          """;

  @Test
  void indexedAccessGathersScattersAndMovesRows() throws Exception {
    String code =
        """
        stsx s0[4], 4, 4, i0
        ldsx s0[3], 4, 4, *i3
        output o, 0, s0[3]
        stcx c0[3], 1, 4, *i3
        ldcx c0[4], 0, 8, i0
        print c0[4] element
        stix i0[4], 0, 4, i0
        ldix i4[4], 0, 8, i0
        ldix i0[2], 0, 8, *i2
        print i4[4]
        print i0[2]
        """;
    // Memory of s from 4 on: 11 13 12 10; of c from 2 on: 10 11 12; of i: 0 1 2 3.
    try (Run run = Run.of(INDEXED.replace("CODE\n", code))) {
      assertEquals(List.of(13L, 12L, 10L, 0L), run.longs("o"));
      assertEquals(List.of("11 0 10 0", "3 0 2 1", "2 3"), run.prints);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ldsx s0, 4, 3, i0 | the index is outside of the array",
        "ldsx s0[3], 4, 4, *i2 | the index is outside of the array",
        "stix i0[4], 0, 3, i0 | the index is outside of the array",
        "int i0, -1 / ldcx c0, 4, 4, i0 | the index is outside of the array",
        "int i0, 4294967296 / ldcx c0, 4, 4, i0 | the index is outside of the array",
        "int i0, -9223372036854775808 / stcx c0, 4, 4, i0 | the index is outside of the array",
        "output o, i0, s0[2] | the index is outside of port o",
        "int i0, -1 / output o, i0, s0 | the index is outside of port o",
      })
  void indicesOutsideAreRefused(String code, String reason) throws Exception {
    String text = INDEXED.replace("CODE", code.replace(" / ", "\n"));
    BadFile e = assertThrows(BadFile.class, () -> Run.of(text));
    assertTrue(
        e.getMessage().matches("TEXT, tape main, instruction [67]: " + reason), e.toString());
  }

  @Test
  void footprintsOfTheArgumentBoundIndices() throws Exception {
    String text =
        HEAD
            + """
            .memory s 0 c 0 i 8
            .tape part s 0 c 0 i 3
            .footprint write i 0 2 2
            arg i0
            addi i1, i0, i0
            int i2, OFFSET
            addi i1, i1, i2
            stix i0, 0, 8, i1
            end
            .tape show s 0 c 0 i 8
            .footprint read i 0 0 8
            ldi i0[8], 0
            print i0[8]
            end
            .schedule run part 1, part 3, part 2
            .schedule run show 0
            """;
    try (Run run = Run.of(text.replace("OFFSET", "1"))) {
      assertEquals(List.of("0 0 0 1 0 2 0 3"), run.prints);
    }
    for (String offset : List.of("2", "-1")) {
      BadFile e = assertThrows(BadFile.class, () -> Run.of(text.replace("OFFSET", offset)));
      assertTrue(e.getMessage().endsWith("outside of the tape's footprints"), e.getMessage());
    }
  }

  private static final String OPEN =
      HEAD
          + """
          .input x party 0 element count 4
          .output o party all element count 4
          .output p party 1 element count 2
          .tape main s 20 c 8 i 4
          DEMAND
          input x 0 s0[4]
          CODE
          end
          .schedule run main 0
          """;

  private static Run opened(String demand, String code) throws Exception {
    String text = OPEN.replace("DEMAND", ".demand " + demand).replace("CODE", code);
    Run run = Run.of(text, Map.of("x", new long[] {2, 3, 5, 7}));
    assertTrue(run.backends.get(0).unused().isNone(), run.backends.get(0).unused().toString());
    return run;
  }

  @Test
  void groupsMultiplySquareAndOpen() throws Exception {
    try (Run run =
        opened(
            "triples 6 squares 4 inputs 4 0",
            """
            movs s16[2], s2
            startopen product s4[2] s0 s2, product s6[4] *s0 s0, square s10[4] s0, reveal c0[2] s16
            movs s16, s0
            stopopen
            output o, 0, s4[2]
            output o, 2, s8[2]
            output p, 0, s12[2]
            print c0[2] element
            """)) {
      assertEquals(List.of(10L, 21L, 10L, 14L), run.longs("o"));
      assertEquals(List.of(25L, 49L), run.longs("p"));
      assertEquals(List.of("5 7"), run.prints);
      assertEquals(18, run.backends.get(0).opened());
    }
  }

  /** KSS13, Figure 2: a product from a triple and two masked openings. */
  @Test
  void productsFromTriplesAreProducts() throws Exception {
    try (Run run =
        opened(
            "triples 2 inputs 4 0",
            """
            triple s4[2], s6, s8
            subs s10[2], s0, s4
            subs s12[2], s2, s6
            startopen masked c0[2] s10, masked c2[2] s12
            stopopen
            mulm s14[2], s6, c0
            adds s8[2], s8, s14
            mulm s14[2], s4, c2
            adds s8[2], s8, s14
            mulc c4[2], c0, c2
            addm s8[2], s8, c4
            output o, 0, s8[2]
            """)) {
      assertEquals(List.of(10L, 21L, 0L, 0L), run.longs("o"));
    }
  }

  /** Of the rows 2 3 5 and 7 2 3 apart and in their place, and back. */
  @Test
  void matricesAreTransposed() throws Exception {
    try (Run run =
        opened(
            "inputs 4 0",
            """
            movs s4[4], s0
            movs s8[2], s0
            trans s10[6], s4, 2
            output o, 0, s10[4]
            trans s10[6], s10, 3
            output p, 0, s10[2]
            """)) {
      assertEquals(List.of(2L, 7L, 3L, 2L), run.longs("o"));
      assertEquals(List.of(2L, 3L), run.longs("p"));
    }
  }

  @Test
  void randomItemsKeepTheirRelations() throws Exception {
    try (Run run =
        opened(
            "triples 13 squares 4 bits 4 inverses 4 inputs 8 4",
            """
            triple s4[4], s8, s12
            startopen product s16[4] s4 s8
            stopopen
            subs s16[4], s16, s12
            sums s0[4], s16
            output o, 0, s0
            inv s4[4], s8
            startopen product s16[4] s4 s8
            stopopen
            sums s0[4], s16
            output o, 1, s0
            bit s4[4]
            square s8[4], s12
            startopen product s4 s4 s4
            stopopen
            rand s4[4]
            """)) {
      // The sum of four differences, and of four ones.
      assertEquals(List.of(0L, 4L, 0L, 0L), run.longs("o"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // Nothing is open before the first reveal; its own value is checked before the end.
        "reveal | start stop check output",
        // A reveal in the group of the first products needs no check before.
        "product+reveal | start stop check output",
        "product reveal | start stop check start stop check output",
        "product product | start stop start stop check output",
        "reveal ctoi ctoi | start stop check output",
        "reveal ctoi product ctoi | start stop check start stop check output",
        "product iszero | start stop check output",
        "product iszero product | start stop check start stop check output",
        "product print product | start stop check start stop check output",
        "product check product | start stop check start stop check output",
        "product print print | start stop check output",
        "product check check | start stop check output",
        "reveal reveal | start stop check start stop check output",
        "check | output",
      })
  void checksComeBeforeWhatTheyProtect(String steps, String calls) throws Exception {
    StringBuilder code = new StringBuilder();
    for (String step : steps.strip().split(" ", -1)) {
      code.append(
          switch (step) {
            case "reveal" -> "startopen reveal c0 s0\nstopopen\n";
            case "product" -> "startopen product s4 s0 s1\nstopopen\n";
            case "product+reveal" -> "startopen product s4 s0 s1, reveal c0 s0\nstopopen\n";
            case "ctoi" -> "ctoi i0, c0\n";
            case "iszero" -> "iszero i0, c0\n";
            case "print" -> "print c0 element\n";
            default -> "check\n";
          });
    }
    long products = steps.split("product", -1).length - 1L;
    try (Run run = opened("triples " + products + " inputs 4 0", code.toString())) {
      assertEquals("input " + calls, String.join(" ", run.calls));
    }
  }

  /** What is revealed over one field may depend on openings over the other. */
  @Test
  void checksAreOverAllFields() throws Exception {
    String text =
        """
        .program p parties 2
        .field p128 sigma_mask 0
        .field gf2_40 sigma_mask 0
        .tape main s 2 c 2 sg 3 cg 2 i 2
        .demandg triples 1 inputs 0 0
        startopeng product s2 s0 s1
        stopopeng
        startopen reveal c0 s0
        stopopen
        ctoig i0, c0
        end
        .schedule run main 0
        """;
    try (Run run = Run.of(text)) {
      assertEquals(List.of("start1", "stop1", "check1", "start", "stop", "check"), run.calls);
    }
  }

  @Test
  void convertsIntegersWithSign() throws Exception {
    List<String> lines =
        prints(
            """
            .const 340282366920938463463374607431768211296
            .const 0
            .const 9223372036854775807
            .const 340282366920938463454151235394913435489
            .tape main s 0 c 8 i 8
            ldk c0[4], 0
            ctoi i0[4], c0
            print i0[4]
            iszero i4[4], c0
            print i4[4]
            itoc c4[4], i0
            print c4[4] signed
            itoc c4[3], *i0
            print c4[4] element
            end
            .schedule run main 0
            """);
    String minusOne = "340282366920938463463374607431768211296";
    assertEquals(
        List.of(
            "-1 0 9223372036854775807 -9223372036854775808",
            "0 1 0 0",
            "-1 0 9223372036854775807 -9223372036854775808",
            String.join(
                " ", minusOne, minusOne, minusOne, "340282366920938463454151235394913435489")),
        lines);
  }

  @ParameterizedTest
  @CsvSource({"9223372036854775808", "340282366920938463454151235394913435488"})
  void integersOfMoreThan64BitsAreRefused(String value) throws Exception {
    String text =
        HEAD
            + ".const %s\n.tape main s 0 c 1 i 1\nldk c0, 0\nctoi i0, c0\nend\n".formatted(value)
            + ".schedule run main 0\n";
    BadFile e = assertThrows(BadFile.class, () -> Run.of(text));
    assertEquals(
        "TEXT, tape main, instruction 1: a value is no integer of 64 bits", e.getMessage());
  }

  @Test
  void unboundedTapesReserveAsTheyGo() throws Exception {
    String text =
        HEAD
            + """
            .input x party 0 element count 3
            .output o party all element
            .tape main s 4 c 0 i 4 unbounded
            .demand triples 100 bits 100 inputs 100 0
            int i1, 3
            int i2, 1
            again: input x i0 s1
            startopen product s3 s0 s1
            bit s2
            stopopen
            adds s0, s3, s1
            addi i0, i0, i2
            jlt i0, i1, again
            output o, 0, s0
            end
            .schedule run main 0
            """;
    try (Run run = Run.of(text, Map.of("x", new long[] {2, 3, 5}))) {
      assertEquals(List.of((2L * 3 + 3) * 5 + 5), run.longs("o"));
      assertTrue(run.backends.get(0).unused().isNone());
    }
  }

  @Test
  void interpreterRunsAndRefusesMissingInputs() throws Exception {
    var program = Verifier.verify(Programs.assembled("salaries.asm"), "salaries.asm");
    Values inputs = Interpreter.inputs(program.program());
    assertThrows(Refused.class, () -> Interpreter.run(program, inputs, 1));
    for (int party = 0; party < 3; party++) {
      inputs.set("salary" + party, BigInteger.valueOf(10L * party));
    }
    Outcome outcome = Interpreter.run(program, inputs, 1);
    assertEquals(List.of(BigInteger.valueOf(30)), List.of(outcome.outputs().get("total")));
    assertEquals(0, outcome.rounds());
    assertEquals(List.of(0L), outcome.checks());
  }

  @Test
  void valuesKeepTheirRanges() throws Exception {
    var program = Programs.assembled("all.asm");
    Values values = new Values(program.fields(), program.inputs());
    BigInteger big = BigInteger.ONE.shiftLeft(32);
    BigInteger zero = BigInteger.ZERO;
    BigInteger one = BigInteger.ONE;
    BigInteger least = BigInteger.valueOf(-32768);
    assertThrows(Refused.class, () -> values.set("x", zero, zero, zero));
    assertThrows(Refused.class, () -> values.set("x", zero, zero, zero, big));
    assertThrows(Refused.class, () -> values.set("x", zero, zero, zero, one.negate()));
    assertThrows(Refused.class, () -> values.set("y", least, BigInteger.valueOf(32768)));
    assertThrows(Refused.class, () -> values.set("y", least, least.subtract(one)));
    assertThrows(Refused.class, () -> values.set("b", zero, one, BigInteger.TWO));
    assertThrows(Refused.class, () -> values.set("z", zero, one.shiftLeft(40)));
    assertThrows(IllegalArgumentException.class, () -> values.set("none"));
    values.set("x", zero, one, one, big.subtract(one));
    values.set("y", least, BigInteger.valueOf(32767));
    assertEquals(List.of(least, BigInteger.valueOf(32767)), List.of(values.get("y")));
    assertEquals("Values[x, y, b, z]", values.toString());
    assertTrue(values.has("x") && !values.has("b"));
    Counts none = Counts.none(2);
    assertTrue(none.isNone() && none.sameAs(none.times(3)));
  }
}

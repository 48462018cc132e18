package org.schurmpc.vm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.program.ConfiguredProgram;
import org.schurmpc.core.program.ProgramPort;
import org.schurmpc.core.program.ProgramResult;
import org.schurmpc.core.run.RunPlan;
import org.schurmpc.vm.asm.Assembler;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.Comparison;
import org.schurmpc.vm.lib.RadixSort;
import org.schurmpc.vm.lib.Shuffle;
import org.schurmpc.vm.verify.Verifier;

/** Tests what programs tell the command line. */
class VmProgramTest {
  private static CompiledProgram program(String name) throws Exception {
    return new VmProgram(Verifier.verify(Programs.assembled(name), name));
  }

  private static BigInteger[] numbers(long... values) {
    BigInteger[] numbers = new BigInteger[values.length];
    Arrays.setAll(numbers, i -> BigInteger.valueOf(values[i]));
    return numbers;
  }

  @Test
  void planNamesTheProgramAndItsMaterial() throws Exception {
    CompiledProgram salaries = program("salaries.asm");
    RunPlan plan = salaries.configure(Map.of("sigma", "50", "opening", "king"), 3).plan();
    assertEquals(
        Map.of(
            "inputs in a range",
            "through bits that their owners have proven",
            "program",
            salaries.digest(),
            "threads of tapes",
            "3"),
        Map.copyOf(plan.terms()));
    assertEquals(1, plan.parts().size());
    RunPlan.Part part = plan.parts().get(0);
    assertEquals("p128", part.name());
    assertEquals(3, part.protocol().parties());
    assertEquals(50, part.protocol().sigma());
    assertEquals("king", part.protocol().terms().get("opening"));
    assertEquals("spdz over p128, σ 50", part.unit().protocol());
    // 32 bits of each party
    assertEquals(List.of(32L, 32L, 32L), List.copyOf(part.unit().quotas().values()));
  }

  /** Bits of inputs are products with the key; many come from VOLE. */
  @Test
  void costNamesTheCorrelationsOfThePreprocessing() throws Exception {
    String few = program("salaries.asm").cost();
    assertTrue(
        few.endsWith(
            """
            Own preprocessing from nothing, default options, bytes sent by a party:
              p128                   about 0.0 MB, with 32 values to authenticate
                                     correlations from OT alone
            """),
        few);
    String many =
        new VmProgram(
                Compiler.compile(
                    b -> {
                      for (int p = 0; p < 2; p++) {
                        SecretInts x = b.inputs("x" + p, p, IntType.unsigned(32), 10_000);
                        b.output("sum" + p, x.sum());
                      }
                    },
                    "sums",
                    CompileOptions.of(Fields.named("p128"), 2).withSigmaMask(40)))
            .cost();
    assertTrue(
        many.endsWith(
            """
              p128                   about 7.5 MB, with 320,000 values to authenticate
                                     VOLE from LPN, 1.3 MB to begin; 163.8 MB with correlations = ot
            """),
        many);
  }

  @Test
  void costNamesWhatBitsInTinyOtTake() throws Exception {
    String text =
        new VmProgram(
                Compiler.compile(
                    b -> {
                      SecretInts x = b.inputs("x", 0, IntType.unsigned(32), 1_000);
                      SecretInts y = b.inputs("y", 1, IntType.unsigned(32), 1_000);
                      b.output("less", new Comparison(b).lessThan(x, y).asInts().sum());
                    },
                    "less",
                    CompileOptions.of(Fields.named("p128"), 2).withMixed(true)))
            .cost();
    List<String> lines = text.substring(text.indexOf("Own preprocessing")).lines().toList();
    assertEquals(4, lines.size(), text);
    assertTrue(lines.get(1).contains(" MB, with "), text);
    assertTrue(lines.get(2).contains("VOLE from LPN, 1.3 MB to begin; "), text);
    assertTrue(
        lines.get(3).matches(" +[0-9.]+ MB of it for bits in TinyOT; [0-9.]+ MB with cot = silent"),
        text);
  }

  /** A peer of before runs the same program, and inputs its values in another way. */
  @Test
  void inputsOverPrimeFieldsHaveTerms() throws Exception {
    String name = "inputs in a range";
    RunPlan salaries = program("salaries.asm").configure(Map.of(), 1).plan();
    assertEquals("through bits that their owners have proven", salaries.terms().get(name));
    String text =
        """
        .program p parties 2
        .field gf2_64 sigma_mask 0
        .input x party 0 unsigned 8
        .output o party all element
        .tape main s 1 c 0 i 0
        .demand bits 8 inputs 8 0
        input x 0 s0
        output o, 0, s0
        end
        .schedule run main 0
        """;
    CompiledProgram binary =
        new VmProgram(Verifier.verify(Assembler.assemble(text, "TEXT"), "TEXT"));
    assertNull(binary.configure(Map.of(), 1).plan().terms().get(name));
  }

  /** A peer of before commits to its shares of a check and opens them. */
  @ParameterizedTest
  @CsvSource({
    "p128, 2, by tags",
    "gf2_128, 2, by tags",
    "p128, 3,",
    "gf2_64, 2,",
    "18446744073709551557, 2,"
  })
  void comparisonsByTagsHaveTerms(String field, int parties, String expected) throws Exception {
    String text =
        """
        .program p parties %d
        .field %s sigma_mask 0
        .const 2
        .output o party all element
        .tape main s 1 c 1 i 0
        ldk c0, 0
        share s0, c0
        output o, 0, s0
        end
        .schedule run main 0
        """
            .formatted(parties, field);
    CompiledProgram program =
        new VmProgram(Verifier.verify(Assembler.assemble(text, "TEXT"), "TEXT"));
    RunPlan plan = program.configure(Map.of(), 1).plan();
    assertEquals(expected, plan.terms().get("the comparison of MACs"));
  }

  @Test
  void twoFieldsAreTwoParts() throws Exception {
    RunPlan plan = program("all.asm").configure(Map.of(), 1).plan();
    assertEquals(List.of("p128", "gf2_40"), plan.parts().stream().map(RunPlan.Part::name).toList());
    assertEquals(
        List.of(64, 38), plan.parts().stream().map(part -> part.protocol().sigma()).toList());
  }

  @Test
  void wrongOptionsAreRefused() throws Exception {
    CompiledProgram salaries = program("salaries.asm");
    assertThrows(Refused.class, () -> salaries.configure(Map.of("field", "gf2_64"), 1));
    assertThrows(Refused.class, () -> salaries.configure(Map.of("sigma", "39"), 1));
    assertThrows(Refused.class, () -> salaries.configure(Map.of("mac", "linear"), 1));
    assertThrows(Refused.class, () -> salaries.configure(Map.of(), 0));
    assertThrows(Refused.class, () -> salaries.configure(Map.of(), 65));
    CompiledProgram all = program("all.asm");
    Refused e = assertThrows(Refused.class, () -> all.configure(Map.of("sigma", "64"), 1));
    assertTrue(e.getMessage().contains("gf2_40"), e.getMessage());
  }

  /** A prime of 41 bits, over which a wrong opening passes with probability 2^-39. */
  @Test
  void aFieldBelowTheFloorIsRefused() throws Exception {
    String text =
        """
        .program p parties 2
        .field 2199023255531 sigma_mask 0
        .tape main s 0 c 0 i 0
        end
        .schedule run main 0
        """;
    CompiledProgram program =
        new VmProgram(Verifier.verify(Assembler.assemble(text, "TEXT"), "TEXT"));
    Refused e = assertThrows(Refused.class, () -> program.configure(Map.of(), 1));
    assertTrue(e.getMessage().endsWith("is at least 40, not 39"), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(ints = {128, 65536, 131072})
  void moreMaterialThanThereCanBeIsRefused(int triples) throws Exception {
    String text =
        """
        .program p parties 2
        .field p128 sigma_mask 40
        .tape main s %d c 0 i 2
        .demand triples %d
        loop i0, 1073741824
        loop i1, 1024
        triple s0[%d], s%d, s%d
        endloop
        endloop
        end
        .schedule run main 0
        """
            .formatted(3 * triples, (long) triples << 40, triples, triples, 2 * triples);
    CompiledProgram program =
        new VmProgram(Verifier.verify(Assembler.assemble(text, "TEXT"), "TEXT"));
    Refused e = assertThrows(Refused.class, () -> program.configure(Map.of(), 1));
    assertTrue(e.getMessage().contains("more material than can be counted"), e.getMessage());
  }

  @Test
  void maskedOpeningsAreCountedAndReplaced() throws Exception {
    CompiledProgram all = program("all.asm");
    long masked = all.assembler().split("\\bmasked c", -1).length - 1L;
    assertTrue(masked > 0);
    assertEquals(masked, all.maskedOpenings());
    CompiledProgram unmasked = all.unmasked();
    assertEquals(0, unmasked.maskedOpenings());
    assertNotEquals(all.digest(), unmasked.digest());
    assertEquals(unmasked.digest(), unmasked.unmasked().digest());
    assertTrue(all.prints());
    assertFalse(program("salaries.asm").prints());
  }

  /** 4 secret registers over two limbs, shares and MACs, and 4 values. */
  @Test
  void registersAndValuesNeedMemory() throws Exception {
    ConfiguredProgram one = program("salaries.asm").configure(Map.of(), 1);
    assertEquals(4 * 2 * 16 + 4 * 256, one.bytes());
    assertEquals(one.bytes() + 4 * 2 * 16, program("salaries.asm").configure(Map.of(), 2).bytes());
  }

  @Test
  void interpretsTheInputsOfAll() throws Exception {
    CompiledProgram salaries = program("salaries.asm");
    SortedMap<String, BigInteger[]> inputs = new TreeMap<>();
    for (int party = 0; party < 3; party++) {
      inputs.put("salary" + party, numbers(-10L * party));
    }
    ProgramResult result = salaries.interpret(inputs, 1);
    assertArrayEquals(numbers(-30), result.outputs().get("total"));
    assertEquals(List.of(), result.prints());
    inputs.put("salary3", numbers(1));
    assertThrows(Refused.class, () -> salaries.interpret(inputs, 1));
    inputs.remove("salary3");
    inputs.remove("salary2");
    assertThrows(Refused.class, () -> salaries.interpret(inputs, 1));
    inputs.put("salary2", numbers(1L << 31));
    assertThrows(Refused.class, () -> salaries.interpret(inputs, 1));
  }

  @Test
  void settingsOfShufflesAreDrawn() throws Exception {
    CompileOptions options = CompileOptions.of(Fields.named("p128"), 2).withSigmaMask(40);
    CompiledProgram program =
        new VmProgram(
            Compiler.compile(
                b -> {
                  SecretInts x = b.inputs("x", 0, IntType.signed(8), 40);
                  b.output("moved", new Shuffle(b, "one", 40).apply(List.of(x)).get(0));
                  b.output("sorted", new RadixSort(b, "two").ascending(x));
                },
                "shuffles",
                options));
    assertEquals(List.of("x"), program.inputs().stream().map(ProgramPort::name).toList());
    BigInteger[] x = numbers(IntStream.range(0, 40).mapToLong(i -> i).toArray());
    SortedMap<String, BigInteger[]> inputs = new TreeMap<>(Map.of("x", x));
    ProgramResult first = program.interpret(inputs, 1);
    ProgramResult second = program.interpret(inputs, 1);
    assertArrayEquals(x, first.outputs().get("sorted"));
    assertFalse(Arrays.equals(first.outputs().get("moved"), second.outputs().get("moved")));
    assertArrayEquals(x, Arrays.stream(first.outputs().get("moved")).sorted().toArray());
  }
}

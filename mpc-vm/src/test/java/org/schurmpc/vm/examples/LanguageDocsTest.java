package org.schurmpc.vm.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.field.Fields;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.machine.spdz.VmRun;
import org.schurmpc.vm.verify.VerifiedProgram;

/** The programs of docs/language.md. */
class LanguageDocsTest {
  private static final Path DOCS = Path.of("..", "docs", "language.md");
  private static final Path SOURCES =
      Path.of("..", "mpc-vm", "src", "test", "java", "org", "schurmpc", "vm", "examples");

  private static Interpreter.Outcome run(long threshold) throws Exception {
    CompileOptions options =
        CompileOptions.of(Fields.named("p128"), 3).with(Map.of("threshold", threshold));
    VerifiedProgram program = Compiler.compile(new Salaries(), "salaries", options);
    Values inputs = Interpreter.inputs(program.program());
    for (int party = 0; party < 3; party++) {
      inputs.set("salary" + party, BigInteger.valueOf(1000L * (party + 1)));
    }
    return Interpreter.run(program, inputs, 1);
  }

  @Test
  void tutorialProgramComparesAverage() throws Exception {
    assertEquals(List.of("The average is above 1999"), run(1999).prints());
    assertEquals(List.of("The average is not above 2000"), run(2000).prints());
    assertEquals(BigInteger.valueOf(6000), run(0).outputs().get("total")[0]);
  }

  /** Three customers of the classes 0, 5 and 7. */
  @Test
  void tariffGivesPremiums() throws Exception {
    CompileOptions options =
        CompileOptions.of(Fields.named("p128"), 2)
            .withSecond(Fields.named("gf2_40"))
            .with(Map.of("customers", 3L));
    VerifiedProgram program = Compiler.compile(new Tariff(), "tariff", options);
    int[] risks = {0, 5, 7};
    Map<String, BigInteger[]> inputs = new TreeMap<>();
    for (int i = 0; i < 3; i++) {
      inputs.put("risk" + i, bits(risks, i));
    }
    VmRun.End insurer = new VmRun(program, inputs).run(OpeningMode.ALL).get(1);
    for (int i = 0; i < 8; i++) {
      BigInteger[] premiums = bits(new int[] {40, 150, 240}, i);
      assertArrayEquals(premiums, insurer.outputs().get("premium" + i));
    }
  }

  private static BigInteger[] bits(int[] numbers, int bit) {
    return Arrays.stream(numbers)
        .mapToObj(each -> BigInteger.valueOf(each >> bit & 1))
        .toArray(BigInteger[]::new);
  }

  @ParameterizedTest
  @ValueSource(classes = {Salaries.class, Tariff.class})
  void docsShowThePrograms(Class<?> program) throws Exception {
    String docs = Files.readString(DOCS);
    int begin = docs.indexOf("public final class " + program.getSimpleName());
    String shown = docs.substring(begin, docs.indexOf("```", begin));
    Path source = SOURCES.resolve(program.getSimpleName() + ".java");
    assertTrue(Files.readString(source).endsWith(shown), shown);
  }
}

package org.schurmpc.vm.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.verify.VerifiedProgram;

/** The tutorial of docs/language.md. */
class LanguageDocsTest {
  private static final Path DOCS = Path.of("..", "docs", "language.md");
  private static final Path SOURCE =
      Path.of("src", "test", "java", "org", "schurmpc", "vm", "examples", "Salaries.java");

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

  @Test
  void docsShowTheProgram() throws Exception {
    String docs = Files.readString(DOCS);
    int begin = docs.indexOf("public final class Salaries");
    String shown = docs.substring(begin, docs.indexOf("```", begin));
    assertTrue(Files.readString(SOURCE).endsWith(shown), shown);
  }
}

package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.compile.Cost;
import org.schurmpc.vm.compile.CostReport;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretGf2ns;
import org.schurmpc.vm.lang.SecureProgram;

/** Rounds, triples, bits and checks over the second field: those of the documentation. */
class SecondFieldCostTest {
  private static String row(String name, SecureProgram program) throws Exception {
    CompileOptions options =
        CompileOptions.of(Fields.named("p128"), 2)
            .withSecond(Fields.named("gf2_40"))
            .withoutLines();
    Cost cost = CostReport.of(Compiler.compile(program, "cost", options)).total();
    return "| %s | %d | %d | %d | %d |\n"
        .formatted(name, cost.rounds(), cost.items().triples(), cost.items().bits(), cost.checks());
  }

  private static SecureProgram circuit(String name) throws Exception {
    Circuit circuit = CircuitLibrary.open(name);
    return b -> {
      SecretGf2ns in = memory(b, circuit.inputWires());
      b.output("out", new BitCircuit(circuit).apply(in.assumeBits()));
    };
  }

  /** Returns values that take no input. */
  private static SecretGf2ns memory(ProgramBuilder b, int n) {
    return b.secondField().secretArray(n).vector(0, n);
  }

  private static void encrypt(ProgramBuilder b, boolean expanded) {
    Aes aes = new Aes(b);
    SecretGf2ns key = memory(b, AesBytes.BLOCK);
    SecretGf2ns text = memory(b, AesBytes.BLOCK);
    SecretGf2ns out = aes.encrypt(expanded ? Collections.nCopies(11, key) : aes.expand(key), text);
    b.secondField().output("out", out);
  }

  private static void requireRows(String... rows) throws Exception {
    String docs = Files.readString(Path.of("..", "docs", "library.md"));
    for (String row : rows) {
      assertTrue(docs.contains(row), row);
    }
  }

  private static String circuitRow(String name) throws Exception {
    return row("`BitCircuit` of `" + name + "`", circuit(name));
  }

  @Test
  void theDocumentationHasTheCosts() throws Exception {
    requireRows(
        circuitRow("des"),
        circuitRow("des_sbox"),
        row("`Aes.encrypt` under an expanded key", b -> encrypt(b, true)),
        row("`Aes.expand` and `Aes.encrypt`", b -> encrypt(b, false)));
  }

  @Test
  @Tag("slow")
  void theDocumentationHasTheCostsOfLongCircuits() throws Exception {
    requireRows(
        circuitRow("triple_des"), circuitRow("md5"), circuitRow("sha1"), circuitRow("sha256"));
  }
}

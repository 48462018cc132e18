package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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
    Cost cost = cost(program);
    return "| %s | %d | %d | %d | %d |\n"
        .formatted(name, cost.rounds(), cost.items().triples(), cost.items().bits(), cost.checks());
  }

  /** Returns a row of the table of lookups. */
  private static String tableRow(String name, SecureProgram program) throws Exception {
    Cost cost = cost(program);
    assertEquals(0, cost.items().triples() + cost.items().bits());
    long lookups = Arrays.stream(cost.items().lookups()).sum();
    return "| %s | %d | %d | %d |\n".formatted(name, cost.rounds(), lookups, cost.checks());
  }

  private static Cost cost(SecureProgram program) throws Exception {
    CompileOptions options =
        CompileOptions.of(Fields.named("p128"), 2)
            .withSecond(Fields.named("gf2_40"))
            .withoutLines();
    return CostReport.of(Compiler.compile(program, "cost", options)).total();
  }

  private static SecureProgram circuit(String name) throws Exception {
    Circuit circuit = CircuitLibrary.open(name);
    return b -> {
      SecretGf2ns in = memory(b, circuit.inputWires());
      b.output("out", new BitCircuit(circuit).apply(in.assumeBits()));
    };
  }

  private static String circuitTableRow(String name) throws Exception {
    Circuit circuit = CircuitLibrary.open(name);
    SecureProgram program =
        b -> {
          SecretGf2ns in = memory(b, circuit.inputWires());
          b.output("out", BitCircuit.withTables(b, circuit).apply(in.assumeBits()));
        };
    return tableRow("`BitCircuit.withTables` of `%s`".formatted(name), program);
  }

  /** Returns values that take no input. */
  private static SecretGf2ns memory(ProgramBuilder b, int n) {
    return b.secondField().secretArray(n).vector(0, n);
  }

  private static void encrypt(ProgramBuilder b, Aes aes, boolean expanded) {
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
        row("`Aes.encrypt` under an expanded key", b -> encrypt(b, new Aes(b), true)),
        row("`Aes.expand` and `Aes.encrypt`", b -> encrypt(b, new Aes(b), false)),
        circuitTableRow("des_sbox"),
        circuitTableRow("aes_128_sbox"),
        tableRow(
            "`Aes.withTables`, `encrypt` under an expanded key",
            b -> encrypt(b, Aes.withTables(b), true)),
        tableRow(
            "`Aes.withTables`, `expand` and `encrypt`", b -> encrypt(b, Aes.withTables(b), false)));
  }

  @Test
  @Tag("slow")
  void theDocumentationHasTheCostsOfLongCircuits() throws Exception {
    requireRows(
        circuitRow("triple_des"), circuitRow("md5"), circuitRow("sha1"), circuitRow("sha256"));
  }
}

package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.compile.Cost;
import org.schurmpc.vm.compile.CostReport;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;

/** What functions in constant rounds and of secret amounts cost: as the documentation says. */
class SecretAmountsCostTest {
  /** A prime of 256 bits. */
  private static final String WIDE =
      "115792089237316195423570985008687907853269984665640564039457584007913129639747";

  private record Row(String name, int bits, String prime, Function.OnVectors function) {
    Cost cost(int n) throws Exception {
      return cost(n, false);
    }

    /** Returns the cost with bits over the field, or in TinyOT. */
    Cost cost(int n, boolean mixed) throws Exception {
      CompileOptions options =
          CompileOptions.of(Fields.named(prime), 2)
              .withSigmaMask(40)
              .withMixed(mixed)
              .withoutLines();
      return CostReport.of(Compiler.compile(b -> define(b, n), "cost", options)).total();
    }

    private void define(ProgramBuilder b, int n) {
      IntType type = IntType.signed(bits);
      SecretInts x = b.secretArray("x", type, n).vector(0, n);
      SecretInts y = b.secretArray("y", type, n).vector(0, n);
      b.output("out", function.of(b, x, y));
    }

    String text() throws Exception {
      Cost cost = cost(1);
      Counts items = cost.items();
      return "| %s | %d | %d | %d | %d | %d | %d | %d | "
              .formatted(
                  name,
                  bits,
                  cost.rounds(),
                  items.triples(),
                  items.squares(),
                  items.bits(),
                  items.inverses(),
                  cost.checks())
          + CostColumns.mixed(cost(1, true));
    }
  }

  private static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (int k : new int[] {32, 64}) {
      rows.add(
          new Row(
              "`Comparison.lessThan`, constant rounds",
              k,
              "p128",
              (b, x, y) -> new Comparison(b).inConstantRounds().lessThan(x, y).asInts()));
      rows.add(
          new Row(
              "`Comparison.lessThan`, few triples",
              k,
              "p128",
              (b, x, y) -> new Comparison(b).withFewTriples().lessThan(x, y).asInts()));
      rows.add(
          new Row("`BitLength.of`", k, "p128", (b, x, y) -> new BitLength(b).of(x).normalising()));
      rows.add(
          new Row(
              "`SecretDivision.quotient`",
              k,
              k == 32 ? "p128" : WIDE,
              (b, x, y) -> new SecretDivision(b).quotient(x, y)));
      rows.add(
          new Row(
              "`SecretDivision.rest`",
              k,
              k == 32 ? "p128" : WIDE,
              (b, x, y) -> new SecretDivision(b).rest(x, y)));
    }
    rows.add(new Row("`SecretShift.power` up to 31", 32, "p128", (b, x, y) -> power(b, y)));
    rows.add(
        new Row(
            "`SecretShift.left` by up to 31",
            32,
            "p128",
            (b, x, y) -> new SecretShift(b).left(x, upTo31(y), 31)));
    rows.add(
        new Row(
            "`SecretShift.right` by up to 31",
            32,
            "p128",
            (b, x, y) -> new SecretShift(b).right(x, upTo31(y), 31)));
    return rows;
  }

  private static SecretInts upTo31(SecretInts s) {
    return s.assumeFits(IntType.unsigned(5));
  }

  private static SecretInts power(ProgramBuilder b, SecretInts y) {
    return new SecretShift(b).power(upTo31(y), 31);
  }

  @Test
  void theDocumentationHasTheCosts() throws Exception {
    String docs = Files.readString(Path.of("..", "docs", "library.md"));
    StringBuilder missing = new StringBuilder();
    for (Row row : rows()) {
      String text = row.text();
      if (!docs.contains(text)) {
        missing.append(text).append('\n');
      }
    }
    assertEquals("", missing.toString());
  }

  @Test
  void vectorsTakeTheRoundsOfOneValue() throws Exception {
    for (Row row : rows().stream().filter(each -> each.bits() == 32).toList()) {
      Cost one = row.cost(1);
      Cost many = row.cost(10);
      assertEquals(one.rounds(), many.rounds(), row.name());
      assertEquals(one.checks(), many.checks(), row.name());
      assertEquals(10 * one.items().triples(), many.items().triples(), row.name());
      assertEquals(10 * one.items().bits(), many.items().bits(), row.name());
    }
  }
}

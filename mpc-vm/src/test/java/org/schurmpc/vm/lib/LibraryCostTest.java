package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.compile.Cost;
import org.schurmpc.vm.compile.CostReport;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;

/** Rounds, triples and bits of the functions: those of the documentation, and of the paper. */
class LibraryCostTest {
  /** A function of two vectors. */
  private interface Body {
    void define(ProgramBuilder b, SecretInts x, SecretInts y);
  }

  private record Row(String name, int bits, int n, Body body) {
    Cost cost() throws Exception {
      return cost(n);
    }

    Cost cost(int vector) throws Exception {
      return cost(vector, false);
    }

    /** Returns the cost with bits over the field, or in TinyOT. */
    Cost cost(int vector, boolean mixed) throws Exception {
      CompileOptions options =
          CompileOptions.of(Fields.named("p128"), 2)
              .withSigmaMask(40)
              .withMixed(mixed)
              .withoutLines();
      return CostReport.of(Compiler.compile(b -> define(b, vector), "cost", options)).total();
    }

    private void define(ProgramBuilder b, int vector) {
      IntType type = IntType.signed(bits);
      SecretInts x = b.secretArray("x", type, vector).vector(0, vector);
      SecretInts y = b.secretArray("y", type, vector).vector(0, vector);
      body.define(b, x, y);
    }

    String text() throws Exception {
      Cost cost = cost();
      String field =
          "| %s | %d | %d | %d | %d | "
              .formatted(name, bits, cost.rounds(), cost.items().triples(), cost.items().bits());
      return field + CostColumns.mixed(cost(n, true));
    }
  }

  private static Row bit(
      String name, int bits, BiFunction<ProgramBuilder, SecretInts[], SecretBitVector> f) {
    return ints(name, bits, (b, both) -> f.apply(b, both).asInts());
  }

  private static Row ints(
      String name, int bits, BiFunction<ProgramBuilder, SecretInts[], SecretInts> f) {
    Body body = (b, x, y) -> b.output("out", f.apply(b, new SecretInts[] {x, y}));
    return new Row(name, bits, 1, body);
  }

  private static void bits(ProgramBuilder b, SecretInts x) {
    List<SecretBitVector> bits = new BitDecomposition(b).of(x);
    for (int i = 0; i < bits.size(); i++) {
      b.output("bit" + i, bits.get(i));
    }
  }

  private static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (int k : new int[] {32, 64}) {
      rows.add(bit("`Comparison.lessThan`", k, (b, v) -> new Comparison(b).lessThan(v[0], v[1])));
      rows.add(bit("`Comparison.isNegative`", k, (b, v) -> new Comparison(b).isNegative(v[0])));
      rows.add(ints("`Comparison.min`", k, (b, v) -> new Comparison(b).min(v[0], v[1])));
      rows.add(ints("`Comparison.abs`", k, (b, v) -> new Comparison(b).abs(v[0])));
      rows.add(ints("`Comparison.sign`", k, (b, v) -> new Comparison(b).sign(v[0])));
      rows.add(bit("`Equality.of`", k, (b, v) -> new Equality(b).of(v[0], v[1])));
      rows.add(bit("`Equality.isZero`", k, (b, v) -> new Equality(b).isZero(v[0])));
      rows.add(new Row("`BitDecomposition.of`", k, 1, (b, x, y) -> bits(b, x)));
      rows.add(ints("`Shift.right` by 16", k, (b, v) -> new Shift(b).right(v[0], 16)));
      rows.add(
          ints(
              "`Shift.rightProbabilistic` by 16",
              k,
              (b, v) -> new Shift(b).rightProbabilistic(v[0], 16)));
    }
    rows.add(ints("`Division.quotient` by 10", 32, (b, v) -> new Division(b).quotient(v[0], 10)));
    rows.add(
        new Row(
            "`Sorting.ascending` of 8",
            32,
            8,
            (b, x, y) -> b.output("out", new Sorting(b).ascending(x))));
    rows.add(
        new Row(
            "`Auction.argmax` of 8",
            32,
            8,
            (b, x, y) -> b.output("out", new Auction(b).argmax(x).place())));
    rows.add(new Row("`Auction.vickrey` of 8", 32, 8, (b, x, y) -> sell(b, x)));
    return rows;
  }

  private static void sell(ProgramBuilder b, SecretInts bids) {
    Auction.Sale sale = new Auction(b).vickrey(bids);
    b.output("winner", sale.winner());
    b.output("price", sale.price());
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

  private static void requireAtMost(Cost cost, long rounds, long triples, long bits) {
    assertTrue(cost.rounds() <= rounds, "rounds " + cost.rounds());
    assertTrue(cost.items().triples() <= triples, "triples " + cost.items().triples());
    assertTrue(cost.items().bits() <= bits, "bits " + cost.items().bits());
  }

  @Test
  void comparisonsTakeNoMoreThanInThePaper() throws Exception {
    // KSS13, Table 2: comparison with logarithmic rounds.
    requireAtMost(rows().get(0).cost(), 5, 52, 72);
    Row wide = rows().stream().filter(each -> each.bits() == 64).findFirst().orElseThrow();
    requireAtMost(wide.cost(), 6, 114, 104);
  }

  @Test
  void whatDependsOnProductsIsCheckedBeforeItIsMasked() throws Exception {
    long first = rows().get(0).cost().checks();
    Row behind =
        bit("", 32, (b, v) -> new Comparison(b).lessThan(v[0].times(v[1]), v[1].times(v[1])));
    assertEquals(first + 1, behind.cost().checks());
    // The network for 8 values has 6 layers.
    Row sorting = rows().stream().filter(each -> each.name().contains("Sort")).findAny().get();
    assertEquals(first + 5, sorting.cost().checks());
  }

  @Test
  void vectorsTakeTheRoundsOfOneValue() throws Exception {
    for (Row row : rows().stream().filter(each -> each.n() == 1 && each.bits() == 32).toList()) {
      Cost one = row.cost();
      Cost many = row.cost(100);
      assertEquals(one.rounds(), many.rounds(), row.name());
      assertEquals(100 * one.items().triples(), many.items().triples(), row.name());
      assertEquals(100 * one.items().bits(), many.items().bits(), row.name());
    }
  }
}

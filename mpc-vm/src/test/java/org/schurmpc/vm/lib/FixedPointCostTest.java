package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.compile.Cost;
import org.schurmpc.vm.compile.CostReport;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;

/** Rounds, triples and bits of fixed-point functions: those of the documentation and the paper. */
class FixedPointCostTest {
  /** A function of two vectors. */
  private interface Body {
    SecretFixed of(SecretFixed x, SecretFixed y);
  }

  private record Row(String name, String field, int k, int f, Body body) {
    Cost cost(int vector) throws Exception {
      return cost(vector, false);
    }

    /** Returns the cost with bits over the field, or in TinyOT. */
    Cost cost(int vector, boolean mixed) throws Exception {
      CompileOptions options =
          CompileOptions.of(Fields.named(field), 2)
              .withSigmaMask(40)
              .withMixed(mixed)
              .withoutLines();
      return CostReport.of(Compiler.compile(b -> define(b, vector), "cost", options)).total();
    }

    private void define(ProgramBuilder b, int n) {
      FixedPoint fixed = new FixedPoint(b, k, f);
      SecretFixed x = fixed.scaled(b.secretArray("x", IntType.signed(k), n).vector(0, n));
      SecretFixed y = fixed.scaled(b.secretArray("y", IntType.signed(k), n).vector(0, n));
      fixed.output("out", body.of(x, y));
    }

    String text() throws Exception {
      Cost cost = cost(1);
      return "| %s | %d, %d | %d | %d | %d | %d | "
              .formatted(
                  name,
                  k,
                  f,
                  cost.rounds(),
                  cost.items().triples(),
                  cost.items().squares(),
                  cost.items().bits())
          + CostColumns.mixed(cost(1, true));
    }
  }

  private static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    rows(rows, "p128", 31, 16);
    rows(rows, "p192", 64, 32);
    functions(rows, "p128", 31, 16);
    functions(rows, "p256", 64, 32);
    saturating(rows, "p128", 31, 16);
    saturating(rows, "p256", 64, 32);
    return rows;
  }

  private static SecretFixed within(SecretFixed x, Bounds bounds) {
    return x.format().scaled(x.units().assumeFits(bounds));
  }

  /** Returns numbers whose products are in the range. */
  private static SecretFixed factor(SecretFixed x) {
    FixedPoint format = x.format();
    int before = (format.bits() - 2 - format.fraction()) / 2;
    return within(x, Bounds.signed(before + format.fraction() + 1));
  }

  /** Returns numbers of 1 or more. */
  private static SecretFixed divisor(SecretFixed x) {
    Bounds all = x.format().range();
    return within(x, new Bounds(BigInteger.TWO.pow(x.format().fraction()), all.most()));
  }

  /** Returns numbers whose quotients by such divisors are in the range. */
  private static SecretFixed dividend(SecretFixed x) {
    return within(x, Bounds.signed(x.format().bits() - 1));
  }

  /** Returns numbers whose exponentials are in the range. */
  private static SecretFixed exponent(SecretFixed x) {
    int before =
        63 - Long.numberOfLeadingZeros((x.format().bits() - 1 - x.format().fraction()) / 2);
    return within(x, Bounds.signed(before + x.format().fraction() + 1));
  }

  private static void rows(List<Row> rows, String field, int k, int f) {
    rows.add(new Row("`times`", field, k, f, (x, y) -> factor(x).times(factor(y))));
    rows.add(new Row("`timesExact`", field, k, f, (x, y) -> factor(x).timesExact(factor(y))));
    rows.add(new Row("`square`", field, k, f, (x, y) -> factor(x).square()));
    rows.add(new Row("`times` 0.1", field, k, f, (x, y) -> x.times(0.1)));
    rows.add(new Row("`dividedBy` 3", field, k, f, (x, y) -> x.dividedBy(3)));
    rows.add(new Row("`lessThan`", field, k, f, (x, y) -> x.format().of(x.lessThan(y).asInts())));
    rows.add(new Row("`min`, `max`", field, k, f, (x, y) -> x.min(y)));
    rows.add(new Row("`abs`", field, k, f, (x, y) -> dividend(x).abs()));
  }

  private static void functions(List<Row> rows, String field, int k, int f) {
    rows.add(new Row("`dividedBy` y", field, k, f, (x, y) -> dividend(x).dividedBy(divisor(y))));
    rows.add(new Row("`reciprocal`", field, k, f, (x, y) -> x.format().reciprocal(divisor(x))));
    rows.add(new Row("`sqrt`", field, k, f, (x, y) -> x.format().sqrt(x)));
    rows.add(new Row("`reciprocalSqrt`", field, k, f, (x, y) -> x.format().reciprocalSqrt(x)));
    rows.add(new Row("`log`", field, k, f, (x, y) -> x.format().log(x)));
    rows.add(new Row("`exp`", field, k, f, (x, y) -> x.format().exp(exponent(x))));
    rows.add(new Row("`sin`, `cos`", field, k, f, (x, y) -> x.format().sin(x)));
  }

  private static void saturating(List<Row> rows, String field, int k, int f) {
    rows.add(new Row("`plus`, saturating", field, k, f, (x, y) -> x.saturating().plus(y)));
    rows.add(new Row("`times`, saturating", field, k, f, (x, y) -> x.saturating().times(y)));
    rows.add(
        new Row("`dividedBy` y, saturating", field, k, f, (x, y) -> x.saturating().dividedBy(y)));
    rows.add(new Row("`exp`, saturating", field, k, f, (x, y) -> x.format().saturating().exp(x)));
  }

  private static Row row(String name, int k) {
    return rows().stream()
        .filter(each -> each.name().equals("`" + name + "`") && each.k() == k)
        .findFirst()
        .orElseThrow();
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
  void functionsTakeNoMoreThanInThePaper() throws Exception {
    // KSS13, Table 2.
    requireAtMost(row("timesExact", 64).cost(1), 7, 63, 168);
    requireAtMost(row("times", 64).cost(1), 7, 63, 168);
    // The rows of fixed and floating comparison stand in each other's place.
    requireAtMost(row("lessThan", 64).cost(1), 7, 124, 104);
  }

  @Test
  void vectorsTakeTheRoundsOfOneValue() throws Exception {
    for (Row row : rows()) {
      Cost one = row.cost(1);
      Cost many = row.cost(50);
      assertEquals(one.rounds(), many.rounds(), row.name());
      assertEquals(50 * one.items().triples(), many.items().triples(), row.name());
      assertEquals(50 * one.items().bits(), many.items().bits(), row.name());
    }
  }

  private static SecretFixed small(SecretFixed x) {
    return within(x, Bounds.signed(16));
  }

  @Test
  void sumsOfProductsAreRoundedOnce() throws Exception {
    Cost dot = new Row("", "p128", 31, 16, (x, y) -> small(x).dot(small(y))).cost(100);
    assertEquals(2, dot.rounds());
    assertEquals(100, dot.items().triples());
    assertEquals(77, dot.items().bits());
    Row rows =
        new Row(
            "",
            "p128",
            31,
            16,
            (x, y) -> x.format().dots(List.of(small(x), small(y), small(x)), small(y)));
    Cost dots = rows.cost(100);
    assertEquals(2, dots.rounds());
    assertEquals(3 * 77, dots.items().bits());
  }
}

package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.schurmpc.vm.compile.Cost;
import org.schurmpc.vm.compile.CostReport;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;

/** Rounds, checks, triples and bits of the functions on data: those of the documentation. */
class DataCostTest {
  /** A function of a vector. */
  private interface Body {
    void define(ProgramBuilder b, SecretInts x);
  }

  private record Row(String name, int bits, int n, Body body) {
    Cost cost() throws Exception {
      return cost(false);
    }

    Cost cost(boolean mixed) throws Exception {
      return CostReport.of(DataRun.compile(this::define, 2, "p128", mixed)).total();
    }

    private void define(ProgramBuilder b) {
      body.define(b, b.secretArray("x", IntType.signed(bits), n).vector(0, n));
    }

    String text() throws Exception {
      Cost cost = cost();
      return "| %s | %d | %d | %d | %,d | %,d | "
              .formatted(
                  name,
                  bits,
                  cost.rounds(),
                  cost.checks(),
                  cost.items().triples(),
                  cost.items().bits())
          + CostColumns.mixed(cost(true));
    }
  }

  private static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    rows.add(
        new Row(
            "`TopK.of`, 10 of 100",
            32,
            100,
            (b, x) -> b.output("out", new TopK(b).of(x, 10).places())));
    rows.add(
        new Row(
            "`Quantiles.median` of 100",
            32,
            100,
            (b, x) -> b.output("out", new Quantiles(b).median(x))));
    rows.add(
        new Row(
            "`Intersection.size` of 50 and 50",
            32,
            100,
            (b, x) -> b.output("out", new Intersection(b).size(x.slice(0, 50), x.slice(50, 50)))));
    rows.add(
        new Row(
            "`Histogram.counts` of 100 in 10",
            32,
            100,
            (b, x) -> b.output("out", new Histogram(b).counts(x, 10))));
    rows.add(
        new Row(
            "`Histogram.sums` of 100 in 10",
            32,
            100,
            (b, x) -> b.output("out", new Histogram(b).sums(x, x, 10))));
    rows.add(
        new Row(
            "`Histogram.between` of 100, 5 bounds",
            32,
            100,
            (b, x) -> b.output("out", new Histogram(b).between(x, 1, 2, 3, 4, 5))));
    fixedPoint(rows);
    sorts(rows, 100);
    return rows;
  }

  private static List<Row> sortsOfMany() {
    List<Row> rows = new ArrayList<>();
    sorts(rows, 1000);
    return rows;
  }

  private static void sorts(List<Row> rows, int n) {
    for (int bits : new int[] {8, 32}) {
      rows.add(
          new Row(
              "`Sorting.ascending` of %,d".formatted(n),
              bits,
              n,
              (b, x) -> b.output("out", new Sorting(b).ascending(x))));
      rows.add(
          new Row(
              "`RadixSort.ascending` of %,d".formatted(n),
              bits,
              n,
              (b, x) -> b.output("out", new RadixSort(b, "sort").ascending(x))));
    }
  }

  private static void fixedPoint(List<Row> rows) {
    rows.add(fixed("`Statistics.mean` of 100", 100, (f, x) -> new Statistics(f).mean(x)));
    rows.add(fixed("`Statistics.variance` of 100", 100, (f, x) -> new Statistics(f).variance(x)));
    rows.add(
        fixed(
            "`Statistics.covariance` of 100",
            100,
            (f, x) -> new Statistics(f).covariance(x, x.negate())));
    rows.add(fixed("`Statistics.deviation` of 100", 100, (f, x) -> new Statistics(f).deviation(x)));
    rows.add(
        saturating(
            "`LinearRegression.fit`, 100 rows of 3",
            400,
            (f, x) -> new LinearRegression(f).fit(columns(x, 3), x.slice(300, 100), 0)));
    rows.add(fixed("`Sigmoid.of`", 1, (f, x) -> new Sigmoid(f).of(x)));
    rows.add(
        saturating(
            "`LogisticRegression.fit`, a step, 100 rows of 3",
            400,
            (f, x) ->
                new LogisticRegression(f)
                    .fit(columns(x, 3), x.slice(300, 100).units().assumeBits(), 1, 1)));
  }

  private static FixedMatrix columns(SecretFixed all, int p) {
    List<SecretFixed> columns = new ArrayList<>();
    for (int i = 0; i < p; i++) {
      columns.add(all.slice(100 * i, 100));
    }
    return new FixedMatrix(columns);
  }

  /** Returns a row for numbers below 32, whose variances are in the range. */
  private static Row fixed(
      String name, int n, BiFunction<FixedPoint, SecretFixed, SecretFixed> function) {
    return fixed(name, n, 22, fixed -> fixed, function);
  }

  private static Row saturating(
      String name, int n, BiFunction<FixedPoint, SecretFixed, SecretFixed> function) {
    return fixed(name, n, 31, FixedPoint::saturating, function);
  }

  private static Row fixed(
      String name,
      int n,
      int bits,
      UnaryOperator<FixedPoint> arithmetic,
      BiFunction<FixedPoint, SecretFixed, SecretFixed> function) {
    return new Row(
        name,
        31,
        n,
        (b, x) -> {
          FixedPoint fixed = arithmetic.apply(new FixedPoint(b));
          SecretFixed numbers = fixed.scaled(x.assumeFits(IntType.signed(bits)));
          fixed.output("out", function.apply(fixed, numbers));
        });
  }

  @Test
  @Tag("slow")
  void radixSortsAreCheaperThanNetworksForManyRows() throws Exception {
    List<Row> rows = sortsOfMany();
    requireDocumented(rows);
    Cost network = row(rows, "`Sorting.ascending` of 1,000", 32).cost();
    Cost radix = row(rows, "`RadixSort.ascending` of 1,000", 32).cost();
    assertTrue(2 * radix.items().bits() < network.items().bits());
    assertTrue(3 * radix.items().triples() < 2 * network.items().triples());
    assertTrue(2 * radix.checks() < network.checks());
  }

  @Test
  void radixSortsAreCheaperThanNetworksForShortKeys() throws Exception {
    Cost network = row(rows(), "`Sorting.ascending` of 100", 8).cost();
    Cost radix = row(rows(), "`RadixSort.ascending` of 100", 8).cost();
    assertTrue(2 * radix.items().bits() < network.items().bits());
    assertTrue(2 * radix.checks() < network.checks());
  }

  private static Row row(List<Row> rows, String name, int bits) {
    return rows.stream()
        .filter(each -> each.name().equals(name) && each.bits() == bits)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theDocumentationHasTheCosts() throws Exception {
    requireDocumented(rows());
  }

  private static void requireDocumented(List<Row> rows) throws Exception {
    String docs = Files.readString(Path.of("..", "docs", "library.md"));
    StringBuilder missing = new StringBuilder();
    for (Row row : rows) {
      String text = row.text();
      if (!docs.contains(text)) {
        missing.append(text).append('\n');
      }
    }
    assertEquals("", missing.toString());
  }
}

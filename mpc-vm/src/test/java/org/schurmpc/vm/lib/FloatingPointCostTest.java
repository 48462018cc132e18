package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;

/** Rounds, triples and bits of floating point: those of the documentation, and of the paper. */
class FloatingPointCostTest {
  /** A function of two vectors in floating point. */
  private interface Body {
    void define(ProgramBuilder b, SecretFloat x, SecretFloat y);
  }

  private record Row(String name, Body body) {
    Cost cost(int n) throws Exception {
      return cost(n, false);
    }

    /** Returns the cost with bits over the field, or in TinyOT. */
    Cost cost(int n, boolean mixed) throws Exception {
      CompileOptions options =
          CompileOptions.of(Fields.named("p128"), 2)
              .withSigmaMask(40)
              .withMixed(mixed)
              .withoutLines();
      return CostReport.of(
              Compiler.compile(
                  b -> body.define(b, number(b, "x", n), number(b, "y", n)), "cost", options))
          .total();
    }

    private static SecretInts part(ProgramBuilder b, String name, int bits, int n) {
      return b.secretArray(name, IntType.unsigned(bits), n).vector(0, n);
    }

    private static SecretFloat number(ProgramBuilder b, String name, int n) {
      FloatParts parts =
          new FloatParts(
              part(b, name + "s", 1, n).assumeBits(),
              part(b, name + "e", 8, n),
              part(b, name + "f", 24, n),
              part(b, name + "z", 1, n),
              part(b, name + "i", 1, n),
              part(b, name + "n", 1, n));
      return new SecretFloat(new FloatingPoint(b), parts);
    }

    String text() throws Exception {
      Cost cost = cost(1);
      return "| %s | %d | %d | %d | %d | %d | "
              .formatted(
                  name,
                  cost.rounds(),
                  cost.items().triples(),
                  cost.items().squares(),
                  cost.items().bits(),
                  cost.checks())
          + CostColumns.mixed(cost(1, true));
    }
  }

  private static void output(ProgramBuilder b, SecretFloat x) {
    FloatParts parts = x.parts();
    b.output("s", parts.sign());
    b.output("e", parts.exponent());
    b.output("f", parts.significand());
    b.output("z", parts.zero());
    b.output("i", parts.infinite());
    b.output("n", parts.nan());
  }

  private static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    rows.add(new Row("`times`", (b, x, y) -> output(b, x.times(y))));
    rows.add(new Row("`plus`, `minus`", (b, x, y) -> output(b, x.plus(y))));
    rows.add(new Row("`dividedBy`", (b, x, y) -> output(b, x.dividedBy(y))));
    rows.add(new Row("`lessThan`", (b, x, y) -> b.output("out", x.lessThan(y))));
    rows.add(new Row("`atMost`", (b, x, y) -> b.output("out", x.atMost(y))));
    rows.add(new Row("`equalTo`", (b, x, y) -> b.output("out", x.equalTo(y))));
    rows.add(new Row("`choose`", (b, x, y) -> choose(b, x, y)));
    rows.add(new Row("`ofIeeeBits`", (b, x, y) -> fromBits(b, x.size())));
    rows.add(new Row("`ieeeBits`", (b, x, y) -> b.output("out", x.ieeeBits())));
    rows.add(new Row("`of` integers of 32 bits", (b, x, y) -> fromInts(b, 32, x.size())));
    rows.add(new Row("`of` integers of 64 bits", (b, x, y) -> fromInts(b, 64, x.size())));
    rows.add(new Row("`toInts` of 32 bits", (b, x, y) -> b.output("out", x.toInts(32))));
    rows.add(
        new Row(
            "`toFixed`, k = 31, f = 16",
            (b, x, y) -> b.output("out", x.toFixed(new FixedPoint(b)).units())));
    return rows;
  }

  private static void choose(ProgramBuilder b, SecretFloat x, SecretFloat y) {
    SecretBitVector bits = Row.part(b, "bits", 1, x.size()).assumeBits();
    output(b, new FloatingPoint(b).choose(bits, x, y));
  }

  private static void fromBits(ProgramBuilder b, int n) {
    List<SecretBitVector> bits = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      bits.add(Row.part(b, "bit" + i, 1, n).assumeBits());
    }
    output(b, new FloatingPoint(b).ofIeeeBits(bits));
  }

  private static void fromInts(ProgramBuilder b, int bits, int n) {
    SecretInts x = b.secretArray("ints", IntType.signed(bits), n).vector(0, n);
    output(b, new FloatingPoint(b).of(x));
  }

  private static Row row(String name) {
    return rows().stream().filter(each -> each.name().equals(name)).findAny().orElseThrow();
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
    // KSS13, Table 2. Of the rows of comparisons, the least numbers of both.
    requireAtMost(row("`times`").cost(1), 15, 95, 218);
    requireAtMost(row("`plus`, `minus`").cost(1), 48, 323, 548);
    requireAtMost(row("`lessThan`").cost(1), 7, 73, 104);
    requireAtMost(row("`equalTo`").cost(1), 7, 73, 104);
  }

  @Test
  void vectorsTakeTheRoundsOfOneNumber() throws Exception {
    for (Row row : rows()) {
      Cost one = row.cost(1);
      Cost many = row.cost(100);
      assertEquals(one.rounds(), many.rounds(), row.name());
      assertEquals(100 * one.items().triples(), many.items().triples(), row.name());
      assertEquals(100 * one.items().bits(), many.items().bits(), row.name());
    }
  }
}

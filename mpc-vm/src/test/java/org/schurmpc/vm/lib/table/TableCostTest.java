package org.schurmpc.vm.lib.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.compile.Cost;
import org.schurmpc.vm.compile.CostReport;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.CostColumns;

/** Rounds, checks, triples and bits of functions on tables: those of the documentation. */
class TableCostTest {
  /** A function of tables, which outputs something of its result. */
  private interface Body {
    Table of(ProgramBuilder b);
  }

  private record Row(String name, int bits, Body body) {
    Cost cost(boolean mixed) throws Exception {
      CompileOptions options =
          CompileOptions.of(Fields.named("p128"), 2)
              .withSigmaMask(40)
              .withMixed(mixed)
              .withoutLines();
      return CostReport.of(Compiler.compile(b -> output(b, body.of(b)), "tables", options)).total();
    }

    String text() throws Exception {
      Cost cost = cost(false);
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

  private static void output(ProgramBuilder b, Table table) {
    for (String column : table.columns()) {
      b.output(column, table.values(column));
    }
    b.output("valid", table.valid());
  }

  private static SecretInts values(ProgramBuilder b, String name, int bits, int n) {
    return b.secretArray(name, IntType.unsigned(bits), n).vector(0, n);
  }

  /** Returns a table whose key is from secret numbers, and which has a value of 16 bits. */
  private static Table table(ProgramBuilder b, Tables tables, String name, int bits, int n) {
    return tables
        .of("id", values(b, name + "id", bits, n))
        .with(name, values(b, name, 16, n))
        .filter(values(b, name + "valid", 1, n).assumeBits());
  }

  private static Table one(ProgramBuilder b, int bits) {
    return table(b, new Tables(b), "x", bits, 100);
  }

  private static Table input(Tables tables, String name, int party, int bits, int n) {
    return tables
        .input(name, party, n)
        .column("id", IntType.unsigned(bits))
        .column(name, IntType.unsigned(16))
        .padded()
        .sortedUnique("id")
        .table();
  }

  private static Table other(ProgramBuilder b, Table table) {
    return table(b, table.tables(), "y", 32, 100);
  }

  private static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    rows.add(new Row("`sort` of 100", 32, b -> one(b, 32).sort(Key.ascending("id"))));
    rows.add(new Row("`sort` of 100", 4, b -> one(b, 4).sort(Key.ascending("id"))));
    rows.add(new Row("`top` 10 of 100", 32, b -> one(b, 32).top(10, Key.ascending("id"))));
    rows.add(new Row("`distinct` of 100", 32, b -> one(b, 32).distinct("id")));
    rows.add(
        new Row(
            "`groupBy` of 100, count and sum",
            32,
            b ->
                one(b, 32)
                    .groupBy(List.of("id"), Aggregate.count("n"), Aggregate.sum("x", "sum"))));
    rows.add(
        new Row(
            "`groupBy` of 100, max",
            32,
            b -> one(b, 32).groupBy(List.of("id"), Aggregate.max("x", "max"))));
    rows.add(new Row("`limit` of 100 to 10", 32, b -> one(b, 32).limit(10)));
    rows.add(
        new Row(
            "`join` of 100 and 100",
            32,
            b -> {
              Table x = one(b, 32);
              return x.join(other(b, x), "id");
            }));
    rows.add(
        new Row(
            "`join` of 100 and 100 that are sorted",
            32,
            b -> {
              Tables tables = new Tables(b);
              return input(tables, "x", 0, 32, 100).join(input(tables, "y", 1, 32, 100), "id");
            }));
    rows.add(
        new Row(
            "`joinAll` of 100 and 100 in 200",
            32,
            b -> {
              Table x = one(b, 32);
              return x.joinAll(other(b, x), 200, "id");
            }));
    rows.add(
        new Row(
            "`semiJoin` of 100 and 100",
            32,
            b -> {
              Table x = one(b, 32);
              return x.semiJoin(other(b, x), "id");
            }));
    return rows;
  }

  @Test
  void costsAreThoseOfTheDocumentation() throws Exception {
    List<String> texts = new ArrayList<>();
    for (Row row : rows()) {
      texts.add(row.text());
    }
    CostColumns.requireDocumented(texts);
  }

  private static Row joinOfMany() {
    return new Row(
        "`join` of 1,024 and 1,024 that are sorted",
        64,
        b -> {
          Tables tables = new Tables(b);
          Table x = input(tables, "x", 0, 64, 1024).with("z", values(b, "z", 16, 1024));
          return x.join(input(tables, "y", 1, 64, 1024), "id");
        });
  }

  @Test
  @Tag("slow")
  void joinsOfManySortedRowsTakeAMergeAlone() throws Exception {
    Row row = joinOfMany();
    CostColumns.requireDocumented(List.of(row.text()));
    long triples = row.cost(false).items().triples();
    assertTrue(triples <= 1_500_000, triples + " triples");
  }

  private static long sent(Cost cost) {
    long bits = cost.items().bits() + LongStream.of(cost.items().ownBits()).sum();
    return cost.items().triples() * 12 + bits * 5;
  }

  /** Of a network and a radix sort, tables take the one that sends less. */
  @Test
  void sortsOverTheFieldTakeWhatSendsLess() throws Exception {
    for (int bits : new int[] {4, 32}) {
      for (int n : new int[] {16, 100}) {
        int rows = n;
        int width = bits;
        Row network =
            new Row("", bits, b -> sortedAs(table(b, new Tables(b), "x", width, rows), false));
        Row radix =
            new Row("", bits, b -> sortedAs(table(b, new Tables(b), "x", width, rows), true));
        Row chosen =
            new Row(
                "", bits, b -> table(b, new Tables(b), "x", width, rows).sort(Key.ascending("id")));
        long least = Math.min(sent(network.cost(false)), sent(radix.cost(false)));
        assertEquals(least, sent(chosen.cost(false)), bits + " bits, rows: " + n);
      }
    }
  }

  private static Table sortedAs(Table table, boolean radix) {
    List<Key> keys = List.of(Key.ascending("id"));
    Sorter sorter = new Sorter(table.tables(), table.cells(), table.parts(keys), true);
    return table.from(radix ? sorter.byDigits() : sorter.byNetwork(), table.facts().sorted(keys));
  }
}

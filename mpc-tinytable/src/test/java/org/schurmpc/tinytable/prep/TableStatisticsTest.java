package org.schurmpc.tinytable.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.prep.MaterialKind;

/** What is random looks so: masks, and what one party has of tables. Coarse. */
class TableStatisticsTest {
  private static void requireEven(long ones, long bits, String what) {
    assertEquals(0.5 * bits, (double) ones, 6 * Math.sqrt(0.25 * bits), what);
  }

  @ParameterizedTest
  @ValueSource(strings = {"linear", "lookup64"})
  void masksAndSharesAreUniform(String scheme) throws Exception {
    var table = RandomCircuits.table(new Random(1), 4, 4);
    PrepRun run =
        new PrepRun(
            scheme,
            64,
            TinyTablePreprocessorTest.lookups(List.of(table, table, table, table)),
            1,
            TinyTablePreprocessorTest.SETTING);
    run.prepare(10);
    String fresh = run.requireTables().fresh();
    requireEven(fresh.chars().filter(c -> c == '1').count(), fresh.length(), "masks");
    // The same masks for the same lookups in another evaluation would be one secret twice.
    int each = fresh.length() / 10;
    List<String> evaluations = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      evaluations.add(fresh.substring(i * each, (i + 1) * each));
    }
    assertEquals(10, evaluations.stream().distinct().count());
    for (int party = 0; party < 2; party++) {
      for (MaterialKind kind : run.both.get(party).items().keySet()) {
        shares(run, party, kind);
      }
    }
    assertNotEquals(run.both.get(0).keys()[0], run.both.get(1).keys()[0]);
  }

  /** The words of shares at the start of an item, in the form that each kind has. */
  private static void shares(PrepRun run, int party, MaterialKind kind) {
    long[] items = run.both.get(party).items(kind);
    boolean linear = run.scheme.name().equals("linear");
    if (kind.name().startsWith("input")) {
      return; // the owner's, or zero
    }
    boolean table = kind.name().startsWith("tables");
    boolean gate = kind.name().startsWith("AND");
    double sum = 0;
    double squares = 0;
    for (int at = 0; at < items.length; at += kind.longsPerItem()) {
      int words = table ? (linear ? 48 : 2) : gate ? (linear ? 3 : 4) : 1;
      double beyondHalf = 0;
      for (int i = 0; i < words; i++) {
        boolean share = !(table && linear) || i % 3 == 2;
        int bits = !share ? 0 : table ? (linear ? 4 : 32) : 64;
        beyondHalf += share ? Long.bitCount(items[at + i]) - 0.5 * bits : 0;
      }
      sum += beyondHalf;
      squares += beyondHalf * beyondHalf;
    }
    // Shares of the entries of one table depend on each other, those of different items do not: the
    // sum is measured by what the items differ by.
    String what = "shares of " + kind.name() + " at party " + party;
    assertEquals(0, sum, 6 * Math.sqrt(squares), what);
  }
}

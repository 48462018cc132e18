package org.schurmpc.vm.lib.table;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.Equality;
import org.schurmpc.vm.lib.SecretDivision;

/** Computes aggregates from the last rows of groups, which are in front. */
final class Groups {
  private final ProgramBuilder b;
  private final Table table;
  private final List<String> names;
  private final List<Cells> ends;
  private final Map<String, Integer> places;
  private final SecretBitVector valid;
  private final int n;
  private final Map<String, SecretInts> known = new LinkedHashMap<>();

  /**
   * Takes the last rows of groups.
   *
   * @param names the columns of the groups
   * @param ends by row and then others, what was moved
   * @param places what was moved, by its name
   * @param valid which rows are those of groups
   */
  Groups(
      Table table,
      List<String> names,
      List<Cells> ends,
      Map<String, Integer> places,
      SecretBitVector valid) {
    b = table.tables().builder();
    this.table = table;
    this.names = names;
    this.ends = ends;
    this.places = places;
    this.valid = valid;
    n = ends.get(0).size();
  }

  private Cells moved(String what) {
    return ends.get(places.get(what));
  }

  Table of(List<Aggregate> aggregates) {
    Map<String, Column> columns = new LinkedHashMap<>();
    for (String name : names) {
      boolean nullable = table.find(name).nullable();
      SecretBitVector none = nullable ? moved("null group " + name).flags() : null;
      columns.put(name, new Column(moved("group " + name), none));
    }
    for (Aggregate each : aggregates) {
      if (columns.put(each.as, column(each)) != null) {
        throw new IllegalArgumentException("there are two columns %s".formatted(each.as));
      }
    }
    List<Key> order = table.facts().order().subList(0, names.size());
    Facts facts = Facts.ordered(order).withUnique(List.of(Set.copyOf(names)));
    return new Table(table.tables(), columns, valid, facts);
  }

  private Column column(Aggregate each) {
    Column column = each.column == null ? null : table.find(each.column);
    boolean nullable = column != null && column.nullable();
    SecretBitVector none = null;
    if (nullable && each.kind != Aggregate.Kind.COUNT) {
      none = new Equality(b).isZero(count(each.column, true));
    }
    Cells values =
        switch (each.kind) {
          case COUNT -> Cells.of(b, count(each.column, nullable));
          case SUM -> Cells.of(b, sum(each));
          case MEAN -> Cells.of(b, mean(each, nullable));
          default -> moved(each.kind + " " + each.column);
        };
    return new Column(values, none);
  }

  private SecretInts count(String column, boolean nullable) {
    return nullable ? difference("count " + column, 0) : difference("rows", 1);
  }

  /**
   * Returns by group the difference from the group before, and 0 for other rows.
   *
   * @param more what is added for the first group
   */
  private SecretInts difference(String what, long more) {
    return known.computeIfAbsent(
        what,
        name -> {
          SecretInts upTo = moved(name).numbers();
          SecretInts first = upTo.slice(0, 1).plus(more);
          SecretInts each =
              n == 1
                  ? first
                  : SecretInts.join(first, upTo.slice(1, n - 1).minus(upTo.slice(0, n - 1)));
          Bounds bounds = Table.withZero(upTo.bounds().plus(Bounds.of(more)));
          return valid.asInts().times(each).assumeFits(bounds);
        });
  }

  private SecretInts sum(Aggregate each) {
    SecretInts sum = difference("sum " + each.column, 0);
    if (each.type != null && !each.type.bounds().contains(sum.bounds())) {
      throw new IllegalArgumentException(
          "the sum of column %s over %,d rows can be from %s: it needs %s %d bits, and not %s"
              .formatted(
                  each.column,
                  n,
                  sum.bounds(),
                  sum.bounds().least().signum() < 0 ? "signed" : "unsigned",
                  sum.width() - (sum.bounds().least().signum() < 0 ? 0 : 1),
                  each.type));
    }
    return each.type == null ? sum : sum.within(each.type.bounds(), "a sum");
  }

  private SecretInts mean(Aggregate each, boolean nullable) {
    SecretInts sum = difference("sum " + each.column, 0);
    SecretInts units = sum.times(b.clear(BigInteger.TEN.pow(each.digits)).asVector());
    Bounds bounds = Table.withZero(table.find(each.column).values().bounds());
    return new SecretDivision(b)
        .quotient(units, count(each.column, nullable))
        .assumeFits(bounds.times(BigInteger.TEN.pow(each.digits)));
  }
}

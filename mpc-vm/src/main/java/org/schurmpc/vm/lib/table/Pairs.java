package org.schurmpc.vm.lib.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.BitDecomposition;
import org.schurmpc.vm.lib.Comparison;
import org.schurmpc.vm.lib.Equality;

/**
 * All pairs of rows of two sides in the same group (Krastnikov, Kerschbaum, Stebila: Efficient
 * oblivious database joins, VLDB 2020). In a group of a left and c right rows, each left row is
 * repeated c times and each right row a times: rows move to the places of their first copies, and
 * are copied along. Copy t of right row r then goes to place t c + r of the group.
 */
final class Pairs {
  private final Tables tables;
  private final ProgramBuilder b;
  private final Table rows;
  private final SecretBitVector same;
  private final SecretInts left;
  private final SecretInts right;
  private final int n;

  /**
   * Takes rows.
   *
   * @param same by row but the first one, whether it is in the group of the row before
   * @param left which are valid rows of the left side
   * @param right which are valid rows of the right side
   */
  Pairs(
      Tables tables,
      Table rows,
      SecretBitVector same,
      SecretBitVector left,
      SecretBitVector right) {
    this.tables = tables;
    b = tables.builder();
    this.rows = rows;
    this.same = same;
    this.left = left.asInts();
    this.right = right.asInts();
    n = rows.rows();
  }

  /** Returns numbers that are known to be from 0 to a number. */
  private static SecretInts upTo(long most, SecretInts numbers) {
    return numbers.assumeFits(new Bounds(Table.big(0), Table.big(most)));
  }

  private SecretInts counted(SecretInts flags) {
    return upTo(n, Segments.sums(flags));
  }

  /** Returns cells of columns and where they are null. */
  private List<Cells> cells(List<String> names) {
    List<Cells> cells = new ArrayList<>();
    for (String name : names) {
      cells.add(rows.find(name).values());
      if (rows.find(name).nullable()) {
        cells.add(Cells.flags(b, rows.find(name).isNull()));
      }
    }
    return cells;
  }

  private void put(Map<String, Column> to, List<String> names, List<String> on, List<Cells> from) {
    int next = 0;
    for (String name : names) {
      Cells values = from.get(next++);
      SecretBitVector none = rows.find(name).nullable() ? from.get(next++).flags() : null;
      to.put(name, new Column(values, on.contains(name) ? null : none));
    }
  }

  /**
   * Returns the pairs.
   *
   * @param ofLeft the columns of the left side
   * @param on those in which rows are equal
   * @param ofRight the columns of the right side
   */
  Table of(List<String> ofLeft, List<String> on, List<String> ofRight, int capacity) {
    SecretInts lefts = counted(left);
    SecretInts rights = counted(right);
    SecretInts leftsBefore = upTo(n, lefts.minus(left));
    SecretInts rightsBefore = upTo(n, rights.minus(right));
    List<Cells> first =
        Segments.ofFirst(tables.pack(List.of(of(leftsBefore), of(rightsBefore))), same).columns();
    List<Cells> last = Segments.ofLast(tables.pack(List.of(of(lefts), of(rights))), same).columns();
    SecretInts a = upTo(n, last.get(0).numbers().minus(first.get(0).numbers()));
    SecretInts c = upTo(n, last.get(1).numbers().minus(first.get(1).numbers()));
    long most = (long) n * n;
    SecretInts copiesOfLeft = upTo(n, left.times(c));
    SecretInts copiesOfRight = upTo(n, right.times(a));
    SecretInts all = upTo(most, Segments.sums(copiesOfLeft));
    SecretInts leftPlaces = upTo(most, all.minus(copiesOfLeft));
    SecretInts rightPlaces =
        upTo(most, upTo(most, Segments.sums(copiesOfRight)).minus(copiesOfRight));
    SecretInts total = all.slice(n - 1, 1);
    SecretBitVector more = new Comparison(b).greaterThan(total, capacity);
    tables.requireZero(more.asInts().sum(), Table.tooMany(capacity));
    SecretBitVector beyond = beyond(upTo(capacity, total), capacity);
    List<Cells> repeated = copied(cells(ofLeft), leftPlaces, copiesOfLeft, capacity);
    SecretInts rank = upTo(n, rightsBefore.minus(first.get(1).numbers()));
    SecretInts start = rightPlaces.minus(rank.times(a)).plus(rank);
    List<Cells> others = new ArrayList<>(cells(ofRight));
    int own = others.size();
    others.add(of(rightPlaces));
    // In rows that are copied, the group's start plus the rank is a place.
    others.add(of(upTo(most, right.times(start.assumeFits(Bounds.upTo(Table.big(most)))))));
    others.add(of(c));
    List<Cells> aligned =
        aligned(copied(others, rightPlaces, copiesOfRight, capacity), own, beyond);
    Map<String, Column> columns = new LinkedHashMap<>();
    put(columns, ofLeft, on, repeated);
    put(columns, ofRight, List.of(), aligned);
    return new Table(tables, columns, beyond.not(), Facts.none(true));
  }

  private Cells of(SecretInts numbers) {
    return Cells.of(b, numbers);
  }

  /** Returns by place of the result whether it is from a number on. */
  private SecretBitVector beyond(SecretInts total, int capacity) {
    int bits = Tables.bitLength(capacity);
    List<SecretBitVector> all = new BitDecomposition(b).lowest(total, bits);
    return Compaction.atLeast(all).slice(0, capacity);
  }

  /** Returns rows from places on, as often as they are copied. */
  private List<Cells> copied(
      List<Cells> cells, SecretInts places, SecretInts copies, int capacity) {
    SecretBitVector some = new Equality(b).isZero(copies).not();
    List<Cells> all = new ArrayList<>(cells);
    all.add(of(places));
    all.add(Cells.flags(b, some));
    Pack pack = tables.pack(all);
    Pack front = new Compaction(b, pack.own(some)).front(pack).slice(0, Math.min(n, capacity));
    List<Cells> fitted = front.masked(front.column(all.size() - 1).flags()).columns();
    if (n < capacity) {
      fitted = fitted.stream().map(each -> each.join(tables.least(each, capacity - n))).toList();
    }
    SecretBitVector marks = fitted.get(all.size() - 1).flags();
    SecretInts place = fitted.get(cells.size()).upTo(capacity - 1).numbers();
    Pack moved = moved(fitted.subList(0, cells.size()), place, marks, capacity);
    SecretBitVector continued = moved.column(cells.size()).flags().not();
    Pack own = moved.first(cells.size());
    return capacity == 1
        ? own.columns()
        : Segments.ofFirst(own, continued.slice(1, capacity - 1)).columns();
  }

  /** Moves marked rows, which are in front, to places that ascend; the others have nothing. */
  private Pack moved(List<Cells> cells, SecretInts place, SecretBitVector marks, int capacity) {
    SecretInts here = Publics.numbers(b, false, capacity).numbers();
    SecretInts further = upTo(capacity - 1, marks.asInts().times(place.minus(here)));
    int bits = Math.max(1, Tables.bitLength(capacity - 1));
    List<Cells> all = new ArrayList<>(cells);
    all.add(Cells.flags(b, marks));
    new BitDecomposition(b).lowest(further, bits).forEach(bit -> all.add(Cells.flags(b, bit)));
    Pack moved = tables.pack(all);
    for (int i = bits - 1; i >= 0; i--) {
      SecretBitVector flags = moved.column(moved.width() - 1).flags();
      moved = moved.first(moved.width() - 1).moved(flags, 1 << i);
    }
    return moved;
  }

  /**
   * Moves the copies of right rows to where those of left rows are.
   *
   * @param own number of columns, behind which there are the place of a row's first copy, the place
   *     of the first pair with it, and the number of right rows of its group
   */
  private List<Cells> aligned(List<Cells> copies, int own, SecretBitVector beyond) {
    int capacity = beyond.size();
    SecretInts here = Publics.numbers(b, false, capacity).numbers();
    SecretInts copy = here.minus(copies.get(own).numbers());
    SecretInts place =
        copies.get(own + 1).numbers().plus(copy.times(copies.get(own + 2).numbers()));
    SecretInts difference = place.minus(here);
    SecretInts other = beyond.not().asInts().times(difference).plus(here);
    List<Cells> cells = new ArrayList<>(copies.subList(0, own));
    cells.add(of(upTo(capacity - 1, other)));
    Sorter sorter = new Sorter(tables, cells, List.of(new Sorter.Part(own, false)), false);
    return capacity == 1 ? cells.subList(0, own) : sorter.all().subList(0, own);
  }
}

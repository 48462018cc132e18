package org.schurmpc.vm.lib.table;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * What is publicly known of the rows of a table.
 *
 * @param order by which the valid rows are in order; none if not known
 * @param tells the columns on which the places of rows depend
 * @param hidden whether the places of rows also depend on cells that are not in the table any more
 * @param front whether valid rows come before all others
 * @param run number of rows of the first of two runs, of which each for itself is in order and has
 *     its valid rows in front; 0 if all rows are one run
 * @param unique sets of columns in which no two valid rows are equal
 */
record Facts(
    List<Key> order,
    Set<String> tells,
    boolean hidden,
    boolean front,
    int run,
    List<Set<String>> unique) {
  Facts {
    order = List.copyOf(order);
    tells = Set.copyOf(tells);
    unique = List.copyOf(unique);
  }

  /** What is known of rows in an order that says nothing. */
  static Facts none(boolean front) {
    return new Facts(List.of(), Set.of(), false, front, 0, List.of());
  }

  /** What is known of rows whose places follow from an order alone. */
  static Facts ordered(List<Key> order) {
    return new Facts(order, columns(order), false, true, 0, List.of());
  }

  private static Set<String> columns(List<Key> keys) {
    return new LinkedHashSet<>(keys.stream().map(Key::column).toList());
  }

  Facts withUnique(List<Set<String>> sets) {
    return new Facts(order, tells, hidden, front, run, sets);
  }

  /** Returns what is known once rows are sorted, and equal ones are as before. */
  Facts sorted(List<Key> keys) {
    List<Key> all = new ArrayList<>(keys);
    if (run == 0) {
      order.stream().filter(key -> !columns(keys).contains(key.column())).forEach(all::add);
    }
    Set<String> tell = new LinkedHashSet<>(tells);
    tell.addAll(columns(keys));
    return new Facts(all, tell, hidden, true, 0, unique);
  }

  /** Returns what is known of rows in an order, with the valid ones in front. */
  Facts inOrder(List<Key> keys) {
    return new Facts(keys, tells, hidden, true, 0, unique);
  }

  /** Returns what is known once rows have become invalid. */
  Facts filtered() {
    return new Facts(run > 0 ? List.of() : order, tells, hidden, false, 0, unique);
  }

  /** Returns what is known once valid rows have moved to the front, in their order. */
  Facts inFront() {
    return new Facts(run > 0 ? List.of() : order, tells, hidden, true, 0, unique);
  }

  /**
   * Returns what is known of all rows of two tables.
   *
   * @param rows number of rows of this one
   * @param front whether valid rows of both come before all others
   */
  Facts union(Facts other, int rows, boolean front) {
    List<Key> common = new ArrayList<>();
    for (int i = 0; i < Math.min(order.size(), other.order.size()); i++) {
      if (!order.get(i).equals(other.order.get(i))) {
        break;
      }
      common.add(order.get(i));
    }
    boolean runs = run == 0 && other.run == 0 && this.front && other.front && !common.isEmpty();
    Set<String> tell = new LinkedHashSet<>(tells);
    tell.addAll(other.tells);
    return new Facts(
        runs ? common : List.of(), tell, hidden || other.hidden, front, runs ? rows : 0, List.of());
  }

  /** Returns what is known with columns under other names; null for columns that are gone. */
  Facts renamed(UnaryOperator<String> names) {
    List<Key> kept = new ArrayList<>();
    for (Key key : order) {
      String name = names.apply(key.column());
      if (name == null) {
        break;
      }
      kept.add(new Key(name, key.descending()));
    }
    boolean lost = kept.isEmpty() && run > 0;
    List<Set<String>> sets = new ArrayList<>();
    for (Set<String> set : unique) {
      if (hasAll(set, names)) {
        sets.add(renamed(set, names));
      }
    }
    Set<String> tell = renamed(tells.stream().filter(e -> names.apply(e) != null).toList(), names);
    return new Facts(
        kept, tell, hidden || !hasAll(tells, names), front && !lost, lost ? 0 : run, sets);
  }

  private static boolean hasAll(Set<String> columns, UnaryOperator<String> names) {
    return columns.stream().allMatch(each -> names.apply(each) != null);
  }

  private static Set<String> renamed(Collection<String> columns, UnaryOperator<String> names) {
    return new LinkedHashSet<>(columns.stream().map(names).toList());
  }

  /** Whether rows, or those of each run, are in an order by some keys. */
  boolean startsWith(List<Key> keys) {
    return order.size() >= keys.size() && order.subList(0, keys.size()).equals(keys);
  }

  /** Whether no two valid rows are equal in some columns. */
  boolean isUnique(Collection<String> columns) {
    return unique.stream().anyMatch(columns::containsAll);
  }
}

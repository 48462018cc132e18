package org.schurmpc.vm.lib.table;

import java.util.Arrays;
import java.util.List;

/**
 * A column by which rows are put in order. Cells without a value come last in both directions.
 *
 * @param column its name
 * @param descending whether rows with greater values come first
 */
public record Key(String column, boolean descending) {
  /** Returns the order in which rows with lesser values come first. */
  public static Key ascending(String column) {
    return new Key(column, false);
  }

  /** Returns the order in which rows with greater values come first. */
  public static Key descending(String column) {
    return new Key(column, true);
  }

  static List<Key> allAscending(String... columns) {
    return Arrays.stream(columns).map(Key::ascending).toList();
  }
}

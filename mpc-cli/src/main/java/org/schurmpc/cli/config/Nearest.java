package org.schurmpc.cli.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the name that a user probably meant. */
public final class Nearest {
  /** Maximum number of edits, for each three letters of the name. */
  private static final int LETTERS_PER_EDIT = 3;

  private Nearest() {}

  /**
   * Returns the known name with the fewest edits from a given one; empty if all names differ in
   * more than a third of their letters. An edit inserts, removes or replaces a letter, or swaps two
   * neighbours.
   */
  public static Optional<String> of(String given, Collection<String> known) {
    int most = Math.max(1, given.length() / LETTERS_PER_EDIT);
    return known.stream()
        .filter(name -> edits(given, name) <= most)
        .min(
            Comparator.comparingInt((String name) -> edits(given, name))
                .thenComparing(name -> name));
  }

  /** Returns the nearest name as a question in parentheses, after a blank; else an empty text. */
  public static String hint(String given, Collection<String> known) {
    return of(given, known).map(name -> " (did you mean '" + name + "'?)").orElse("");
  }

  private static int edits(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, a, b, i, j);
      }
    }
    return cost[a.length()][b.length()];
  }

  private static int cheapest(int[][] cost, String a, String b, int i, int j) {
    int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int least = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, 1 + cost[i - 2][j - 2]) : least;
  }
}

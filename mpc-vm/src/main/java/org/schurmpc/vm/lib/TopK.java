package org.schurmpc.vm.lib;

import java.util.List;
import java.util.stream.IntStream;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.SortingNetwork;

/**
 * The k greatest of secret integers, in descending order, by a network that sorts blocks of about k
 * values and keeps the greater half of each two blocks. Exact, for values of any sign.
 *
 * <p>With K, the power of 2 from k on, t = log2 K and n values, there are t (t + 1) / 2 + ⌈log2
 * (n/K)⌉ (t + 1) layers, and less than n (t^2 / 4 + t / 2 + 1) comparisons; a layer takes the
 * rounds of a {@link Comparison} and one more, and a comparison a triple more for each column. For
 * k = 1 this is a tournament, in which the first of equal values wins. Repeated tournaments take k
 * n comparisons in k ⌈log2 n⌉ layers, which is more for each k above 2.
 */
public final class TopK {
  private final ProgramBuilder b;
  private final Sorting sorting;

  /** Creates the function for values of a program. */
  public TopK(ProgramBuilder b) {
    this.b = b;
    sorting = new Sorting(b);
  }

  /**
   * The greatest values and their places.
   *
   * @param values the greatest values, in descending order
   * @param places where they are, counted from 0; all different. Which of equal values count, and
   *     their order, is not defined for more than one value.
   */
  public record Top(SecretInts values, SecretInts places) {}

  /** Returns the k greatest values and their places. */
  public Top of(SecretInts values, int k) {
    SecretInts[] places = new SecretInts[values.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = b.secret(i).asVector();
    }
    List<SecretInts> rows = rows(List.of(values, SecretInts.join(places)), k);
    return new Top(rows.get(0), rows.get(1));
  }

  /** Returns the k greatest values. Takes a triple less for each comparison. */
  public SecretInts values(SecretInts values, int k) {
    return rows(List.of(values), k).get(0);
  }

  /**
   * Returns the k rows of a table with the greatest values in its first column, in descending
   * order.
   *
   * @param columns one or more vectors of one length
   */
  public List<SecretInts> rows(List<SecretInts> columns, int k) {
    int n = Sorting.rows(columns);
    if (k < 1 || k > n) {
      throw new IllegalArgumentException("%d values have no %d greatest".formatted(n, k));
    }
    int[] places = IntStream.range(0, k).toArray();
    return sorting.along(SortingNetwork.first(n, k), columns, true, places);
  }
}

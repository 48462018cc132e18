package org.schurmpc.vm.lib;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.SecretInts;

/** Picks elements of vectors by public places, in as few slices as there are runs of places. */
final class Gather {
  private Gather() {}

  /** Returns the elements of a vector at some places. */
  static SecretInts of(SecretInts vector, int[] places) {
    return of(List.of(vector), new int[places.length], places);
  }

  /**
   * Returns elements of several vectors.
   *
   * @param vector by element of the result, the number of its vector
   * @param place by element of the result, its place there
   */
  static SecretInts of(List<SecretInts> vectors, int[] vector, int[] place) {
    List<SecretInts> pieces = new ArrayList<>();
    int start = 0;
    for (int i = 1; i <= place.length; i++) {
      boolean continues =
          i < place.length && vector[i] == vector[i - 1] && place[i] == place[i - 1] + 1;
      if (!continues) {
        pieces.add(vectors.get(vector[start]).slice(place[start], i - start));
        start = i;
      }
    }
    return SecretInts.join(pieces.toArray(SecretInts[]::new));
  }
}

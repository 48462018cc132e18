package org.schurmpc.mutation;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pitest.mutationtest.MutationResult;
import org.pitest.mutationtest.engine.MutationDetails;

/** Names the mutants of a class without line numbers: Class.method/mutator:Owner.called#ordinal. */
final class Keys {
  private Keys() {}

  /** Returns the mutants of one class by their keys, in the order of its methods and calls. */
  static Map<String, MutationResult> of(Iterable<MutationResult> mutants) {
    List<MutationResult> sorted = new java.util.ArrayList<>();
    mutants.forEach(sorted::add);
    sorted.sort(
        Comparator.comparing((MutationResult mutant) -> mutant.getDetails().getLineNumber())
            .thenComparing(mutant -> mutant.getDetails().getFirstIndex()));
    Map<String, Integer> ordinals = new HashMap<>();
    Map<String, MutationResult> keys = new LinkedHashMap<>();
    for (MutationResult mutant : sorted) {
      String place = place(mutant.getDetails());
      keys.put(place + "#" + ordinals.merge(place, 1, Integer::sum), mutant);
    }
    return keys;
  }

  private static String place(MutationDetails mutant) {
    String method = mutant.getMethod().replaceFirst("^lambda\\$(.*)\\$\\d+$", "$1");
    String mutator = mutant.getMutator();
    return mutant.getClassName().asJavaName()
        + "."
        + method
        + "/"
        + mutator.substring(mutator.lastIndexOf('.') + 1)
        + ":"
        + mutant.getDescription();
  }
}

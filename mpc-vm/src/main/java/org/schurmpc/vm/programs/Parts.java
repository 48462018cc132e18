package org.schurmpc.vm.programs;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;

/** A list of which each party has a part. */
final class Parts {
  private Parts() {}

  /**
   * Returns a list of which each party gives a part, equally many numbers but for the last party,
   * which gives the rest.
   *
   * @param name of the inputs, with the number of the party
   * @param n at least the number of parties
   */
  static SecretInts inputs(ProgramBuilder b, String name, IntType type, int n) {
    List<SecretInts> parts = new ArrayList<>();
    int each = n / b.parties();
    for (int party = 0; party < b.parties(); party++) {
      int size = party < b.parties() - 1 ? each : n - party * each;
      parts.add(b.inputs(name + (party + 1), party, type, size));
    }
    return SecretInts.join(parts.toArray(SecretInts[]::new));
  }
}

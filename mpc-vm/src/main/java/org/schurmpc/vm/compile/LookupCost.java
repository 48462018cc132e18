package org.schurmpc.vm.compile;

import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.PublicTable;

/**
 * Counts the lookups of one startopen. Masked indices of one form travel together, with as many
 * bytes each as the longest one.
 */
final class LookupCost {
  private final Program program;
  private final long[] counts = new long[PublicTable.Form.values().length];
  private final int[] widest = new int[counts.length];
  private Counts items;

  LookupCost(Program program) {
    this.program = program;
    this.items = Counts.none(program.parties());
  }

  void add(int table, int n) {
    PublicTable of = program.tables().get(table);
    int form = of.form().code();
    counts[form] += n;
    widest[form] = Math.max(widest[form], of.indexBytes());
    items = items.plusLookups(table, n);
  }

  /** Returns the number of masked indices. */
  long count() {
    long sum = 0;
    for (long each : counts) {
      sum += each;
    }
    return sum;
  }

  /** Returns the number of bytes of masked indices that a party sends to each other one. */
  long bytes() {
    long sum = 0;
    for (int form = 0; form < counts.length; form++) {
      sum += counts[form] * widest[form];
    }
    return sum;
  }

  Counts items() {
    return items;
  }
}

package org.schurmpc.spdz.material;

import java.util.Arrays;
import java.util.Optional;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.field.Field;

/**
 * Combines all parties' items of masked tables: whether every share lies in its span and every MAC
 * is that of its value, and whether the entries are those of the table of the kind under the mask.
 * The table itself is not needed: the entries give it, and the kind has its digest.
 */
final class LookupChecker {
  private final LookupKind kind;
  private final Field field;
  private final int limbs;
  private final long[] alpha;
  private final long[] mac;
  private final long[] value;

  LookupChecker(LookupKind kind, long[] alpha) {
    this.kind = kind;
    this.field = kind.field();
    this.limbs = field.limbs();
    this.alpha = alpha;
    this.mac = new long[limbs];
    this.value = new long[limbs];
  }

  /** Returns the first relation that does not hold. */
  Optional<String> check(long[][] items, int[] offsets) {
    long s = combined(kind.indices(), kind.inputBits(), items, offsets, 0);
    int[] entries = new int[kind.entries()];
    boolean authentic = s >= 0;
    for (int h = 0; h < entries.length && authentic; h++) {
      for (int output = 0; output < kind.outputs(); output++) {
        int at = kind.entryAt(h) + output * kind.partLongs();
        long part = combined(kind.values(), kind.bitsPerOutput(), items, offsets, at);
        authentic &= part >= 0;
        entries[h ^ (int) s] |= (int) part << output;
      }
    }
    if (!authentic) {
      return Optional.of("a MAC is not that of its value, or a value is outside of its span");
    }
    boolean right = kind.isOf(new LookupTable(kind.inputBits(), kind.outputBits(), entries));
    return right ? Optional.empty() : Optional.of("the entries are not those of the table");
  }

  /** Returns the coordinates of a value, or -1 if it or its MAC is wrong. */
  private long combined(Span span, int bits, long[][] items, int[] offsets, int at) {
    long[] coordinates = {0};
    long[] sum = new long[limbs];
    for (int party = 0; party < items.length; party++) {
      long share = kind.coordinates(items[party], offsets[party] + at);
      kind.mac(items[party], offsets[party] + at, mac, 0);
      if (share >>> bits != 0) {
        return -1;
      }
      coordinates[0] ^= share;
      field.add(sum, 0, mac, 0, sum, 0, 1);
    }
    span.elements(coordinates, 0, value, 0, 1);
    field.multiply(alpha, 0, value, 0, value, 0, 1);
    return Arrays.equals(value, sum) ? coordinates[0] : -1;
  }
}

package org.schurmpc.vm.code;

import java.util.List;
import java.util.Objects;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;

/**
 * A field of a program.
 *
 * @param sigmaMask number of bits by which the program's masks are longer than what they hide; 0 if
 *     no mask is shorter than an element
 */
public record FieldUse(Field field, int sigmaMask) {
  /** The bits, on which TinyOT computes: always the last field of a program. */
  public static final FieldUse BITS = new FieldUse(Fields.bits(), 0);

  /** The highest statistical security of bits in TinyOT: that of the program's masks, or more. */
  public static final int MOST_BIT_SIGMA = 80;

  /** A bit, two words of its MAC, and two of the key of the peer's. */
  private static final long BIT_LONGS = 5;

  public FieldUse {
    Objects.requireNonNull(field);
  }

  /** Whether this is the field of two elements. */
  public boolean isBits() {
    return field.equals(Fields.bits());
  }

  /**
   * Returns the bytes of one party's part of a secret element: of bits, with their longest MACs.
   */
  public long secretBytes() {
    return (isBits() ? BIT_LONGS : 2L * field.limbs()) * Long.BYTES;
  }

  /** Returns the number of the field of two elements among fields, or -1 if it is not there. */
  public static int bits(List<FieldUse> fields) {
    int last = fields.size() - 1;
    return fields.get(last).isBits() ? last : -1;
  }
}

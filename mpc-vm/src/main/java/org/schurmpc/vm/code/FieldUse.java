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

  public FieldUse {
    Objects.requireNonNull(field);
  }

  /** Whether this is the field of two elements. */
  public boolean isBits() {
    return field.equals(Fields.bits());
  }

  /** Returns the number of the field of two elements among fields, or -1 if it is not there. */
  public static int bits(List<FieldUse> fields) {
    int last = fields.size() - 1;
    return fields.get(last).isBits() ? last : -1;
  }
}

package org.schurmpc.vm.code;

import java.util.Objects;
import org.schurmpc.core.field.Field;

/**
 * A field of a program.
 *
 * @param sigmaMask number of bits by which the program's masks are longer than what they hide; 0 if
 *     no mask is shorter than an element
 */
public record FieldUse(Field field, int sigmaMask) {
  public FieldUse {
    Objects.requireNonNull(field);
  }
}

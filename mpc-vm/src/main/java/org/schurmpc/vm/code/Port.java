package org.schurmpc.vm.code;

import java.util.List;
import java.util.Objects;

/**
 * A named array of inputs or outputs.
 *
 * @param party the index of the party that gives or receives the values, or {@link #ALL} for an
 *     output to all
 * @param field number of the field
 * @param width number of bits of the values; 1 for bits, 0 for elements
 * @param fraction number of bits behind the point, below the width; 0 unless the type is fixed
 * @param count number of values, at least 1
 */
public record Port(
    String name, int party, int field, ValueType type, int width, int fraction, int count) {
  /** Party of an output that all receive. */
  public static final int ALL = -1;

  public Port {
    Objects.requireNonNull(name);
    Objects.requireNonNull(type);
  }

  /** Whether the values are numbers whose bits are elements of the port's field, in TinyOT. */
  public boolean isOfBits(List<FieldUse> fields) {
    return width > 1 && fields.get(field).isBits();
  }

  /** Returns the number of elements of the port's field: one a value, or one a bit. */
  public long elements(List<FieldUse> fields) {
    return (long) count * (isOfBits(fields) ? width : 1);
  }

  /** Creates a port of values that have no bits behind the point. */
  public Port(String name, int party, int field, ValueType type, int width, int count) {
    this(name, party, field, type, width, 0, count);
  }
}

package org.schurmpc.vm.code;

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

  /** Creates a port of values that have no bits behind the point. */
  public Port(String name, int party, int field, ValueType type, int width, int count) {
    this(name, party, field, type, width, 0, count);
  }
}

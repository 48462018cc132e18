package org.schurmpc.vm.code;

import java.util.Objects;

/**
 * A named array of inputs or outputs.
 *
 * @param party the index of the party that gives or receives the values, or {@link #ALL} for an
 *     output to all
 * @param field number of the field
 * @param width number of bits of the values; 1 for bits, 0 for elements
 * @param count number of values, at least 1
 */
public record Port(String name, int party, int field, ValueType type, int width, int count) {
  /** Party of an output that all receive. */
  public static final int ALL = -1;

  public Port {
    Objects.requireNonNull(name);
    Objects.requireNonNull(type);
  }
}

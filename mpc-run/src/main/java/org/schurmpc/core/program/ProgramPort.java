package org.schurmpc.core.program;

import java.math.BigInteger;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * A named array of inputs or outputs of a program.
 *
 * @param party the party that gives or receives the values, counted from 0; empty for all
 * @param type what the values are, for people, such as "signed 32"
 * @param least the least value
 * @param most the greatest value
 * @param binary whether the values are elements of a binary field, written in hexadecimal
 * @param fraction number of bits behind the point: if it is not 0, values are in units of
 *     2^-fraction, and written as decimals
 * @param count number of values, at least 1
 */
public record ProgramPort(
    String name,
    OptionalInt party,
    String type,
    BigInteger least,
    BigInteger most,
    boolean binary,
    int fraction,
    int count) {
  public ProgramPort {
    Objects.requireNonNull(name);
    Objects.requireNonNull(party);
    Objects.requireNonNull(type);
    if (least.compareTo(most) > 0 || count < 1 || fraction < 0) {
      throw new IllegalArgumentException("a port for nothing");
    }
  }

  /** Creates a port of integers or elements. */
  public ProgramPort(
      String name,
      OptionalInt party,
      String type,
      BigInteger least,
      BigInteger most,
      boolean binary,
      int count) {
    this(name, party, type, least, most, binary, 0, count);
  }
}

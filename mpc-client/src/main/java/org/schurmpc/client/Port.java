package org.schurmpc.client;

import java.math.BigInteger;
import java.util.Locale;

/**
 * A named input or output of a job.
 *
 * @param name the name
 * @param kind what its values are
 * @param bits the number of bits of a value
 * @param fraction the number of bits behind the point of a fixed-point value; values are in units
 *     of 2^-fraction
 * @param count the number of values
 * @param holder who gives the input or receives the output, such as "client" or "party2"
 */
public record Port(String name, Kind kind, int bits, int fraction, int count, String holder) {
  /** The holder that is the client who asks. */
  public static final String CLIENT = "client";

  /** The holder of an input that the client who asks gives in the clear. */
  public static final String PUBLIC = "public";

  /** The holder of an output that all parties receive. */
  private static final String ALL = "all";

  /** Lists the kinds of values. */
  public enum Kind {
    /** Bits without further meaning, such as a block of a cipher. */
    BITS,
    /** 0 or 1. */
    BIT,
    /** A number from 0 to 2^bits - 1. */
    UNSIGNED,
    /** A number in two's complement. */
    SIGNED,
    /** A number in two's complement, in units of 2^-fraction. */
    FIXED,
    /** Any element of the job's field. */
    ELEMENT;

    /** Returns the word on the wire. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Returns whether the client who asks holds the port. */
  public boolean isOurs() {
    return holder.equals(CLIENT);
  }

  /**
   * Returns whether the output goes to a receiver.
   *
   * @param receiver "client" for the client who asks, "client:NAME" for another one, or "party1"
   *     and so on
   */
  boolean goesTo(String receiver) {
    return holder.equals(receiver) || (holder.equals(ALL) && receiver.startsWith("party"));
  }

  /** Returns whether the client who asks gives the input to all parties in the clear. */
  public boolean isPublic() {
    return holder.equals(PUBLIC);
  }

  /** Returns the number of bits of all values. */
  public int totalBits() {
    return Math.multiplyExact(bits, count);
  }

  private boolean isSigned() {
    return kind == Kind.SIGNED || kind == Kind.FIXED;
  }

  /** Returns the least value, as a number. */
  public BigInteger least() {
    return isSigned() ? BigInteger.ONE.shiftLeft(bits - 1).negate() : BigInteger.ZERO;
  }

  /** Returns the greatest value, as a number. */
  public BigInteger most() {
    return BigInteger.ONE.shiftLeft(isSigned() ? bits - 1 : bits).subtract(BigInteger.ONE);
  }

  boolean holds(BigInteger value) {
    return value.compareTo(least()) >= 0 && value.compareTo(most()) <= 0;
  }

  /** Returns the text of the port in lists of ports. */
  String text() {
    String text = "%s %s %d %d %d".formatted(name, kind.word(), bits, fraction, count);
    return isPublic() ? text + " public" : text;
  }
}

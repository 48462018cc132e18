package org.schurmpc.vm.lib.table;

import org.schurmpc.vm.lang.IntType;

/**
 * What {@link Table#groupBy} computes of the rows of a group. Nulls do not count; of nulls alone,
 * all but counts are null.
 */
public final class Aggregate {
  /** Kinds of aggregates. */
  enum Kind {
    COUNT,
    SUM,
    MEAN,
    MIN,
    MAX
  }

  final Kind kind;

  /** The column; null to count rows. */
  final String column;

  /** The name of the result. */
  final String as;

  /** The range of a sum; null for the one that follows from the column and the number of rows. */
  final IntType type;

  /** Number of decimal digits of a mean behind the point. */
  final int digits;

  private Aggregate(Kind kind, String column, String as, IntType type, int digits) {
    this.kind = kind;
    this.column = column;
    this.as = as;
    this.type = type;
    this.digits = digits;
  }

  /** Returns the number of rows. */
  public static Aggregate count(String as) {
    return new Aggregate(Kind.COUNT, null, as, null, 0);
  }

  /** Returns the number of values that are not null. */
  public static Aggregate count(String column, String as) {
    return new Aggregate(Kind.COUNT, column, as, null, 0);
  }

  /** Returns the sum, which has the bits that the sum of all rows of the table can have. */
  public static Aggregate sum(String column, String as) {
    return new Aggregate(Kind.SUM, column, as, null, 0);
  }

  /**
   * Returns the sum, in a range. If the sum of all rows of the table can leave it, the program does
   * not compile, and the message has the bits that are needed.
   */
  public static Aggregate sum(String column, String as, IntType type) {
    return new Aggregate(Kind.SUM, column, as, type, 0);
  }

  /**
   * Returns the mean, rounded down to some decimal digits: in units of 10^-digits. Takes a {@link
   * org.schurmpc.vm.lib.SecretDivision} a row.
   */
  public static Aggregate mean(String column, String as, int digits) {
    if (digits < 0) {
      throw new IllegalArgumentException("a mean has 0 or more digits, not " + digits);
    }
    return new Aggregate(Kind.MEAN, column, as, null, digits);
  }

  /** Returns the least value. */
  public static Aggregate min(String column, String as) {
    return new Aggregate(Kind.MIN, column, as, null, 0);
  }

  /** Returns the greatest value. */
  public static Aggregate max(String column, String as) {
    return new Aggregate(Kind.MAX, column, as, null, 0);
  }
}

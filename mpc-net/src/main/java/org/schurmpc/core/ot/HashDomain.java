package org.schurmpc.core.ot;

/**
 * Computes the upper half of the tweaks under which rows of correlated OTs are hashed. Together
 * with a counter in the lower half, no tweak repeats under one Δ: domains differ by purpose, by
 * connection, by the holder of Δ and by the user on that connection.
 */
public final class HashDomain {
  /** Random and chosen-message OTs. */
  static final int OT = 1;

  /** Leaky ANDs. */
  public static final int LEAKY_AND = 2;

  /** Codes of the entries of gate tables. */
  public static final int GATE_CODE = 3;

  /** Codes of the entries of larger tables. */
  public static final int TABLE_CODE = 4;

  /** Elements of a field, used as factors. */
  public static final int FIELD_PRODUCT = 5;

  /** Keys of words, which are random OTs. */
  static final int WORD_KEY = 6;

  /** Sums of the levels of GGM trees. */
  public static final int TREE_LEVEL = 8;

  /** Labels of garbled gates. */
  public static final int GATE = 9;

  private static final int MAX = 1 << 24;

  private HashDomain() {}

  /**
   * Returns a domain.
   *
   * @param purpose a constant of this class
   * @param connection the number of the session's connection
   * @param holder the party that holds Δ
   * @param user distinguishes users that hash for one purpose on one connection, one after the
   *     other
   */
  public static long of(int purpose, int connection, int holder, long user) {
    if (connection < 0 || connection >= MAX || user < 0 || user >= MAX) {
      throw new IllegalStateException("no tweaks for user " + user + " of line " + connection);
    }
    return (long) purpose << 56 | (long) holder << 48 | (long) connection << 24 | user;
  }
}

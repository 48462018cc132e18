package org.schurmpc.core.ot;

import org.schurmpc.core.session.Session;

/**
 * The upper half of the tweaks under which rows of correlated OTs are hashed. Together with a
 * counter in the lower half no tweak repeats under one Δ: domains differ by purpose, by connection,
 * by whose Δ it is and by the extension on that connection.
 */
public final class HashDomain {
  /** Random and chosen-message OTs. */
  static final int OT = 1;

  /** Leaky ANDs. */
  public static final int LEAKY_AND = 2;

  private static final int MAX_CONNECTIONS = 1 << 24;
  private static final int MAX_EXTENSIONS = 1 << 24;

  private HashDomain() {}

  /**
   * A domain.
   *
   * @param purpose a constant of this class
   * @param holder the party whose Δ it is
   * @param extension tells the extensions apart that use the same base OTs on one connection
   */
  public static long of(int purpose, Session session, int holder, long extension) {
    if (session.channelNumber() >= MAX_CONNECTIONS || extension >= MAX_EXTENSIONS) {
      throw new IllegalStateException("no tweaks are left for this session");
    }
    return (long) purpose << 56
        | (long) holder << 48
        | (long) session.channelNumber() << 24
        | extension;
  }
}

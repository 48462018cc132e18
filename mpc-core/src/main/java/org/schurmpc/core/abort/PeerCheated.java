package org.schurmpc.core.abort;

/**
 * Indicates that a check of the protocol failed: the peer deviates from the protocol, or data was
 * changed on the line. Whoever catches this exception must discard the keys and the whole store of
 * preprocessing material.
 */
public final class PeerCheated extends MpcException {

  /** Lists the checks of the protocols. */
  public enum Check {
    MAC,
    OT_CONSISTENCY,
    PPRF,
    VOLE,
    MEMBERSHIP,
    EQUALITY,
    SACRIFICE,
    COMMITMENT,
    BROADCAST,
    TRANSCRIPT,
    /** A garbled gate whose MAC is neither of the two possible ones. */
    GATE,
    /** A well-framed message with impossible content. */
    MALFORMED
  }

  private final Check check;
  private final boolean left;

  /**
   * Creates an exception that names the failed check.
   *
   * @param check the check that failed
   * @param where what was being checked, never the data
   */
  public PeerCheated(Check check, String where) {
    this(check, where, false);
  }

  private PeerCheated(Check check, String where, boolean left) {
    super("the " + check + " check failed: " + where);
    this.check = check;
    this.left = left;
  }

  /**
   * Returns an exception for a check that had no verdict, since a peer left in the middle of it.
   *
   * @param where what was being checked, never the data
   */
  public static PeerCheated left(Check check, String where) {
    return new PeerCheated(check, "a peer left in the middle of " + where, true);
  }

  /** Returns the check that failed. */
  public Check check() {
    return check;
  }

  /** Returns whether the check failed only because a peer, or the line to it, went away in it. */
  public boolean left() {
    return left;
  }

  @Override
  public ExitCode exitCode() {
    return ExitCode.PEER_CHEATED;
  }
}

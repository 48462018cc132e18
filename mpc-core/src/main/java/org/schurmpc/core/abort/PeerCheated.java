package org.schurmpc.core.abort;

/**
 * A check of the protocol failed: the peer deviates from it, or the line does. Whoever catches this
 * discards the keys and the whole store of preprocessing.
 */
public final class PeerCheated extends MpcException {

  /** The checks of the protocols. */
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
    /** A well-framed message with impossible content. */
    MALFORMED
  }

  private final Check check;

  /**
   * @param check the check that failed
   * @param where what was being checked, never the data
   */
  public PeerCheated(Check check, String where) {
    super("the " + check + " check failed: " + where);
    this.check = check;
  }

  /** The check that failed. */
  public Check check() {
    return check;
  }

  @Override
  public ExitCode exitCode() {
    return ExitCode.PEER_CHEATED;
  }
}

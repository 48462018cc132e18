package org.schurmpc.core.abort;

/**
 * Indicates that a peer cannot begin, for example because one of its files is bad, and has said so
 * before the run began. Nobody has deviated from the protocol, and no material was used.
 */
public final class PeerWithdrew extends MpcException {
  /**
   * Creates an exception.
   *
   * @param peer the name of the peer, such as "party 1"
   */
  public PeerWithdrew(String peer) {
    super(peer + " cannot begin: it said so before the run; see its output");
  }

  @Override
  public ExitCode exitCode() {
    return ExitCode.PEER_WITHDREW;
  }
}

package org.schurmpc.core.session;

/** Discards what is in memory when a check fails; a pending check leaves nothing to be noted. */
final class DiscardOnFailure implements VerdictListener {
  private final Runnable discard;

  DiscardOnFailure(Runnable discard) {
    this.discard = discard;
  }

  @Override
  public void pending() {}

  @Override
  public void passed() {}

  @Override
  public void failed() {
    discard.run();
  }
}

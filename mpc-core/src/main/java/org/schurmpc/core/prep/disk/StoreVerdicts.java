package org.schurmpc.core.prep.disk;

import java.util.List;
import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.session.VerdictListener;

/**
 * Applies the verdicts of checks to a store: while a verdict is pending, every batch whose keys are
 * in use is marked on disk, and a check that fails burns all batches.
 *
 * <p>The monitor of this object is taken before that of a batch, never the other way round.
 * Whatever makes keys usable, or begins a batch, holds the monitor. Therefore no keys come into use
 * unmarked while a verdict is pending, and no batch is begun after the store was burnt.
 */
final class StoreVerdicts implements VerdictListener {
  private final List<DiskPrepStore> batches;
  private final Optional<String> boot;
  private int pending; // number of sessions with a pending verdict
  private boolean burnt;

  /**
   * Creates the listener of a store.
   *
   * @param batches the batches of the store; the list grows
   * @param boot the machine's current boot
   */
  StoreVerdicts(List<DiskPrepStore> batches, Optional<String> boot) {
    this.batches = batches;
    this.boot = boot;
  }

  /** Returns the machine's current boot. */
  Optional<String> boot() {
    return boot;
  }

  /** Returns whether the verdict of a check is pending, in any session that uses the store. */
  synchronized boolean arePending() {
    return pending > 0;
  }

  /** Returns whether the store was burnt since it was opened. */
  synchronized boolean burnt() {
    return burnt;
  }

  @Override
  public synchronized void pending() throws MpcException {
    boolean noted = false;
    try {
      for (DiskPrepStore batch : batches) {
        batch.pend();
      }
      pending++;
      noted = true;
    } finally {
      if (!noted) {
        clearIfNone();
      }
    }
  }

  @Override
  public synchronized void passed() {
    pending--;
    clearIfNone();
  }

  private void clearIfNone() {
    if (pending == 0) {
      batches.forEach(DiskPrepStore::clearPending);
    }
  }

  @Override
  public synchronized void failed() {
    burn(Destruction.CHECK);
  }

  /** Burns the store after a failed check: no batch can be begun any more. */
  synchronized void burn(Destruction why) {
    burnt = true;
    burnAll(why);
  }

  /**
   * Burns all batches: first each of them is marked, even if marking another fails, then keys in
   * memory are wiped. Files are deleted when the store is closed, or opened next.
   *
   * @throws IllegalStateException if the destruction of a batch could not be recorded anywhere
   */
  synchronized void burnAll(Destruction why) {
    // If an interrupted thread wrote to the files, the JVM would close them.
    boolean interrupted = Thread.interrupted();
    try {
      batches.forEach(DiskPrepStore::markBurnt);
      IllegalStateException failed = null;
      for (DiskPrepStore batch : batches) {
        try {
          batch.burn(why);
        } catch (IllegalStateException e) {
          failed = e;
        }
      }
      if (failed != null) {
        throw failed;
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

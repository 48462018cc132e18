package org.schurmpc.core.prep.disk;

import java.util.List;
import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.session.VerdictListener;

/**
 * What the verdicts of checks mean for a store: while one is pending, every batch whose keys are in
 * use is marked on disk, and a check that fails burns all batches.
 *
 * <p>Its monitor is taken before that of a batch, never the other way round. Whatever makes keys
 * usable, or begins a batch, holds it: so no keys come into use unmarked while a verdict is
 * pending, and no batch after the store was burnt.
 */
final class StoreVerdicts implements VerdictListener {
  private final List<DiskPrepStore> batches;
  private final Optional<String> boot;
  private int pending; // sessions in which one is
  private boolean burnt;

  /**
   * @param batches of the store, as it grows
   * @param boot the machine's present start
   */
  StoreVerdicts(List<DiskPrepStore> batches, Optional<String> boot) {
    this.batches = batches;
    this.boot = boot;
  }

  /** Returns the machine's present start. */
  Optional<String> boot() {
    return boot;
  }

  /** Whether the verdict of a check is pending, in any session that uses the store. */
  synchronized boolean arePending() {
    return pending > 0;
  }

  /** Whether the store was burnt since it was opened. */
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

  /** Burns the store after a failed check: no batch is begun any more. */
  synchronized void burn(Destruction why) {
    burnt = true;
    burnAll(why);
  }

  /**
   * Burns all batches: first each of them is marked, each whatever becomes of the others, then keys
   * in memory are wiped. Files are deleted when the store is closed, or opened next.
   *
   * @throws IllegalStateException if a batch could be marked nowhere
   */
  synchronized void burnAll(Destruction why) {
    // A thread that was interrupted would find every file closed under its hands.
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

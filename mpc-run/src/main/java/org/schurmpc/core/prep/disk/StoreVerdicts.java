package org.schurmpc.core.prep.disk;

import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.session.VerdictGroup;
import org.schurmpc.core.session.VerdictListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the verdicts of checks to a store: while a verdict is pending, every batch whose keys are
 * in use is marked on disk, and a check that fails burns all batches.
 *
 * <p>The monitor of this object is taken before that of a batch, never the other way round.
 * Whatever makes keys usable, or begins a batch, holds the monitor. Therefore no keys come into use
 * unmarked while a verdict is pending, and no batch is begun after the store was burnt.
 */
final class StoreVerdicts implements VerdictListener {
  private static final Logger LOG = LoggerFactory.getLogger(StoreVerdicts.class);

  private final List<DiskPrepStore> batches;
  private final StoreKeys keys;
  private final VerdictGroup group = new VerdictGroup();
  private final Optional<String> boot;
  private int pending; // number of sessions with a pending verdict
  private boolean burnt;

  /**
   * Creates the listener of a store.
   *
   * @param batches the batches of the store; the list grows
   * @param keys the keys that batches share
   * @param boot the machine's current boot
   */
  StoreVerdicts(List<DiskPrepStore> batches, StoreKeys keys, Optional<String> boot) {
    this.batches = batches;
    this.keys = keys;
    this.boot = boot;
  }

  /** Returns the machine's current boot. */
  Optional<String> boot() {
    return boot;
  }

  /** Returns the group of all sessions that use the store. */
  VerdictGroup group() {
    return group;
  }

  /**
   * Declares, before keys become usable, that they are in use: their record is marked while
   * verdicts are pending.
   *
   * @param key the id of keys that batches share, if they have one
   */
  synchronized void use(Optional<String> key) throws MpcException {
    if (key.isPresent()) {
      keys.use(key.get(), pending > 0, boot);
    }
  }

  /**
   * Returns whether any program has marked a key as burnt. This does not take the monitor.
   *
   * @param key the id of keys that batches share, if they have one
   */
  boolean markedBurnt(Optional<String> key) {
    return key.isPresent() && keys.markedBurnt(key.get());
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
      keys.pend(boot);
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
      keys.clear();
    }
  }

  /**
   * Notes that no verdict is pending, if none is, so that the machine may go down. While one is, no
   * mark of keys in use is clear.
   */
  synchronized void rest() {
    // If an interrupted thread wrote to the files, the JVM would close them.
    boolean interrupted = Thread.interrupted();
    try {
      keys.disarm();
      batches.forEach(DiskPrepStore::disarm);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public synchronized void failed() {
    burn(Destruction.CHECK);
  }

  /**
   * Burns the store after a failed check: no batch can be begun any more.
   *
   * @throws IllegalStateException if the destruction of a batch could not be recorded anywhere
   */
  synchronized void burn(Destruction why) {
    burnt = true;
    burn(keys.ids(), batches, why);
  }

  /**
   * Returns the keys that must be destroyed with all batches under them, each with the reason. One
   * batch whose verdict is lost costs all batches under its key. A batch with keys of its own costs
   * all of this kind, under no id, but no key that the store keeps: whichever keys were in use have
   * marks of their own.
   */
  Map<Optional<String>, Destruction> lost(List<BatchFolder> found) {
    Map<Optional<String>, Destruction> lost = new LinkedHashMap<>();
    for (BatchFolder batch : found) {
      Optional<String> key = batch.header().key();
      batch.lost(boot).ifPresent(why -> lost.putIfAbsent(key, why));
    }
    for (BatchFolder batch : found) {
      Optional<String> key = batch.header().key();
      if (key.isPresent() && !batch.state().burnt()) { // else the key says nothing on others
        keys.lost(key.get(), boot).ifPresent(why -> lost.putIfAbsent(key, why));
      }
    }
    return lost;
  }

  /**
   * Burns what {@link #lost} names, at the opening of a store.
   *
   * @return why, if anything was burnt
   * @throws BadFile if the destruction of a batch could not be recorded anywhere
   */
  Optional<Destruction> burnLost(List<BatchFolder> found, Path folder) throws BadFile {
    Map<Optional<String>, Destruction> lost = lost(found);
    for (Map.Entry<Optional<String>, Destruction> each : lost.entrySet()) {
      boolean shared = each.getKey().isPresent();
      String what = shared ? "all under the key of " : "all without a kept key in ";
      LOG.warn("{}", each.getValue().sentence(what + folder));
      try {
        burnUnder(each.getKey(), each.getValue());
      } catch (IllegalStateException e) {
        throw new BadFile(e.getMessage(), e);
      }
    }
    return lost.values().stream().findFirst();
  }

  /**
   * Burns batches whose keys may be known to a peer.
   *
   * @param key the id of the keys that these batches share; empty for all batches with keys of
   *     their own
   * @throws IllegalStateException if the destruction of a batch could not be recorded anywhere
   */
  private synchronized void burnUnder(Optional<String> key, Destruction why) {
    burn(
        key.stream().toList(),
        batches.stream().filter(batch -> batch.header().key().equals(key)).toList(),
        why);
  }

  /**
   * Burns batches: first each of them is marked, even if marking another fails, then keys in memory
   * are wiped. Files are deleted when the store is closed, or opened next.
   */
  private void burn(Collection<String> ids, List<DiskPrepStore> batches, Destruction why) {
    // If an interrupted thread wrote to the files, the JVM would close them.
    boolean interrupted = Thread.interrupted();
    try {
      keys.markBurnt(ids);
      batches.forEach(DiskPrepStore::markBurnt);
      keys.noteBurnt(ids, why);
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

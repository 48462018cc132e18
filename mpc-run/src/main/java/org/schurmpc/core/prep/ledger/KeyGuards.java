package org.schurmpc.core.prep.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.abort.Remedy;
import org.schurmpc.core.prep.disk.Destruction;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.KeyName;
import org.schurmpc.core.prep.disk.LedgerVerdicts;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.VerdictListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Burns what is kept under the keys of stores together with these stores: listens to every session
 * of each store, even if the session uses nothing that is kept.
 *
 * <p>The lock here is taken while entries are noted; the thread that notes them does not take it.
 */
final class KeyGuards {
  private static final Logger LOG = LoggerFactory.getLogger(KeyGuards.class);

  private final GroupCommit commit;
  private final SetHistory history;
  private final Runnable sweep;
  private final Map<StoreDirectory, Set<KeyName>> keys = new LinkedHashMap<>();
  private final Map<StoreDirectory, List<DiskPrepStore>> learned = new HashMap<>(); // batches
  private volatile List<StoreDirectory> stores = List.of();
  private int pending; // number of judgements, of all stores
  private boolean closed;

  /**
   * Creates guards.
   *
   * @param sweep deletes files that are not in use any more
   */
  KeyGuards(GroupCommit commit, SetHistory history, Runnable sweep) {
    this.commit = commit;
    this.history = history;
    this.sweep = sweep;
  }

  private LedgerVerdicts verdicts() {
    return commit.ledger().verdicts();
  }

  /**
   * Burns what is under keys that a crash cost, and listens to the sessions of stores.
   *
   * @param stores open, and not in use by any session yet
   */
  synchronized void start(List<StoreDirectory> stores) throws MpcException {
    Set<KeyName> known = new TreeSet<>(history.keys());
    Set<KeyName> armed = verdicts().armed();
    known.addAll(armed);
    List<String> entries = new ArrayList<>();
    for (KeyName key : known) {
      Optional<Destruction> lost = verdicts().lost(key);
      if (lost.isPresent()) {
        LOG.warn("{}", lost.get().sentence("everything kept under the key " + key));
        entries.add(LedgerVerdicts.burntEntry(key, lost.get()));
      } else if (armed.contains(key)) {
        entries.add(LedgerVerdicts.disarmedEntry(key));
      }
    }
    note(entries);
    verdicts().settled();
    for (StoreDirectory store : stores) {
      keys.put(store, new TreeSet<>());
      learn(store);
      store.attach(new Listener(store));
    }
    this.stores = List.copyOf(stores);
  }

  private void note(List<String> entries) throws BadFile {
    if (!entries.isEmpty()) {
      commit.commit(entries);
    }
  }

  /** Learns the names of the keys of a store, to which others add batches meanwhile. */
  private void learn(StoreDirectory store) throws BadFile {
    boolean known = false;
    while (!known) {
      List<DiskPrepStore> batches = List.copyOf(store.batches());
      synchronized (this) {
        known = batches.equals(learned.get(store));
      }
      if (!known) {
        known = learn(store, batches);
      }
    }
  }

  /** Returns whether these are still the batches of the store. */
  private boolean learn(StoreDirectory store, List<DiskPrepStore> batches) throws BadFile {
    Set<KeyName> of = new TreeSet<>();
    store.key().ifPresent(key -> of.add(KeyName.ofStore(key)));
    for (DiskPrepStore batch : batches) {
      if (batch.header().key().isEmpty()) {
        of.add(KeyName.ofBatch(batch.header().id()));
      }
    }
    synchronized (this) {
      boolean still = batches.equals(store.batches());
      if (still) {
        keys.get(store).removeIf(key -> key.kind() == KeyName.Kind.BATCH); // some are retired
        keys.get(store).addAll(of);
        learned.put(store, batches);
      }
      return still;
    }
  }

  /**
   * Requires that keys are kept by the stores, and not burnt.
   *
   * @throws BadFile if a key is burnt
   * @throws Refused if no store keeps a key
   */
  void requireUsable(Set<KeyName> wanted) throws MpcException {
    for (StoreDirectory store : stores) {
      learn(store);
    }
    for (KeyName key : wanted) {
      requireNotBurnt(key);
      requireGuarded(key);
    }
  }

  private synchronized void requireGuarded(KeyName key) throws Refused {
    if (keys.values().stream().noneMatch(each -> each.contains(key))) {
      throw new Refused("no store that is open keeps the key " + key);
    }
  }

  /**
   * Returns whether nothing under a key can be used any more: it is burnt, or that of a store which
   * is not here any more.
   */
  boolean isGone(KeyName key) {
    return verdicts().burnt(key).isPresent()
        || (key.kind() == KeyName.Kind.STORE && stores.stream().noneMatch(of -> keeps(of, key)));
  }

  private static boolean keeps(StoreDirectory store, KeyName key) {
    try {
      return store.key().map(KeyName::ofStore).equals(Optional.of(key));
    } catch (BadFile e) {
      LOG.debug("whoever uses the store says so", e);
      return false;
    }
  }

  /**
   * Requires that a key is not burnt.
   *
   * @throws BadFile otherwise
   */
  void requireNotBurnt(KeyName key) throws BadFile {
    Optional<Destruction> burnt = verdicts().burnt(key);
    if (burnt.isPresent()) {
      String what = "everything kept under the key " + key;
      throw new BadFile(burnt.get().sentence(what), Remedy.MAKE_NEW_STORE);
    }
  }

  /**
   * Returns the keys of a store that a check of any of its sessions concerns: all that are known,
   * but of batches those alone under which anything is kept. There may be many batches.
   */
  private Set<KeyName> concerned(StoreDirectory store) {
    Set<KeyName> kept = history.keys();
    Set<KeyName> all = new TreeSet<>(keys.get(store));
    all.removeIf(key -> key.kind() == KeyName.Kind.BATCH && !kept.contains(key));
    return all;
  }

  private synchronized void pend(StoreDirectory store) throws BadFile {
    if (closed) {
      pending++;
      return;
    }
    List<String> entries = new ArrayList<>();
    Set<KeyName> armed = verdicts().armed();
    for (KeyName key : concerned(store)) {
      if (!armed.contains(key) && verdicts().burnt(key).isEmpty()) {
        entries.add(verdicts().armedEntry(key));
      }
    }
    note(entries);
    verdicts().pend();
    pending++;
  }

  private synchronized void pass() {
    pending--;
    if (pending == 0) {
      try {
        verdicts().clear();
      } catch (BadFile e) {
        LOG.warn("{}: sets will be found destroyed at the next start", e.getMessage());
      }
    }
  }

  /** Notes that no verdict is pending, so that a power cut costs nothing. */
  synchronized void rest() throws BadFile {
    if (pending == 0) {
      note(verdicts().armed().stream().map(LedgerVerdicts::disarmedEntry).toList());
    }
  }

  /**
   * Ends the use of the ledger. From here on the records of the keys alone say what becomes of
   * them, and of what is kept under them, at the next start.
   */
  synchronized void close() {
    try {
      rest();
    } catch (BadFile e) {
      LOG.debug("keys stay armed, which costs nothing unless the machine is started anew", e);
    }
    closed = true;
  }

  /** Burns everything under the keys of a store, even if that cannot be noted. */
  private synchronized void burn(StoreDirectory store) {
    if (closed) {
      return;
    }
    List<String> entries = new ArrayList<>();
    for (KeyName key : concerned(store)) {
      if (verdicts().burnt(key).isEmpty()) {
        entries.add(LedgerVerdicts.burntEntry(key, Destruction.CHECK));
      }
    }
    try {
      note(entries);
    } catch (BadFile e) {
      LOG.warn("{}", e.getMessage());
      commit.ledger().applyUnnoted(entries);
      mark();
    }
    sweep.run();
  }

  private void mark() {
    try {
      verdicts().burn();
    } catch (BadFile e) {
      LOG.warn("{}", e.getMessage()); // the record of the key says so
    }
  }

  /** Applies the verdicts of checks on a store's keys. */
  private final class Listener implements VerdictListener {
    private final StoreDirectory store;

    Listener(StoreDirectory store) {
      this.store = store;
    }

    @Override
    public void pending() throws MpcException {
      pend(store);
    }

    @Override
    public void passed() {
      pass();
    }

    @Override
    public void failed() {
      burn(store);
    }
  }
}

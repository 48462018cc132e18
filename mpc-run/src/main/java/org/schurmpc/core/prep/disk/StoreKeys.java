package org.schurmpc.core.prep.disk;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Remedy;
import org.schurmpc.core.prep.KeptKey;

/** Holds the keys with an id that batches of a store share, and the records of these keys. */
final class StoreKeys {
  private final Path folder;
  private final Path records;
  private final List<DiskPrepStore> batches;
  private final Map<String, KeyRecord> byId = new ConcurrentHashMap<>();
  private final Set<String> missing = new LinkedHashSet<>(); // in a store that is looked at only

  /**
   * Creates the keys of a store, without any record.
   *
   * @param folder the folder of the store, for messages
   * @param records the folder of this machine's records of use
   * @param batches the batches of the store; the list grows
   */
  StoreKeys(Path folder, Path records, List<DiskPrepStore> batches) {
    this.folder = folder;
    this.records = records;
    this.batches = batches;
  }

  /** Returns the name of the record of a batch's key, if the key has an id. */
  static Optional<String> recordName(StoreHeader header) {
    return header.key().map(key -> KeyRecord.name(key, header.party()));
  }

  /**
   * Marks the key of a batch as unknown if this machine has a record of the batch, but none of the
   * key: nobody knows what happened to the key.
   */
  void miss(StoreHeader header) throws BadFile {
    if (header.key().isPresent() && lost(header)) {
      KeyRecord.forget(records, recordName(header).orElseThrow());
    }
  }

  /** Opens the record of a batch's key, or creates one. */
  void open(StoreHeader header) throws MpcException {
    if (header.key().isPresent() && !byId.containsKey(header.key().get())) {
      byId.put(header.key().get(), KeyRecord.open(records, recordName(header).orElseThrow()));
    }
  }

  /** Returns whether this machine has a record of a batch, but none of its key. */
  private boolean lost(StoreHeader header) throws BadFile {
    return UsageRecord.isKept(records, BatchOpening.recordName(header))
        && !KeyRecord.isKept(records, recordName(header).orElseThrow());
  }

  /** Opens the record of a batch's key for reading only, if there is one. */
  void look(StoreHeader header) throws BadFile {
    if (header.key().isPresent()) {
      if (lost(header)) {
        missing.add(header.key().get());
      }
      KeyRecord.look(records, recordName(header).orElseThrow())
          .ifPresent(record -> byId.put(header.key().get(), record));
    }
  }

  /**
   * Returns why a key, as it was found, may not be used, if so.
   *
   * @param boot the machine's current boot
   */
  Optional<Destruction> lost(String id, Optional<String> boot) {
    if (missing.contains(id)) {
      return Optional.of(Destruction.UNMARKED);
    }
    return Optional.ofNullable(byId.get(id)).flatMap(record -> record.lost(boot));
  }

  /**
   * Ends the opening, once all batches are known to be usable or destroyed.
   *
   * @param boot the machine's current boot
   */
  void settle(Optional<String> boot) throws BadFile {
    for (KeyRecord key : byId.values()) {
      key.settle(boot);
    }
  }

  /** Declares that a key is in use from now on. */
  void use(String id, boolean pending, Optional<String> boot) throws BadFile {
    KeyRecord record = byId.get(id);
    if (record != null) { // a store that is only looked at may lack it
      record.use(pending, boot);
    }
  }

  /** Marks that a verdict on the keys in use is pending. */
  void pend(Optional<String> boot) throws BadFile {
    for (KeyRecord key : byId.values()) {
      key.pend(boot);
    }
  }

  /** Marks that no verdict is pending any more. */
  void clear() {
    byId.values().forEach(key -> key.verdicts().clear());
  }

  /** Notes that no verdict is pending, while no key is in a check. */
  void disarm() {
    byId.values().forEach(key -> key.verdicts().disarm());
  }

  /** Returns whether any program, not only this one, has marked a key as burnt. */
  boolean markedBurnt(String id) {
    KeyRecord record = byId.get(id);
    return record != null && record.verdicts().markedBurnt();
  }

  /** Returns the ids of all keys. */
  Set<String> ids() {
    return Set.copyOf(byId.keySet());
  }

  /** Marks keys as burnt. */
  void markBurnt(Collection<String> ids) {
    ids.forEach(id -> byId.get(id).verdicts().markBurnt());
  }

  /** Records that keys are burnt. */
  void noteBurnt(Collection<String> ids, Destruction why) {
    ids.forEach(id -> byId.get(id).noteBurnt(why));
  }

  /**
   * Returns the id of the key that the store keeps for more material: the key of its material, or,
   * if there is none, of batches that never got any. A copy of such a batch, put back after its key
   * was destroyed, does not count beside material.
   *
   * @throws BadFile if the store holds batches under several such keys
   */
  Optional<String> kept() throws BadFile {
    Set<String> ids = kept(true);
    if (ids.isEmpty()) {
      ids = kept(false);
    }
    if (ids.size() > 1) {
      throw new BadFile(folder + " holds batches under two keys", Remedy.DESTROY_STORE);
    }
    return ids.stream().findFirst();
  }

  private Set<String> kept(boolean committed) {
    Set<String> ids = new LinkedHashSet<>();
    for (DiskPrepStore batch : batches) {
      if (batch.keepsKey() && batch.committed() == committed) {
        ids.add(batch.header().key().orElseThrow());
      }
    }
    return ids;
  }

  /**
   * Returns the batches without which the store holds as much: they have no portion, are not
   * destroyed, and keep no key that another batch does not keep. Each session that is broken off
   * before its first portion leaves one.
   */
  List<DiskPrepStore> stubs() {
    Set<String> kept = kept(true);
    List<DiskPrepStore> stubs = new ArrayList<>();
    for (DiskPrepStore batch : batches) {
      if (!batch.committed() && !batch.burnt()) {
        // Peers may have material under a key of which this party has none yet.
        boolean needed = batch.keepsKey() && kept.add(batch.header().key().orElseThrow());
        if (!needed) {
          stubs.add(batch);
        }
      }
    }
    return stubs;
  }

  /**
   * Reads a key.
   *
   * @throws IllegalStateException if the store does not keep this key
   */
  KeptKey read(String id) throws MpcException {
    for (DiskPrepStore batch : batches) {
      if (batch.keepsKey() && batch.header().key().equals(Optional.of(id))) {
        return batch.keptKey();
      }
    }
    throw new IllegalStateException("the store does not keep the key " + id);
  }

  /**
   * Destroys keys under which no portion was completed at any party. Their batches, which hold
   * nothing else, are deleted when the store is opened next.
   *
   * @param except the key to keep, if any
   */
  void forget(Optional<String> except) throws BadFile {
    for (DiskPrepStore batch : batches) {
      Optional<String> key = batch.header().key();
      if (key.isPresent() && !key.equals(except) && !batch.committed()) {
        batch.forgetKey();
      }
    }
  }

  /** Releases the records to other programs. */
  void close() {
    byId.values().forEach(KeyRecord::close);
  }
}

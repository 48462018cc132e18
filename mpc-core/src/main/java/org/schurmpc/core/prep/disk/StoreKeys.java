package org.schurmpc.core.prep.disk;

import java.nio.file.Path;
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
   * Returns why one of these keys, as they were found, may not be used, if so.
   *
   * @param boot the machine's current boot
   */
  Optional<Destruction> lost(Set<String> ids, Optional<String> boot) {
    if (ids.stream().anyMatch(missing::contains)) {
      return Optional.of(Destruction.UNMARKED);
    }
    return ids.stream()
        .filter(byId::containsKey)
        .flatMap(id -> byId.get(id).lost(boot).stream())
        .findFirst();
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
    byId.values().forEach(KeyRecord::clear);
  }

  /** Returns whether any program, not only this one, has marked a key as burnt. */
  boolean markedBurnt(String id) {
    KeyRecord record = byId.get(id);
    return record != null && record.markedBurnt();
  }

  /** Marks all keys as burnt. */
  void markBurnt() {
    byId.values().forEach(KeyRecord::markBurnt);
  }

  /** Records that all keys are burnt. */
  void noteBurnt(Destruction why) {
    byId.values().forEach(key -> key.noteBurnt(why));
  }

  /**
   * Returns the id of the key that the store keeps for more material.
   *
   * @throws BadFile if the store holds batches under several such keys
   */
  Optional<String> kept() throws BadFile {
    Set<String> ids = new LinkedHashSet<>();
    for (DiskPrepStore batch : batches) {
      if (batch.keepsKey()) {
        ids.add(batch.header().key().orElseThrow());
      }
    }
    if (ids.size() > 1) {
      throw new BadFile(folder + " holds batches under two keys", Remedy.DESTROY_STORE);
    }
    return ids.stream().findFirst();
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
   * Destroys keys under which no portion was completed at any party.
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

package org.schurmpc.core.prep.disk;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.abort.Remedy;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.VerdictListener;

/**
 * Represents one party's store on disk, for one peer or set of peers: a folder of batches, each
 * generated in one session, the oldest first. A store is open in one program at a time; one thread
 * may add to the store while another consumes it.
 */
public final class StoreDirectory implements AutoCloseable {

  private final Path folder;
  private final StoreAccess access;
  private final List<DiskPrepStore> batches = new CopyOnWriteArrayList<>();
  private final StoreKeys keys;
  private final StoreVerdicts verdicts;
  private final List<Guarding> guarding = new ArrayList<>(); // sessions that may be open
  private final List<VerdictListener> attached = new CopyOnWriteArrayList<>();
  private Optional<Destruction> lost = Optional.empty(); // when it was opened
  private FolderLock lock; // null if read-only
  private int lastNumber;

  private StoreDirectory(Path folder, StoreAccess access, Optional<String> boot) {
    this.folder = folder;
    this.access = access;
    this.keys = new StoreKeys(folder, access.records(), batches);
    this.verdicts = new StoreVerdicts(batches, keys, boot);
  }

  /**
   * Describes the purpose that a store must have in order to be used.
   *
   * @param material as in {@link org.schurmpc.core.prep.Demand#protocol}
   * @param circuit the circuit's digest, if the material depends on it
   * @param certificates of all parties by index; empty over plaintext
   */
  public record Purpose(
      String protocol,
      String material,
      Map<String, String> parameters,
      int party,
      int parties,
      Optional<String> circuit,
      List<String> certificates) {}

  /**
   * Opens an existing store. If the store's program was killed while the verdict of a check was
   * pending, or might have been, everything under the keys that were in use is destroyed now:
   * {@link #destruction} returns the reason. Batches that never got any material, and keep no key
   * that others do not keep, are deleted.
   *
   * @throws BadFile if the folder is not a store, or one of its batches was changed, cut short or
   *     replaced by an older copy
   * @throws Refused if another program has the store open, or the key is missing or wrong
   */
  public static StoreDirectory open(Path folder, StoreAccess access) throws MpcException {
    return open(folder, access, false, BootId.present());
  }

  /**
   * Opens a store that was made on another machine and moved here, or whose records were lost:
   * accepts its current state and begins this machine's records of it. No copy of it may have been
   * used: this machine cannot tell.
   */
  public static StoreDirectory adopt(Path folder, StoreAccess access) throws MpcException {
    return open(folder, access, true, BootId.present());
  }

  /** Opens a store, or creates one where nothing exists yet. */
  public static StoreDirectory openOrCreate(Path folder, StoreAccess access) throws MpcException {
    if (!Files.exists(folder) || StoreFolder.isEmpty(folder)) {
      DiskFiles.makeFolder(folder);
      return openLocked(folder, access, false, BootId.present());
    }
    return open(folder, access);
  }

  /**
   * Opens a store.
   *
   * @param boot the machine's current boot
   */
  static StoreDirectory open(Path folder, StoreAccess access, boolean adopt, Optional<String> boot)
      throws MpcException {
    StoreFolder.requirePlain(folder, access.records()); // nothing is written into anything else
    return openLocked(folder, access, adopt, boot);
  }

  private static StoreDirectory openLocked(
      Path folder, StoreAccess access, boolean adopt, Optional<String> boot) throws MpcException {
    StoreDirectory store = new StoreDirectory(folder, access, boot);
    boolean open = false;
    try {
      store.lock = FolderLock.take(folder, "a store");
      BatchAside.deleteLeft(folder, access.records());
      List<BatchFolder> found = new ArrayList<>();
      SortedMap<Integer, Path> folders = StoreFolder.find(folder);
      for (Path batch : folders.values()) {
        store.keys.miss(StoreHeader.read(batch)); // before any record is created
      }
      for (Map.Entry<Integer, Path> batch : folders.entrySet()) {
        found.add(BatchOpening.open(batch.getValue(), access, adopt));
        store.batches.add(DiskPrepStore.of(found.get(found.size() - 1), store.verdicts));
        store.lastNumber = batch.getKey();
        store.keys.open(found.get(found.size() - 1).header());
      }
      store.lost = store.verdicts.burnLost(found, folder);
      StoreFolder.deleteDrafts(folder);
      for (BatchFolder batch : found) {
        batch.settle();
      }
      store.keys.settle(store.verdicts.boot());
      for (DiskPrepStore stub : store.keys.stubs()) {
        store.batches.remove(stub);
        stub.discard();
      }
      open = true;
      return store;
    } finally {
      if (!open) {
        store.close();
      }
    }
  }

  /**
   * Opens a store for reading only, for example for {@link StoreVerification}: nothing is written
   * or deleted, and the store may have been used on another machine.
   *
   * @throws BadFile if the folder is not a store, or one of its batches was changed, cut short or
   *     replaced by an older copy
   * @throws Refused if another program has the store open, or the key is missing or wrong
   */
  public static StoreDirectory look(Path folder, StoreAccess access) throws MpcException {
    StoreDirectory store = new StoreDirectory(folder, access, BootId.present());
    boolean open = false;
    try {
      List<BatchFolder> found = new ArrayList<>();
      for (Path batch : StoreFolder.find(folder).values()) {
        found.add(BatchOpening.look(batch, access));
        store.batches.add(DiskPrepStore.of(found.get(found.size() - 1), store.verdicts));
        store.keys.look(found.get(found.size() - 1).header());
      }
      Map<Optional<String>, Destruction> lost = store.verdicts.lost(found);
      for (BatchFolder batch : found) {
        Optional.ofNullable(lost.get(batch.header().key())).ifPresent(batch::showDestroyed);
      }
      open = true;
      return store;
    } finally {
      if (!open) {
        store.close();
      }
    }
  }

  /** Returns the folder of the store. */
  public Path folder() {
    return folder;
  }

  /** Returns the batches, the oldest first. */
  public List<DiskPrepStore> batches() {
    return Collections.unmodifiableList(batches);
  }

  /** Returns whether anybody who is not a party knows any of the material. */
  public boolean insecure() {
    return batches.stream().anyMatch(batch -> batch.header().insecure());
  }

  /** Returns where the material comes from, for reports: this store, and who made it. */
  public Origin origin() {
    Origin empty = new Origin(Origin.STORE, new TreeMap<>(), "store, empty");
    if (batches.isEmpty()) {
      return empty;
    }
    String source = batches.get(batches.size() - 1).header().source();
    String insecure = insecure() && !source.contains("INSECURE") ? " (INSECURE)" : "";
    return empty.with("made_by", source, "store, made by " + source + insecure);
  }

  /**
   * Returns the fingerprints of the parties' certificates under which the newest batch was made, by
   * index; empty if there is no batch, or none that is bound to certificates.
   */
  public List<String> certificates() {
    return batches.isEmpty() ? List.of() : batches.get(batches.size() - 1).header().certificates();
  }

  /**
   * Requires that all batches are for one purpose.
   *
   * @throws Refused naming the differing purpose
   */
  public void requireFits(Purpose purpose) throws Refused {
    for (DiskPrepStore batch : batches) {
      StoreFit.require(batch.folder(), batch.header(), purpose);
    }
  }

  /**
   * Begins a batch with keys of its own.
   *
   * @param id 32 bytes, equal at all parties and never used before
   * @param source the source of the material, for reports
   * @param insecure whether anybody who is not a party knows all of the material
   */
  public DiskPrepStore begin(Purpose purpose, byte[] id, String source, boolean insecure)
      throws MpcException {
    return begin(purpose, Optional.empty(), id, source, insecure);
  }

  /**
   * Begins a batch, under keys that other batches may share.
   *
   * @param key the public id of the keys, 64 hex digits, equal at all parties; empty for a batch
   *     with keys of its own
   * @throws IllegalStateException if the store keeps another key
   */
  public DiskPrepStore begin(
      Purpose purpose, Optional<String> key, byte[] id, String source, boolean insecure)
      throws MpcException {
    synchronized (verdicts) {
      return beginLocked(purpose, key, id, source, insecure);
    }
  }

  private DiskPrepStore beginLocked(
      Purpose purpose, Optional<String> key, byte[] id, String source, boolean insecure)
      throws MpcException {
    requireNotBurnt();
    requireFits(purpose);
    if (key.isPresent() && key().isPresent() && !key().equals(key)) {
      throw new IllegalStateException("a store keeps one key: " + folder);
    }
    byte[] salt = new byte[StoreKey.BYTES];
    new SecureRandom().nextBytes(salt);
    StoreHeader header =
        new StoreHeader(
            HexFormat.of().formatHex(id),
            purpose.protocol(),
            purpose.material(),
            purpose.parameters(),
            purpose.party(),
            purpose.parties(),
            purpose.certificates(),
            source,
            insecure,
            purpose.circuit(),
            key,
            Instant.now().truncatedTo(ChronoUnit.SECONDS),
            access.key().map(encrypting -> HexFormat.of().formatHex(salt)),
            access.key().map(encrypting -> encrypting.check(salt)));
    keys.open(header); // first, so that there is no batch without the record of its key
    Path place = StoreFolder.batch(folder, lastNumber + 1);
    DiskPrepStore batch = DiskPrepStore.create(place, header, access, verdicts);
    lastNumber++;
    batches.add(batch);
    return batch;
  }

  StoreAccess access() {
    return access;
  }

  /**
   * Takes a closed batch over, with keys of its own, from another folder of the same disk.
   *
   * @param made the batch's folder, which is moved
   * @throws Exhausted if a check has failed since the store was opened
   */
  void take(Path made) throws MpcException {
    synchronized (verdicts) {
      requireNotBurnt();
      Path place = StoreFolder.batch(folder, lastNumber + 1);
      BatchOpening.move(made, place);
      lastNumber++;
      BatchFolder batch = BatchOpening.open(place, access, false);
      batch.settle();
      batches.add(DiskPrepStore.of(batch, verdicts));
    }
  }

  private void requireNotBurnt() throws Exhausted {
    if (verdicts.burnt()) {
      throw new Exhausted(Destruction.CHECK.sentence(folder.toString()), Remedy.MAKE_NEW_STORE);
    }
  }

  /**
   * Returns the id of the key that the store keeps for more material.
   *
   * @throws BadFile if the store holds material under several such keys
   */
  public Optional<String> key() throws BadFile {
    return keys.kept();
  }

  /** Returns the keys that batches of this store share. */
  StoreKeys keys() {
    return keys;
  }

  /**
   * Destroys a store, even one that cannot be opened any more, and ensures that no copy of the
   * store is used on this machine.
   *
   * @param records this machine's records of use
   * @throws BadFile if the folder is not a store, or cannot be deleted
   * @throws Refused if a program has the store open
   */
  public static void destroy(Path folder, Path records) throws MpcException {
    StoreFolder.destroy(folder, records);
  }

  /** A session whose checks guard the store. */
  private record Guarding(Session session, boolean keepsKey) {}

  /**
   * Puts the store under the checks of a session whose protocol keeps no keys, as {@link
   * #guard(Session, boolean)}.
   */
  public void guard(Session session) throws MpcException {
    guard(session, false);
  }

  /**
   * Puts the store under the checks of a session, before any of the store's material is used or
   * generated in the session: a check that fails destroys the store before the exception is thrown,
   * and ends all sessions that use the store.
   *
   * @param keepsKey whether the session may use or make a key that the store keeps
   * @throws IllegalStateException if this session or another one that uses the store keeps keys, or
   *     the store has one, and the other session or a fork of it is not closed yet: checks under
   *     one key are made one after the other
   */
  public synchronized void guard(Session session, boolean keepsKey) throws MpcException {
    guarding.removeIf(each -> each.session.ended());
    boolean known = false;
    boolean another = false;
    boolean alone = keepsKey || key().isPresent();
    for (Guarding each : guarding) {
      boolean same = each.session.sharesChecks(session);
      known |= same;
      another |= !same;
      alone |= each.keepsKey;
    }
    another |= !known && verdicts.arePending(); // in a session that has ended
    if (alone && another) {
      throw new IllegalStateException(
          "one session at a time uses the key of a store, and another one is open");
    }
    session.join(verdicts.group());
    session.addVerdictListener(verdicts);
    for (VerdictListener listener : attached) {
      session.addVerdictListener(listener);
    }
    guarding.add(new Guarding(session, keepsKey));
  }

  /**
   * Notes on disk that no verdict is pending, if none is. A program that keeps a store open calls
   * this when no session is checking anything: from here on, until the next check, a machine that
   * goes down costs nothing. Otherwise it destroys the keys that were in a check since the store
   * was opened. The next check writes two lines to disk for each key and batch in use, and waits
   * for whatever reads or writes the batch.
   */
  public void rest() {
    verdicts.rest();
  }

  /**
   * Wipes and gives back memory: of each batch that no session uses, the chunks of items that were
   * read last, of which the next use would take the items that follow.
   */
  public void giveBack() {
    batches().forEach(DiskPrepStore::giveBack);
  }

  /** Does the same, but for batches of which anything was used since the last call. */
  public void giveBackUnused() {
    batches().forEach(DiskPrepStore::giveBackUnused);
  }

  /**
   * Deletes the batches of which nothing is left, no session has chosen and whose keys nobody needs
   * any more. A program that keeps a store open for long calls this, while nothing is made in the
   * store: a store that only grows would exhaust memory and descriptors.
   *
   * @param needed keys under which anything is kept
   */
  public void retire(Set<KeyName> needed) throws BadFile {
    synchronized (verdicts) {
      if (verdicts.arePending()) {
        return; // a check may concern any key that was in use
      }
      for (DiskPrepStore batch : List.copyOf(batches)) {
        if (batch.spent() && !isNeeded(batch, needed)) {
          batches.remove(batch); // first: nobody finds a batch that is closed
          batch.discard();
        }
      }
    }
  }

  /**
   * Returns whether anything needs the key of a batch; of a shared key, whether no other has it.
   */
  private boolean isNeeded(DiskPrepStore batch, Set<KeyName> needed) {
    Optional<String> key = batch.header().key();
    if (key.isEmpty()) {
      return needed.contains(KeyName.ofBatch(batch.header().id()));
    }
    return batches.stream()
        .noneMatch(
            other ->
                other != batch
                    && other.header().key().equals(key)
                    && other.committed()
                    && other.keepsKey());
  }

  /**
   * Lets a listener hear of the checks of every session that guards the store, and of {@link
   * #burn}: for what is kept elsewhere under the keys of the store.
   */
  public synchronized void attach(VerdictListener listener) throws MpcException {
    attached.add(listener);
    for (Guarding each : guarding) {
      each.session.addVerdictListener(listener);
    }
  }

  /** Returns the listener that {@link #guard} notifies of checks. */
  StoreVerdicts verdicts() {
    return verdicts;
  }

  /**
   * Destroys the whole store, as after a failed check. On return the destruction is effective on
   * this machine, for all copies; the files are deleted when the store is closed, or opened next. A
   * store that was closed is marked, too, for a program that has opened it since.
   */
  public void burn() {
    verdicts.burn(Destruction.CHECK);
    attached.forEach(VerdictListener::failed);
  }

  /**
   * Returns one sentence with the reason why the newest batch was destroyed, if it was and the
   * store keeps no key.
   */
  public Optional<String> destruction() {
    return batches.isEmpty() || batches.stream().anyMatch(DiskPrepStore::keepsKey)
        ? Optional.empty()
        : batches.get(batches.size() - 1).destruction().map(why -> why.sentence(folder.toString()));
  }

  /**
   * Returns why keys of the store were destroyed when it was opened, if any were: a later opening
   * finds them recorded as destroyed, and does not say so again.
   */
  public Optional<Destruction> lostKeys() {
    return lost;
  }

  /** Releases the store to other programs. */
  @Override
  public void close() {
    batches.forEach(DiskPrepStore::awaitDeletions); // a verdict does not wait for deletions
    synchronized (verdicts) {
      batches.forEach(DiskPrepStore::close);
      keys.close();
    }
    if (lock != null) {
      lock.close();
    }
  }
}

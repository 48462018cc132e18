package org.schurmpc.core.prep.disk;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
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
import org.schurmpc.core.session.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Represents one party's store on disk, for one peer or set of peers: a folder of batches, each
 * generated in one session, the oldest first. A store is open in one program at a time; one thread
 * may add to the store while another consumes it.
 */
public final class StoreDirectory implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StoreDirectory.class);
  private static final String PREFIX = "batch-";

  private final Path folder;
  private final StoreAccess access;
  private final List<DiskPrepStore> batches = new CopyOnWriteArrayList<>();
  private final StoreKeys keys;
  private final StoreVerdicts verdicts;
  private final List<Guarding> guarding = new ArrayList<>(); // sessions that may be open
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
   * Opens a store that was used on another machine and moved here: accepts its current state and
   * begins this machine's records of it.
   */
  public static StoreDirectory adopt(Path folder, StoreAccess access) throws MpcException {
    return open(folder, access, true, BootId.present());
  }

  /** Opens a store, or creates one where nothing exists yet. */
  public static StoreDirectory openOrCreate(Path folder, StoreAccess access) throws MpcException {
    if (!Files.exists(folder) || isEmpty(folder)) {
      DiskFiles.makeFolder(folder);
      return openLocked(folder, access, false, BootId.present());
    }
    return open(folder, access);
  }

  private static boolean isEmpty(Path folder) throws BadFile {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      return !entries.iterator().hasNext();
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
    }
  }

  /**
   * Opens a store.
   *
   * @param boot the machine's current boot
   */
  static StoreDirectory open(Path folder, StoreAccess access, boolean adopt, Optional<String> boot)
      throws MpcException {
    for (Path batch : find(folder).values()) { // nothing is written into a folder that is no store
      StoreHeader header = StoreHeader.read(batch);
      BatchOpening.requirePlain(header, access.records());
      if (header.key().isPresent()) {
        KeyRecord.requirePlain(access.records(), StoreKeys.recordName(header).orElseThrow());
      }
    }
    return openLocked(folder, access, adopt, boot);
  }

  private static StoreDirectory openLocked(
      Path folder, StoreAccess access, boolean adopt, Optional<String> boot) throws MpcException {
    StoreDirectory store = new StoreDirectory(folder, access, boot);
    boolean open = false;
    try {
      store.lock = FolderLock.take(folder);
      List<BatchFolder> found = new ArrayList<>();
      SortedMap<Integer, Path> folders = find(folder);
      for (Path batch : folders.values()) {
        store.keys.miss(StoreHeader.read(batch)); // before any record is created
      }
      for (Map.Entry<Integer, Path> batch : folders.entrySet()) {
        found.add(BatchOpening.open(batch.getValue(), access, adopt));
        store.batches.add(DiskPrepStore.of(found.get(found.size() - 1), store.verdicts));
        store.lastNumber = batch.getKey();
        store.keys.open(found.get(found.size() - 1).header());
      }
      for (Map.Entry<Optional<String>, Destruction> lost : store.lost(found).entrySet()) {
        store.destroy(lost.getKey(), lost.getValue());
      }
      deleteDrafts(folder);
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
   * Returns the keys that must be destroyed with all batches under them, each with the reason. One
   * batch whose verdict is lost costs all batches under its key. A batch with keys of its own costs
   * all of this kind, under no id, but no key that the store keeps: whichever keys were in use have
   * marks of their own.
   */
  private Map<Optional<String>, Destruction> lost(List<BatchFolder> found) {
    Map<Optional<String>, Destruction> lost = new LinkedHashMap<>();
    for (BatchFolder batch : found) {
      Optional<String> key = batch.header().key();
      batch.lost(verdicts.boot()).ifPresent(why -> lost.putIfAbsent(key, why));
    }
    for (BatchFolder batch : found) {
      Optional<String> key = batch.header().key();
      if (key.isPresent() && !batch.state().burnt()) { // else the key says nothing on others
        keys.lost(key.get(), verdicts.boot()).ifPresent(why -> lost.putIfAbsent(key, why));
      }
    }
    return lost;
  }

  private void destroy(Optional<String> key, Destruction why) throws BadFile {
    String what = key.isPresent() ? "all under the key of " : "all without a kept key in ";
    LOG.warn("{}", why.sentence(what + folder));
    try {
      verdicts.burnUnder(key, why);
    } catch (IllegalStateException e) {
      throw new BadFile(e.getMessage(), e);
    }
  }

  /**
   * Deletes what crashes left of batches that were being created or deleted; no other program does
   * either now.
   */
  private static void deleteDrafts(Path folder) throws BadFile {
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(folder, entry -> BatchOpening.isDraft(entry, PREFIX))) {
      for (Path draft : entries) {
        BatchFolder.delete(draft);
      }
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
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
      for (Path batch : find(folder).values()) {
        found.add(BatchOpening.look(batch, access));
        store.batches.add(DiskPrepStore.of(found.get(found.size() - 1), store.verdicts));
        store.keys.look(found.get(found.size() - 1).header());
      }
      Map<Optional<String>, Destruction> lost = store.lost(found);
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

  /**
   * Returns the folders of batches, by number, and requires that the files and folders of the store
   * are its own; the store itself may be reached through a link.
   */
  static SortedMap<Integer, Path> find(Path folder) throws BadFile {
    TreeMap<Integer, Path> found = new TreeMap<>();
    if (!Files.exists(folder)) {
      throw new BadFile(folder + " is not there", Remedy.MAKE_STORE);
    }
    if (!Files.isDirectory(folder)) {
      throw new BadFile(folder + " is no store: it is no folder");
    }
    boolean begun = FolderLock.isIn(folder);
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        if (name.startsWith(PREFIX)) {
          PlainFiles.requireFolderOfFiles(entry);
        } else if (name.equals(FolderLock.FILE)) {
          PlainFiles.requireFile(entry);
        }
        if (name.matches(PREFIX + "[0-9]{6}")) {
          found.put(Integer.parseInt(name.substring(PREFIX.length())), entry);
        }
        begun |= name.startsWith(PREFIX);
      }
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
    }
    if (found.isEmpty() && !begun) {
      throw new BadFile(folder + " is no store: there is no batch of material in it");
    }
    return found;
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

  /** Returns a short description for reports. */
  public String description() {
    if (batches.isEmpty()) {
      return "store, empty";
    }
    String source = batches.get(batches.size() - 1).header().source();
    return "store, made by "
        + source
        + (insecure() && !source.contains("INSECURE") ? " (INSECURE)" : "");
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
    if (verdicts.burnt()) {
      throw new Exhausted(Destruction.CHECK.sentence(folder.toString()), Remedy.MAKE_NEW_STORE);
    }
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
    Path place = folder.resolve(PREFIX + "%06d".formatted(lastNumber + 1));
    DiskPrepStore batch = DiskPrepStore.create(place, header, access, verdicts);
    lastNumber++;
    batches.add(batch);
    return batch;
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
    Set<String> ids = new LinkedHashSet<>();
    for (Path batch : find(folder).values()) { // nothing is touched in a folder that is no store
      Optional<StoreHeader> header = BatchOpening.readable(batch);
      if (header.isPresent()) {
        BatchOpening.requirePlain(header.get(), records);
        StoreKeys.recordName(header.get()).ifPresent(ids::add);
      }
    }
    for (String name : ids) {
      KeyRecord.requirePlain(records, name);
    }
    try (FolderLock held = FolderLock.take(folder)) {
      for (String name : ids) {
        KeyRecord.destroy(records, name);
      }
      for (Path batch : find(folder).values()) {
        BatchOpening.destroy(batch, records);
      }
      try (DirectoryStream<Path> rest = Files.newDirectoryStream(folder, PREFIX + "*")) {
        for (Path draft : rest) {
          BatchFolder.delete(draft);
        }
        held.delete();
        if (isEmpty(folder)) {
          Files.delete(folder);
        }
      } catch (IOException e) {
        throw DiskFiles.failed(folder, e);
      }
    }
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
    guarding.add(new Guarding(session, keepsKey));
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

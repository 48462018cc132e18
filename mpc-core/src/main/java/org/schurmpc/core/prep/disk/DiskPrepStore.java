package org.schurmpc.core.prep.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.disk.ChunkGuard.Place;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A batch of one party's material in a folder on disk: everything that was made under one set of
 * MAC keys. It is made by one process, portion by portion, each of which is there as a whole or not
 * at all ({@link #commit}), and consumed by that one or by others, who add nothing.
 *
 * <p>What is to be consumed is read, checked and then written down as used, on disk, in the journal
 * and in the record outside of the folder, before any of it can be leased. What was read stays in
 * memory until it is leased; files with nothing left to use are deleted.
 */
public final class DiskPrepStore implements PrepStore {
  private static final Logger LOG = LoggerFactory.getLogger(DiskPrepStore.class);
  private static final String DESTROYED =
      "the preprocessing store was destroyed, as after a failed check; make a new one with"
          + " 'prepare'";

  private final BatchFolder batch;
  private final BatchState state;
  private final ChunkIo io;
  private final Map<Integer, PortionWriter> writers = new TreeMap<>();
  private final Map<Integer, LoadedItems> loaded = new HashMap<>();
  private final Map<MaterialKind, Long> limits = new HashMap<>();
  private long[] keys;
  private boolean filling; // by its maker, whose places for chunks are all new
  private boolean inUse;
  private boolean closed;

  private DiskPrepStore(BatchFolder batch, boolean filling) {
    this.batch = batch;
    this.filling = filling;
    this.state = batch.state();
    this.io = batch.io();
  }

  /**
   * Begins a batch.
   *
   * @param folder where it will be; there is nothing yet
   * @param access under whose key it is encrypted, if the header says that it is
   */
  static DiskPrepStore create(Path folder, StoreHeader header, StoreAccess access)
      throws MpcException {
    return new DiskPrepStore(BatchFolder.create(folder, header, access), true);
  }

  /**
   * Opens a batch.
   *
   * @param adopt whether a batch that was used and of which this machine has no record is taken as
   *     it is
   * @throws BadFile if it was changed, cut short, or is of another format, or stands further back
   *     than it did
   * @throws org.schurmpc.core.abort.Refused if the key is missing or wrong, or another program has
   *     it open
   */
  static DiskPrepStore open(Path folder, StoreAccess access, boolean adopt) throws MpcException {
    return new DiskPrepStore(BatchFolder.open(folder, access, adopt), false);
  }

  /** Opens a batch only to look at what is left in it, see {@link BatchFolder#look}. */
  static DiskPrepStore look(Path folder, StoreAccess access) throws MpcException {
    return new DiskPrepStore(BatchFolder.look(folder, access), false);
  }

  /** What it is. */
  public StoreHeader header() {
    return batch.header();
  }

  /** Where it is. */
  public Path folder() {
    return batch.folder();
  }

  /** The kinds of which it has items, in the order in which they first came. */
  public synchronized List<MaterialKind> kinds() {
    return List.copyOf(state.kinds());
  }

  /** Items of a kind that were made and are on disk for good, used ones included. */
  public synchronized long made(MaterialKind kind) {
    int index = state.indexOf(kind);
    return index < 0 ? 0 : state.made(index);
  }

  /** Items of a kind that are used up, on disk and for good; at least {@link #position}. */
  synchronized long used(MaterialKind kind) {
    int index = state.indexOf(kind);
    return index < 0 ? 0 : state.used(index);
  }

  /** The most items of a kind that this party ever used up at once, without those it let go. */
  synchronized long mostAtOnce(MaterialKind kind) {
    int index = state.indexOf(kind);
    return index < 0 ? 0 : state.mostAtOnce(index);
  }

  /**
   * Reads and checks items that are left, without using them up: one and those behind it that lie
   * with it on disk.
   *
   * @param position of the first, not used up and below {@link #made}
   * @param into of {@link #peekLongs} longs; what is read comes to lie there, the caller wipes it
   */
  synchronized Lease peek(MaterialKind kind, long position, long[] into) throws MpcException {
    requireUsable();
    int index = state.indexOf(kind);
    if (index < 0 || position < state.used(index) || position >= state.made(index)) {
      throw new IllegalArgumentException("no item of '%s' left at %d".formatted(kind, position));
    }
    for (ItemFile items : state.files(index)) {
      if (position < items.end()) {
        int chunk = items.chunkAt(position);
        io.readChunk(items, chunk, into);
        int from = (int) (position - items.firstOf(chunk));
        return new Lease(into, from * kind.longsPerItem(), items.itemsOf(chunk) - from);
      }
    }
    throw new IllegalStateException("the files hold less than the journal says");
  }

  /** The longs of an array for {@link #peek}. */
  static int peekLongs(MaterialKind kind) {
    return ItemFile.chunkItems(kind) * kind.longsPerItem();
  }

  /** Whether it was destroyed. */
  public synchronized boolean burnt() {
    return state.burnt();
  }

  /** Leaves items from a position on to nobody, as a peer does not have them. */
  synchronized void limit(MaterialKind kind, long made) {
    limits.put(kind, made);
  }

  @Override
  public synchronized void acquire() {
    requireOpen();
    if (inUse) {
      throw new IllegalStateException("the preprocessing store is in use");
    }
    inUse = true;
  }

  @Override
  public synchronized void release() {
    inUse = false;
    loaded.values().forEach(LoadedItems::wipe);
    loaded.clear();
    wipeIfDone();
  }

  @Override
  public synchronized void keys(String material, long[] newKeys) throws MpcException {
    requireOpen();
    requireFilling();
    requireMaterial(material);
    if (state.portions() > 0 || keys != null) {
      throw new IllegalStateException("the store has its keys already");
    }
    orNoMore(() -> io.writeKeys(newKeys));
    keys = newKeys.clone();
  }

  @Override
  public synchronized long[] keys(String material) {
    requireOpen();
    requireMaterial(material);
    if (keys == null) {
      throw new IllegalStateException("the store has no keys, or none were read");
    }
    return keys;
  }

  private void requireMaterial(String material) {
    if (!header().material().equals(material)) {
      throw new IllegalStateException(
          "the store holds material for '" + header().material() + "', not for '" + material + "'");
    }
  }

  @Override
  public synchronized void put(MaterialKind kind, long[] data, int offset, int items)
      throws MpcException {
    requireOpen();
    requireFilling();
    if (items > 0) {
      orNoMore(() -> writer(kind).put(data, offset, items));
    }
  }

  private PortionWriter writer(MaterialKind kind) throws BadFile {
    int index = state.indexOf(kind);
    if (index < 0) {
      index = state.kinds().size();
      batch.note(BatchState.kindEntry(index, kind));
    }
    PortionWriter writer = writers.get(index);
    if (writer == null) {
      writer = new PortionWriter(io, folder(), state.portions(), index, kind);
      writers.put(index, writer);
    }
    return writer;
  }

  /**
   * Makes all that was put since the last time one portion, on disk and for good: from here on it
   * can be used. Without it it is as if it had not been put; after an exception of this or of
   * {@link #put} nothing more can be.
   */
  public synchronized void commit() throws MpcException {
    requireOpen();
    if (!writers.isEmpty()) {
      orNoMore(this::finishPortion);
    }
  }

  private void finishPortion() throws BadFile {
    Map<Integer, Long> counts = new TreeMap<>();
    for (Map.Entry<Integer, PortionWriter> writer : writers.entrySet()) {
      counts.put(writer.getKey(), writer.getValue().finish());
    }
    try {
      DiskFiles.forceFolder(folder());
    } catch (IOException e) {
      throw DiskFiles.failed(folder(), e);
    }
    batch.note(BatchState.madeEntry(state.portions(), counts));
    closeWriters();
  }

  private interface Step {
    void run() throws BadFile;
  }

  /** Runs a step of filling; if that fails what it left is never added to. */
  private void orNoMore(Step step) throws BadFile {
    boolean done = false;
    try {
      step.run();
      done = true;
    } finally {
      if (!done) {
        filling = false;
        closeWriters();
      }
    }
  }

  private void closeWriters() {
    writers.values().forEach(PortionWriter::close);
    writers.clear();
  }

  @Override
  public synchronized long position(MaterialKind kind) {
    int index = state.indexOf(kind);
    return index < 0 ? 0 : state.used(index) - waiting(index);
  }

  private long waiting(int index) {
    LoadedItems items = loaded.get(index);
    return items == null ? 0 : items.items();
  }

  @Override
  public synchronized long available(MaterialKind kind) {
    int index = state.indexOf(kind);
    if (index < 0 || state.burnt() || closed) {
      return 0;
    }
    long end = Math.min(state.made(index), limits.getOrDefault(kind, Long.MAX_VALUE));
    return Math.max(0, end - state.used(index)) + waiting(index);
  }

  /** What is missing for an evaluation, by kind. */
  public synchronized Map<MaterialKind, Long> missing(Demand demand) {
    Map<MaterialKind, Long> missing = new LinkedHashMap<>();
    demand
        .quotas()
        .forEach(
            (kind, items) -> {
              if (items > available(kind)) {
                missing.put(kind, items - available(kind));
              }
            });
    return missing;
  }

  /** How many evaluations it still has the material for. */
  public synchronized long evaluations(Demand demand) {
    return demand.quotas().entrySet().stream()
        .mapToLong(quota -> available(quota.getKey()) / quota.getValue())
        .min()
        .orElse(0);
  }

  /** Reads the keys, before {@link #keys(String)} gives them. */
  public synchronized void openKeys() throws MpcException {
    requireUsable();
    if (keys == null) {
      keys = io.readKeys();
    }
  }

  @Override
  public synchronized void reserve(Demand demand) throws MpcException {
    requireUsable();
    requireMaterial(demand.protocol());
    for (Map.Entry<MaterialKind, Long> lack : missing(demand).entrySet()) {
      throw exhausted(lack.getKey(), lack.getValue());
    }
    demand.quotas().keySet().forEach(this::endLeases);
    Map<MaterialKind, Long> more = new LinkedHashMap<>();
    demand.quotas().forEach((kind, items) -> more.put(kind, items - waiting(state.indexOf(kind))));
    take(more);
  }

  /** What was leased may be overwritten from here on. */
  private void endLeases(MaterialKind kind) {
    LoadedItems items = loaded.get(state.indexOf(kind));
    if (items != null) {
      items.endLeases();
    }
  }

  /** Reads items and then writes down that they are used. */
  private void take(Map<MaterialKind, Long> counts) throws MpcException {
    Map<Integer, Long> before = new HashMap<>();
    Map<Integer, Long> positions = new TreeMap<>();
    boolean done = false;
    try {
      for (Map.Entry<MaterialKind, Long> count : counts.entrySet()) {
        int index = state.indexOf(count.getKey());
        LoadedItems items = loaded.get(index);
        if (items == null) {
          items = newItems(count.getKey());
          loaded.put(index, items);
        }
        if (count.getValue() > 0) {
          before.put(index, items.items());
          load(index, items, count.getValue());
          positions.put(index, state.used(index) + count.getValue());
        }
      }
      if (!positions.isEmpty()) {
        batch.note(BatchState.usedEntry(positions));
        log(positions, counts);
      }
      done = true;
    } finally {
      if (!done) {
        before.forEach((index, count) -> loaded.get(index).dropTo(count));
      }
    }
    deleteSpent(positions);
  }

  /** Positions are public; who looks into what was used when finds them in the log. */
  private void log(Map<Integer, Long> positions, Map<MaterialKind, Long> counts) {
    positions.forEach(
        (kind, end) ->
            LOG.debug(
                "party {} uses items {} to {} of kind {} of batch {}",
                header().party() + 1,
                end - counts.get(state.kinds().get(kind)),
                end - 1,
                kind,
                header().id()));
  }

  private static LoadedItems newItems(MaterialKind kind) {
    return new LoadedItems(kind.longsPerItem(), ItemFile.chunkItems(kind) * kind.longsPerItem());
  }

  private void load(int index, LoadedItems into, long count) throws BadFile {
    long at = state.used(index);
    long end = at + count;
    for (ItemFile items : state.files(index)) {
      if (items.end() <= at || at == end) {
        continue;
      }
      Path file = items.in(folder());
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
        while (at < Math.min(end, items.end())) {
          int chunk = items.chunkAt(at);
          int from = (int) (at - items.firstOf(chunk));
          int to = (int) Math.min(items.itemsOf(chunk), end - items.firstOf(chunk));
          long[] array = into.array();
          Place place = new Place(items.portion(), index, chunk);
          int longs = items.itemsOf(chunk) * items.items().longsPerItem();
          io.read(file, channel, items.offset(chunk, io.overhead()), place, array, longs);
          into.add(array, from, to);
          at += to - from;
        }
      } catch (IOException e) {
        throw DiskFiles.failed(file, e);
      }
    }
  }

  /** What is in memory need not stay on disk; what cannot be deleted is at the next opening. */
  private void deleteSpent(Map<Integer, Long> positions) {
    for (int index : positions.keySet()) {
      for (ItemFile items : state.files(index)) {
        if (state.spent(items)) {
          try {
            Files.deleteIfExists(items.in(folder()));
          } catch (IOException e) {
            return;
          }
        }
      }
    }
  }

  /**
   * Lets items go, up to positions that a peer has reached; no way back.
   *
   * @param positions at least where this batch stands, at most what it has
   */
  synchronized void advance(Map<MaterialKind, Long> positions) throws MpcException {
    requireUsable();
    Map<Integer, Long> further = new TreeMap<>();
    positions.forEach(
        (kind, position) -> {
          int index = state.indexOf(kind);
          if (index >= 0 && position > state.used(index)) {
            further.put(index, position);
          }
        });
    if (!further.isEmpty()) {
      batch.note(BatchState.leftEntry(further));
      deleteSpent(further);
    }
  }

  @Override
  public synchronized Lease lease(MaterialKind kind, int most) throws MpcException {
    if (most < 1) {
      throw new IllegalArgumentException("a lease of " + most + " items");
    }
    requireUsable();
    int index = state.indexOf(kind);
    if (index < 0 || waiting(index) == 0) {
      long there = available(kind);
      if (there == 0) {
        throw exhausted(kind, most);
      }
      take(Map.of(kind, Math.min(most, there)));
    }
    return loaded.get(index).lease(most);
  }

  private Exhausted exhausted(MaterialKind kind, long missing) {
    return new Exhausted(
        "the preprocessing is exhausted: %d more items of '%s' are needed; make more with 'prepare'"
            .formatted(missing, kind.name()));
  }

  @Override
  public synchronized void burn() {
    if (closed && !inUse) {
      return;
    }
    limits.clear();
    try {
      if (!state.burnt()) {
        batch.note(BatchState.burntEntry());
      }
    } catch (BadFile e) {
      if (!state.burnt()) {
        state.apply(BatchState.burntEntry()); // the disk may be full: deleting works all the same
      }
    }
    closeWriters();
    deleteLeftovers();
    wipeIfDone();
  }

  private void deleteLeftovers() {
    try {
      batch.tidy();
    } catch (BadFile e) {
      // What is left is deleted when it is opened next.
    }
  }

  /** Gives the folder back to others; what was not committed is lost. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      if (!writers.isEmpty()) {
        closeWriters();
        deleteLeftovers();
      }
      batch.close();
      wipeIfDone();
    }
  }

  private void wipeIfDone() {
    if (inUse || !(state.burnt() || closed)) {
      return;
    }
    loaded.values().forEach(LoadedItems::wipe);
    loaded.clear();
    io.wipe();
    if (keys != null) {
      Secrets.wipe(keys);
      keys = null;
    }
  }

  /**
   * A chunk's place is its nonce: after a reopening or a failure nobody knows which were written.
   */
  private void requireFilling() {
    if (!filling) {
      throw new IllegalStateException(
          "material is put into a batch only by who made it, and not after that failed");
    }
  }

  private void requireUsable() throws Exhausted {
    if (state.burnt()) {
      throw new Exhausted(DESTROYED);
    }
    requireOpen();
  }

  private void requireOpen() {
    if (state.burnt()) {
      throw new IllegalStateException(DESTROYED);
    }
    if (closed) {
      throw new IllegalStateException("the store is closed");
    }
  }
}

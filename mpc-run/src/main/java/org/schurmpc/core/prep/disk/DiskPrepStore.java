package org.schurmpc.core.prep.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Remedy;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.KeptKey;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores a batch of one party's material in a folder on disk: all material that one session
 * generated under one set of MAC keys. One process generates a batch portion by portion, each of
 * which exists completely or not at all ({@link #commit}). This process or others, which add
 * nothing, consume the batch.
 *
 * <p>Material to be consumed is read, checked and then recorded as used, on disk, in the journal
 * and in the record outside of the folder, before any of it can be leased. Items that were read
 * stay in memory until they are leased; files with nothing left to use are deleted.
 */
public final class DiskPrepStore implements PrepStore {
  private static final Logger LOG = LoggerFactory.getLogger(DiskPrepStore.class);
  private static final String CLOSED = "the store is closed";

  private final BatchFolder batch;
  private final BatchState state;
  private final ItemLoader loaded;
  private final Map<MaterialKind, Long> limits = new HashMap<>();
  private final PortionFiller filler; // in the process that generates the batch, otherwise null
  private final StoreVerdicts verdicts;
  private final SpentFiles spent = new SpentFiles();
  private long[] keys;
  private boolean lent; // the keys, to a session that makes more material
  private boolean inUse;
  private int sessions; // that have chosen the batch
  private boolean recent; // used since memory was given back last
  private volatile boolean closed;

  private DiskPrepStore(BatchFolder batch, PortionFiller filler, StoreVerdicts verdicts) {
    this.batch = batch;
    this.filler = filler;
    this.verdicts = verdicts;
    this.state = batch.state();
    this.loaded = new ItemLoader(batch);
  }

  /**
   * Creates a batch.
   *
   * @param folder the batch's folder, which does not exist yet
   * @param access holds the key under which the batch is encrypted, if its header requires
   *     encryption
   */
  static DiskPrepStore create(
      Path folder, StoreHeader header, StoreAccess access, StoreVerdicts verdicts)
      throws MpcException {
    BatchFolder batch = BatchOpening.create(folder, header, access);
    return new DiskPrepStore(batch, new PortionFiller(batch), verdicts);
  }

  /** Returns a store for an opened batch. Nothing can be added to it. */
  static DiskPrepStore of(BatchFolder batch, StoreVerdicts verdicts) {
    return new DiskPrepStore(batch, null, verdicts);
  }

  /** Returns the header of the batch. */
  public StoreHeader header() {
    return batch.header();
  }

  /** Returns the folder of the batch. */
  public Path folder() {
    return batch.folder();
  }

  /** Returns the kinds of the batch's items, in the order of their first items. */
  public synchronized List<MaterialKind> kinds() {
    return List.copyOf(state.kinds());
  }

  /**
   * Returns the number of items of a kind that were generated and are durably on disk, including
   * used ones.
   */
  public synchronized long made(MaterialKind kind) {
    int index = state.indexOf(kind);
    return index < 0 ? 0 : state.made(index);
  }

  /**
   * Returns the number of items of a kind that are durably recorded as used up; at least {@link
   * #position}.
   */
  synchronized long used(MaterialKind kind) {
    int index = state.indexOf(kind);
    return index < 0 ? 0 : state.used(index);
  }

  /** Returns the numbers of items generated and used up, of all kinds at one moment. */
  synchronized Map<MaterialKind, Position> positions() {
    Map<MaterialKind, Position> positions = new LinkedHashMap<>();
    for (MaterialKind kind : state.kinds()) {
      positions.put(kind, new Position(made(kind), used(kind)));
    }
    return positions;
  }

  /**
   * Returns the largest number of items of a kind that this party ever used up at once, without
   * items skipped because of a peer.
   */
  synchronized long mostAtOnce(MaterialKind kind) {
    int index = state.indexOf(kind);
    return index < 0 ? 0 : state.mostAtOnce(index);
  }

  /**
   * Returns the largest position that a peer has ever said to stand at.
   *
   * @param name the name of a unit of {@link AgreedUnits}
   */
  synchronized long said(int party, String name) {
    return state.said(unit(party, name));
  }

  /**
   * Notes what peers say of their positions, where that is more than they said before; durable on
   * return.
   *
   * @param said by party, and by the name of a unit
   */
  synchronized void noteSaid(Map<Integer, Map<String, Long>> said) throws MpcException {
    requireUsable();
    Map<String, Long> more = new TreeMap<>();
    said.forEach(
        (party, positions) ->
            positions.forEach(
                (name, used) -> {
                  if (used > said(party, name)) {
                    more.put(unit(party, name), used);
                  }
                }));
    if (!more.isEmpty()) {
      batch.note(BatchState.saidEntry(more));
    }
  }

  private String unit(int party, String name) {
    int kind = state.kinds().stream().map(MaterialKind::name).toList().indexOf(name);
    return BatchState.unit(party, header().circuit().isPresent() ? -1 : kind);
  }

  /**
   * Reads and checks remaining items, without using them up: one item and those after it in the
   * same chunk on disk.
   *
   * @param position the first item's position, not used up and below {@link #made}
   * @param into an array of {@link #peekLongs} longs, into which the items are read; the caller
   *     wipes it
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
        batch.io().readChunk(items, chunk, into);
        int from = (int) (position - items.firstOf(chunk));
        return new Lease(into, from * kind.longsPerItem(), items.itemsOf(chunk) - from);
      }
    }
    throw new IllegalStateException("the files hold less than the journal says");
  }

  /** Returns the number of longs of an array for {@link #peek}. */
  static int peekLongs(MaterialKind kind) {
    return ItemFile.chunkItems(kind) * kind.longsPerItem();
  }

  @Override
  public synchronized boolean burnt() {
    return destroyed();
  }

  /** Returns why the batch was destroyed, if it was. */
  synchronized Optional<Destruction> destruction() {
    return destroyed()
        ? Optional.of(state.destruction().orElse(Destruction.CHECK))
        : Optional.empty();
  }

  /** Excludes items from a position on, because a peer does not have them. */
  synchronized void limit(MaterialKind kind, long made) {
    limits.put(kind, made);
  }

  /** Excludes all items until the parties agree on this batch, because a peer has none of it. */
  public synchronized void exclude() {
    state.kinds().forEach(kind -> limits.put(kind, 0L));
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
    Map<Integer, Long> unread = new TreeMap<>();
    for (int index = 0; index < state.kinds().size(); index++) {
      if (loaded.unread(index) > 0) {
        unread.put(index, state.used(index));
      }
    }
    loaded.wipe();
    if (!closed && !state.burnt()) {
      deleteSpent(unread);
    }
    batch.io().wipe();
    if (state.spent()) {
      giveBack();
    }
    wipeIfDone();
  }

  /** Declares that a session has chosen the batch: until {@link #letGo}, it is not retired. */
  public synchronized void hold() {
    sessions++;
  }

  /** Ends what {@link #hold} began. */
  public synchronized void letGo() {
    sessions--;
  }

  /** Returns whether a session has chosen the batch, and may use it. */
  public synchronized boolean held() {
    return inUse || sessions > 0;
  }

  /** Returns whether all items are used up, and no session has chosen the batch. */
  synchronized boolean spent() {
    return !held() && committed() && state.spent() && !destroyed() && !closed && !filling();
  }

  private boolean filling() {
    return filler != null && filler.pending();
  }

  @Override
  public void keys(String material, long[] newKeys) throws MpcException {
    synchronized (verdicts) {
      synchronized (this) {
        requireUsable();
        requireFilling();
        requireMaterial(material);
        if (state.portions() > 0 || keys != null) {
          throw new IllegalStateException("the store has its keys already");
        }
        beginUse();
        filler.keys(newKeys);
        keys = newKeys.clone();
      }
    }
  }

  /**
   * Declares, before the keys become usable, that they are in use, and marks a pending verdict on
   * them. Called with the monitors of the verdicts and of this batch.
   */
  private void beginUse() throws MpcException {
    if (verdicts.arePending()) {
      batch.verdicts().pend(verdicts.boot());
    }
    verdicts.use(header().key());
  }

  /** Keeps the set-up if the batch names its keys; a batch with keys of its own needs none. */
  @Override
  public synchronized void setup(long[] words) throws MpcException {
    requireUsable();
    requireFilling();
    if (state.portions() > 0 || keys == null || filler.pending()) {
      throw new IllegalStateException("the set-up comes after the keys and before any item");
    }
    if (header().key().isPresent()) {
      filler.setup(words);
    }
  }

  /** Returns whether the batch holds named keys and what later sessions need to go on with them. */
  synchronized boolean keepsKey() {
    return header().key().isPresent() && !destroyed() && batch.io().hasSetup();
  }

  /** Returns whether the batch has a complete portion, even if all of it is used up. */
  synchronized boolean committed() {
    return state.portions() > 0;
  }

  /**
   * Reads the keys and the set-up, in order to generate more material under these keys.
   *
   * @throws IllegalStateException if the batch does not keep them
   */
  KeptKey keptKey() throws MpcException {
    synchronized (verdicts) {
      synchronized (this) {
        requireUsable();
        if (!keepsKey()) {
          throw new IllegalStateException("the batch does not keep its keys");
        }
        beginUse();
        lent = true;
        long[] kept = batch.io().readKeys();
        long[] setup = null;
        try {
          setup = batch.io().readSetup();
        } finally {
          if (setup == null) {
            Secrets.wipe(kept);
          }
        }
        return new KeptKey(header().key().orElseThrow(), kept, setup);
      }
    }
  }

  /** Destroys keys under which no portion is complete at any party. */
  synchronized void forgetKey() throws BadFile {
    if (committed()) {
      throw new IllegalStateException("there is material under these keys");
    }
    try {
      batch.io().destroyKeys();
    } catch (IOException e) {
      throw DiskFiles.failed(folder(), e);
    }
  }

  /**
   * Closes and deletes a batch of an open store that has no portion, or none of which anything is
   * left. This machine's record of it remains: a copy of the batch is of no use.
   *
   * @throws IllegalStateException if there is anything left
   */
  void discard() throws BadFile {
    if (committed() && !spent()) {
      throw new IllegalStateException("there is material in " + folder());
    }
    close();
    BatchOpening.discard(folder(), header());
  }

  @Override
  public Optional<String> keyId() {
    return header().key();
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
    requireUsable();
    requireFilling();
    if (items > 0) {
      filler.put(kind, data, offset, items);
    }
  }

  /**
   * Makes everything put since the last commit one portion, durably on disk. Only then can the
   * items be used. Items that are never committed are lost. After an exception of this method or of
   * {@link #put}, nothing more can be put. During the disk's work, other threads may consume
   * earlier portions; only one thread puts and commits.
   */
  public void commit() throws MpcException {
    List<PortionWriter> flushed;
    synchronized (this) {
      requireUsable();
      if (filler == null || !filler.pending()) {
        return;
      }
      flushed = filler.flush();
    }
    boolean forced = false;
    try {
      filler.force(flushed);
      forced = true;
    } finally {
      if (!forced) {
        endFilling();
      }
    }
    synchronized (this) {
      requireUsable();
      filler.finish();
    }
  }

  private synchronized void endFilling() {
    filler.end();
  }

  @Override
  public synchronized long position(MaterialKind kind) {
    int index = state.indexOf(kind);
    return index < 0 ? 0 : state.used(index) - loaded.waiting(index);
  }

  @Override
  public synchronized long available(MaterialKind kind) {
    int index = state.indexOf(kind);
    if (index < 0 || state.burnt() || closed) {
      return 0;
    }
    long end = Math.min(state.made(index), limits.getOrDefault(kind, Long.MAX_VALUE));
    return Math.max(0, end - state.used(index)) + loaded.waiting(index);
  }

  /** Returns the number of missing items for an evaluation, by kind. */
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

  /**
   * Returns the number of evaluations for which there is material, including material that peers
   * may not have yet.
   */
  public synchronized long stock(Demand demand) {
    return state.burnt() ? 0 : evaluations(demand, kind -> made(kind) - position(kind));
  }

  /** Returns the number of evaluations for which there is material left. */
  public synchronized long evaluations(Demand demand) {
    return evaluations(demand, this::available);
  }

  private static long evaluations(Demand demand, ToLongFunction<MaterialKind> there) {
    return demand.quotas().entrySet().stream()
        .mapToLong(quota -> there.applyAsLong(quota.getKey()) / quota.getValue())
        .min()
        .orElse(0);
  }

  /** Reads the keys, before {@link #keys(String)} returns them. */
  public void openKeys() throws MpcException {
    synchronized (verdicts) {
      synchronized (this) {
        requireUsable();
        if (keys == null) {
          beginUse();
          keys = batch.io().readKeys();
        }
      }
    }
  }

  @Override
  public synchronized void reserve(Demand demand) throws MpcException {
    requireUsable();
    requireMaterial(demand.protocol());
    requireTogether(demand);
    for (Map.Entry<MaterialKind, Long> lack : missing(demand).entrySet()) {
      throw exhausted(lack.getKey(), lack.getValue());
    }
    Map<Integer, Long> more = new TreeMap<>();
    demand
        .quotas()
        .forEach(
            (kind, items) -> {
              int index = state.indexOf(kind);
              loaded.endLeases(index);
              if (items > loaded.waiting(index)) {
                more.put(index, items - loaded.waiting(index));
              }
            });
    if (!more.isEmpty()) {
      take(more);
    }
  }

  private void requireTogether(Demand demand) {
    if (header().circuit().isPresent() != demand.circuit().isPresent()) {
      throw new IllegalStateException(
          "material for a circuit is used for that circuit alone, and other material for none");
    }
    demand.requireTogether(this::position);
  }

  /** Reads items and then records them as used; large numbers are read when they are leased. */
  private void take(Map<Integer, Long> counts) throws MpcException {
    recent = true;
    Map<Integer, Long> now = new TreeMap<>(counts);
    now.entrySet().removeIf(each -> loaded.isForLater(each.getKey(), each.getValue()));
    loaded.load(now);
    Map<Integer, Long> positions = new TreeMap<>();
    counts.forEach((kind, count) -> positions.put(kind, state.used(kind) + count));
    boolean down = false;
    try {
      batch.note(BatchState.usedEntry(positions));
      down = true;
    } finally {
      if (!down) {
        now.forEach((kind, count) -> loaded.dropTo(kind, loaded.waiting(kind) - count));
      }
    }
    positions.forEach(
        (kind, end) -> {
          if (!now.containsKey(kind)) {
            loaded.readLater(kind, end - counts.get(kind), end);
          }
        });
    log(positions, counts);
    deleteSpent(positions);
  }

  /** Logs the items used, for the investigation of uses. Positions are public. */
  private void log(Map<Integer, Long> positions, Map<Integer, Long> counts) {
    positions.forEach(
        (kind, end) ->
            LOG.debug(
                "party {} uses items {} to {} of kind {} of batch {}",
                header().party() + 1,
                end - counts.get(kind),
                end - 1,
                kind,
                header().id()));
  }

  /**
   * Deletes files whose items are all used or in memory, and forgets what was read of kinds with no
   * other items. Files that cannot be deleted now are deleted at the next opening.
   */
  private void deleteSpent(Map<Integer, Long> positions) {
    for (int index : positions.keySet()) {
      if (state.used(index) == state.made(index) && loaded.unread(index) == 0) {
        loaded.forget(index);
      }
      for (ItemFile items : state.files(index)) {
        if (state.spent(items) && items.end() <= loaded.firstUnread(index)) {
          spent.delete(items.in(folder()));
        }
      }
    }
  }

  /**
   * Skips items, irrevocably, up to positions that a peer has reached.
   *
   * @param positions at least this batch's positions, at most its numbers of items
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

  /**
   * Skips all items that are left, irrevocably, and deletes their files: they suffice for nothing.
   */
  public synchronized void skipRest() throws MpcException {
    Map<MaterialKind, Long> all = new LinkedHashMap<>();
    kinds().forEach(kind -> all.put(kind, made(kind)));
    advance(all);
  }

  @Override
  public synchronized Lease lease(MaterialKind kind, int most) throws MpcException {
    if (most < 1) {
      throw new IllegalArgumentException("a lease of " + most + " items");
    }
    requireUsable();
    int index = state.indexOf(kind);
    if (index < 0 || loaded.waiting(index) == 0) {
      long there = available(kind);
      if (there == 0) {
        throw exhausted(kind, most);
      }
      take(Map.of(index, Math.min(most, there)));
    }
    boolean unread = loaded.unread(index) > 0;
    Lease lease = loaded.lease(index, most);
    if (unread && loaded.unread(index) == 0) {
      deleteSpent(Map.of(index, state.used(index)));
    }
    return lease;
  }

  @Override
  public synchronized void drop(MaterialKind kind, long items) throws MpcException {
    requireUsable();
    int index = state.indexOf(kind);
    if (items > available(kind)) {
      throw exhausted(kind, items - available(kind));
    }
    for (long left = items; left > 0; ) {
      if (loaded.waiting(index) == 0) {
        advance(Map.of(kind, state.used(index) + left));
        return;
      }
      if (loaded.waiting(index) > loaded.unread(index)) {
        Lease lease = loaded.lease(index, (int) Math.min(left, Integer.MAX_VALUE));
        lease.wipe(kind);
        loaded.giveBack(index, lease);
        left -= lease.items();
      } else {
        left -= loaded.skip(index, left);
      }
    }
    if (index >= 0) {
      deleteSpent(Map.of(index, state.used(index)));
    }
  }

  @Override
  public synchronized void giveBack(MaterialKind kind, Lease lease) {
    int index = state.indexOf(kind);
    if (index >= 0) {
      loaded.giveBack(index, lease);
    }
  }

  private Exhausted exhausted(MaterialKind kind, long missing) {
    return new Exhausted(
        "the preprocessing is exhausted: %d more items of '%s' are needed"
            .formatted(missing, kind.name()),
        Remedy.MAKE_MORE);
  }

  /** Burns this batch; {@link StoreDirectory#burn} burns the store. */
  @Override
  public void burn() {
    markBurnt();
    burn(Destruction.CHECK);
  }

  /** Marks the batch as burnt, at once, even while other threads or programs use it. */
  void markBurnt() {
    batch.verdicts().markBurnt();
  }

  /**
   * Records that the batch is burnt, and wipes keys and items in memory unless they are in use. Its
   * files are deleted later, because every batch of the store is marked first.
   *
   * @throws IllegalStateException if the destruction could not be recorded anywhere
   */
  synchronized void burn(Destruction why) {
    limits.clear();
    boolean noted = batch.noteBurnt(why);
    if (filler != null) {
      filler.end();
    }
    wipeIfDone();
    if (!noted) {
      throw new IllegalStateException(
          folder() + " must not be used any more, and that cannot be written anywhere: destroy it");
    }
  }

  /**
   * Marks that a verdict on the batch's keys is pending, if they are in use: for the batch's items,
   * or to generate more material.
   */
  void pend() throws MpcException {
    if (!closed && batch.verdicts().armed()) {
      batch.verdicts().pend(verdicts.boot()); // a check does not wait for a reader or a commit
      return;
    }
    synchronized (this) {
      if (keys != null && closed) {
        throw new IllegalStateException(CLOSED);
      }
      if (keys != null || (lent && !closed)) {
        batch.verdicts().pend(verdicts.boot());
      }
    }
  }

  /** Marks that no verdict is pending any more. */
  void clearPending() {
    batch.verdicts().clear();
  }

  /** Notes that no verdict is pending, while the batch's keys are in no check. */
  synchronized void disarm() {
    batch.verdicts().disarm();
  }

  private void deleteLeftovers() {
    try {
      batch.tidy();
    } catch (BadFile e) {
      // Remaining files are deleted when the batch is opened next.
    }
  }

  /**
   * Waits until all files with nothing left to use are deleted. The batch must not be used
   * afterwards.
   */
  void awaitDeletions() {
    spent.close();
  }

  /**
   * Releases the folder; items that were not committed are lost. The files of a burnt batch are
   * deleted.
   */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      spent.close();
      if (filler != null) {
        filler.end();
      }
      if (batch.burntHere() || (filler != null && filler.abandoned())) {
        deleteLeftovers();
      }
      batch.close();
      wipeIfDone();
    }
  }

  /**
   * Wipes and gives back the memory of reading, unless the batch is in use or was used just now.
   */
  synchronized void giveBackUnused() {
    if (!recent) {
      giveBack();
    }
    recent = false;
  }

  /** Wipes and gives back the memory of reading, unless the batch is in use. */
  synchronized void giveBack() {
    if (!inUse) {
      loaded.forget();
      batch.io().giveBack();
    }
  }

  private void wipeIfDone() {
    if (inUse || !(state.burnt() || closed)) {
      return;
    }
    loaded.wipe();
    loaded.forget();
    batch.io().wipe();
    if (keys != null) {
      Secrets.wipe(keys);
      keys = null;
    }
  }

  private void requireFilling() {
    if (filler == null || filler.over()) {
      throw new IllegalStateException(
          "material is put into a batch only by who made it, and not after that failed");
    }
  }

  private void requireUsable() throws Exhausted {
    if (destroyed()) {
      throw new Exhausted(whyDestroyed(), Remedy.MAKE_NEW_STORE);
    }
    requireOpen();
  }

  private void requireOpen() {
    if (destroyed()) {
      throw new IllegalStateException(whyDestroyed());
    }
    if (closed) {
      throw new IllegalStateException(CLOSED);
    }
  }

  /**
   * Returns whether the batch or its key was destroyed, even if by another program, when a session
   * of this store outlived the store here.
   */
  private boolean destroyed() {
    return state.burnt() || batch.verdicts().markedBurnt() || verdicts.markedBurnt(header().key());
  }

  private String whyDestroyed() {
    return destruction().orElseThrow().sentence("the preprocessing store");
  }
}

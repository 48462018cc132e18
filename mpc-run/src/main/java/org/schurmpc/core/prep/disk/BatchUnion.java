package org.schurmpc.core.prep.disk;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Remedy;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;

/**
 * Presents batches of a store that are under one key as one store, followed by material that is
 * generated under this key in memory ({@link #add}). Items are leased from the first batch that has
 * any. A demand is divided among the batches in their order, so that the positions of all parties
 * stay equal as long as they agreed on the batches.
 *
 * <p>Reservations are durable batch by batch: a crash between two of them wastes items of the first
 * and never repeats any.
 */
public final class BatchUnion implements PrepStore {
  private final StoreDirectory store;
  private final String material;
  private final List<DiskPrepStore> batches;
  private volatile PrepStore more; // null until added
  private boolean inUse;

  private BatchUnion(StoreDirectory store, String material, List<DiskPrepStore> batches) {
    this.store = store;
    this.material = material;
    this.batches = List.copyOf(batches);
  }

  /**
   * Reads the keys of batches, and unites the batches.
   *
   * @param store the store of all batches, guarded by the session; stays open
   * @param material the material of the batches, as in {@link Demand#protocol}
   * @param batches any number of batches on which the parties agreed, and whose keys have one id,
   *     or one batch
   * @throws BadFile if the keys of two batches differ
   */
  public static BatchUnion of(StoreDirectory store, String material, List<DiskPrepStore> batches)
      throws MpcException {
    BatchUnion union = new BatchUnion(store, material, batches);
    for (DiskPrepStore batch : batches) {
      batch.openKeys();
      union.requireSameKeys(batch.keys(material), batch.folder() + " has other keys");
    }
    return union;
  }

  private void requireSameKeys(long[] keys, String otherwise) throws BadFile {
    if (!batches.isEmpty() && !Secrets.equal(keys, batches.get(0).keys(material))) {
      throw new BadFile(
          otherwise + " than the batches of " + store.folder() + " that it belongs to",
          Remedy.DESTROY_STORE);
    }
  }

  /**
   * Adds material that is generated under the key of the batches; at most once.
   *
   * @param generated used after the batches; closed by the caller
   * @throws BadFile if its keys are not those of the batches
   */
  public synchronized void add(PrepStore generated) throws BadFile {
    if (more != null) {
      throw new IllegalStateException("material was added already");
    }
    requireSameKeys(generated.keys(material), "the generated material has other keys");
    if (inUse) {
      generated.acquire();
    }
    more = generated;
  }

  /** Returns the number of items of a kind that can still be leased from batches on disk. */
  public long onDisk(MaterialKind kind) {
    return batches.stream().mapToLong(batch -> batch.available(kind)).sum();
  }

  /** Returns the stores that this one consists of, in the order of their use. */
  private List<PrepStore> parts() {
    PrepStore last = more;
    List<PrepStore> parts = new ArrayList<>(batches);
    if (last != null) {
      parts.add(last);
    }
    return parts;
  }

  @Override
  public synchronized void acquire() {
    if (inUse) {
      throw new IllegalStateException("the preprocessing store is in use");
    }
    List<PrepStore> acquired = new ArrayList<>();
    try {
      for (PrepStore part : parts()) {
        part.acquire();
        acquired.add(part);
      }
      inUse = true;
    } finally {
      if (!inUse) {
        acquired.forEach(PrepStore::release);
      }
    }
  }

  @Override
  public synchronized void release() {
    if (inUse) {
      inUse = false;
      parts().forEach(PrepStore::release);
    }
  }

  /**
   * Refuses: each batch has its keys.
   *
   * @throws IllegalStateException always
   */
  @Override
  public void keys(String protocol, long[] keys) {
    throw new IllegalStateException("the batches have their keys");
  }

  /**
   * Refuses: items are put into batches, or into what is added.
   *
   * @throws IllegalStateException always
   */
  @Override
  public void put(MaterialKind kind, long[] data, int offset, int items) {
    throw new IllegalStateException("items are put into a batch");
  }

  /** Material that is generated without any batch is under the key that the store keeps. */
  @Override
  public Optional<String> keyId() throws BadFile {
    return batches.isEmpty() ? store.key() : batches.get(0).keyId();
  }

  @Override
  public long[] keys(String protocol) {
    List<PrepStore> parts = parts();
    if (parts.isEmpty()) {
      throw new IllegalStateException("the store has no keys");
    }
    return parts.get(0).keys(protocol);
  }

  @Override
  public long position(MaterialKind kind) {
    return parts().stream().mapToLong(part -> part.position(kind)).sum();
  }

  @Override
  public long available(MaterialKind kind) {
    return burnt() ? 0 : parts().stream().mapToLong(part -> part.available(kind)).sum();
  }

  @Override
  public void reserve(Demand demand) throws MpcException {
    requireUsable();
    for (Map.Entry<MaterialKind, Long> lack : demand.beyond(this::available).quotas().entrySet()) {
      throw exhausted(lack.getKey(), lack.getValue());
    }
    Map<MaterialKind, Long> left = new LinkedHashMap<>(demand.quotas());
    for (PrepStore part : parts()) {
      Demand.Builder share = Demand.of(demand.protocol());
      for (MaterialKind kind : demand.quotas().keySet()) {
        long here = Math.min(left.get(kind), part.available(kind));
        share.add(kind, here);
        left.merge(kind, -here, Long::sum);
      }
      Demand here = share.build();
      if (!here.quotas().isEmpty()) {
        part.reserve(here);
      }
    }
  }

  @Override
  public void drop(MaterialKind kind, long items) throws MpcException {
    requireUsable();
    long left = items;
    for (PrepStore part : parts()) {
      long here = Math.min(left, part.available(kind));
      part.drop(kind, here);
      left -= here;
    }
    if (left > 0) {
      throw exhausted(kind, left);
    }
  }

  @Override
  public void giveBack(MaterialKind kind, Lease lease) {
    parts().forEach(part -> part.giveBack(kind, lease)); // only its own does anything
  }

  @Override
  public Lease lease(MaterialKind kind, int most) throws MpcException {
    requireUsable();
    for (PrepStore part : parts()) {
      if (part.available(kind) > 0) {
        return part.lease(kind, most);
      }
    }
    throw exhausted(kind, most);
  }

  private static Exhausted exhausted(MaterialKind kind, long missing) {
    return new Exhausted(
        "the preprocessing is exhausted: %d more items of '%s' are needed"
            .formatted(missing, kind.name()),
        Remedy.MAKE_MORE);
  }

  private void requireUsable() throws Exhausted {
    if (burnt()) {
      throw new Exhausted(
          store.destruction().orElse(Destruction.CHECK.sentence("the preprocessing store")),
          Remedy.MAKE_NEW_STORE);
    }
  }

  @Override
  public boolean burnt() {
    return parts().stream().anyMatch(PrepStore::burnt);
  }

  /** Destroys the whole store, as {@link StoreDirectory#burn}, and the material in memory. */
  @Override
  public void burn() {
    try {
      store.burn();
    } finally {
      if (more != null) {
        more.burn();
      }
    }
  }

  /** Wipes the remaining material in memory. The store stays open. */
  @Override
  public void close() {
    if (more != null) {
      more.close();
    }
  }
}

package org.schurmpc.core.run;

import java.util.HexFormat;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.PublicValue;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.Session;

/**
 * Generates a batch of a store, portion by portion, together with peers that generate theirs. A
 * portion is committed only when all parties have it and no check failed at any party.
 */
final class PortionMaker {
  private final Session session;
  private final Preprocessor preprocessor;
  private final boolean dealt;
  private final boolean keepsKey;
  private final StoreDirectory store;
  private final StoreDirectory.Purpose purpose;
  private final Demand demand;
  private volatile DiskPrepStore batch;
  private boolean left;

  /**
   * Creates a maker of portions.
   *
   * @param dealt whether the material comes from a dealer, which deals the material of one
   *     evaluation at a time
   * @param keepsKey whether later sessions go on with the key of the batch
   */
  PortionMaker(
      Session session,
      Preprocessor preprocessor,
      boolean dealt,
      boolean keepsKey,
      StoreDirectory store,
      StoreDirectory.Purpose purpose,
      Demand demand) {
    this.session = session;
    this.preprocessor = preprocessor;
    this.dealt = dealt;
    this.keepsKey = keepsKey;
    this.store = store;
    this.purpose = purpose;
    this.demand = demand;
  }

  /**
   * Returns the number of evaluations whose material has about {@code bytes} bytes, at least one.
   */
  static long evaluationsIn(long bytes, Demand demand) {
    return Math.max(1, bytes / Math.max(1, demand.bytes()));
  }

  /** Returns the batch; null before its first portion. */
  DiskPrepStore batch() {
    return batch;
  }

  /** Generates one portion with the material for {@code evaluations} evaluations. */
  void make(long evaluations) throws MpcException {
    begin(dealt ? demand : demand.times(evaluations));
    if (dealt) {
      for (long i = 0; i < evaluations; i++) {
        preprocessor.fill(session, demand, batch);
      }
    } else {
      preprocessor.fill(session, demand.times(evaluations), batch);
    }
    putDown(evaluations);
  }

  /** Generates one portion with this material, by the protocol's own preprocessing. */
  void make(Demand portion) throws MpcException {
    begin(portion);
    preprocessor.fill(session, portion, batch);
    putDown(portion.bytes());
  }

  private void begin(Demand portion) throws MpcException {
    if (batch == null) {
      long number = session.nextNumber("preprocessing batch"); // a session may fill several stores
      byte[] id = session.hash("preprocessing batch").add(number).digest();
      String source = preprocessor.origin(portion).text();
      batch = store.begin(purpose, key(number), id, source, dealt);
    }
  }

  /** Returns the id of the batch's key: that of the store, or a new one. */
  private Optional<String> key(long number) throws MpcException {
    if (!keepsKey) {
      return Optional.empty();
    }
    Optional<String> kept = store.key();
    return kept.isPresent()
        ? kept
        : Optional.of(
            HexFormat.of().formatHex(session.hash("preprocessing key").add(number).digest()));
  }

  /** Completes a portion; the first one that can leaves something for a later session. */
  private void putDown(long amount) throws MpcException {
    Optional<Demand> leaves = keepsKey && !left ? preprocessor.leaves() : Optional.empty();
    if (leaves.isPresent()) {
      preprocessor.fill(session, leaves.get(), batch);
      left = true;
    }
    PublicValue.requireEqual(session, made(amount));
    batch.commit();
  }

  private SortedMap<String, byte[]> made(long amount) {
    FieldHash hash = new FieldHash("prepared").add(batch.header().id()).add(amount);
    batch.header().key().ifPresent(hash::add);
    for (MaterialKind kind : batch.kinds()) {
      hash.add(kind.name()).add(batch.made(kind));
    }
    SortedMap<String, byte[]> made = new TreeMap<>();
    made.put("the material that was made", hash.digest());
    return made;
  }
}

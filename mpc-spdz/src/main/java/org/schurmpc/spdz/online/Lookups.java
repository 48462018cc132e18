package org.schurmpc.spdz.online;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.Span;
import org.schurmpc.spdz.share.GlobalMacCheck;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.PackedOpening;
import org.schurmpc.spdz.share.Shares;

/**
 * Lookups of secret indices in public tables (KORSVV17, Protocol 1): the parties open h = x ⊕ s
 * under the mask s of a table's item, and take the entry at h, which is T(h ⊕ s) = T(x). One round
 * for all lookups of a call, ℓ bits from each party for each lookup.
 *
 * <p>What is opened is the index's projection to the span of the mask, which is uniform whatever
 * the index is. Masked indices are checked when all elements that were opened before have proved
 * right ({@link GlobalMacCheck}). An index that can be outside of its span even so, because an
 * earlier lookup read a wrong entry, must be looked up behind a check of its own: its caller makes
 * it.
 */
final class Lookups {
  private final Session session;
  private final PrepStore store;
  private final Field field;
  private final GlobalMacCheck check;
  private final long[] key;
  private final OpeningMode mode;
  private final Map<LookupKind, TableReader> readers = new HashMap<>();

  /** Lookups that were started and not stopped. */
  private final List<Started> pending = new ArrayList<>();

  /** By the text of their spans. */
  private final Map<String, PackedOpening> openings = new HashMap<>();

  /** Lookups of indices x in one table, one after the other. */
  record Part(LookupKind kind, int n) {}

  /** Where indices come from and outputs go. */
  interface Operands {
    /**
     * Adds this party's shares of the indices of a part.
     *
     * @param coordinates receives the coordinates of the values' shares, 0 before
     * @param macs receives the shares of the MACs, an element each, 0 before
     */
    void indices(int part, long[] coordinates, int at, long[] macs, int macsAt);

    /** Returns where an output of a part's lookup goes, the number of an element. */
    int target(int part, int lookup, int output);

    /** Returns the shares that receive the outputs of a part. */
    Shares targets(int part);
  }

  /** Lookups whose masked indices are under way. */
  private final class Started implements PendingLookups {
    private final List<Part> parts;
    private final Operands operands;
    private final PackedOpening opening;

    /** The number of the first index of each part, and of all indices. */
    private final int[] starts;

    /** The number of the first table of each part. */
    private final int[] tables;

    private final long[] macs;

    Started(List<Part> parts, Operands operands) throws MpcException {
      this.parts = parts;
      this.operands = operands;
      opening = opening(widest(parts));
      starts = new int[parts.size() + 1];
      for (int part = 0; part < parts.size(); part++) {
        starts[part + 1] = Math.addExact(starts[part], parts.get(part).n());
      }
      macs = new long[Math.multiplyExact(count(), field.limbs())];
      tables = lease(parts);
    }

    private int count() {
      return starts[parts.size()];
    }

    void start() throws MpcException {
      long[] coordinates = new long[count()];
      try {
        opening.begin(count());
        for (int part = 0; part < parts.size(); part++) {
          int from = starts[part];
          int n = parts.get(part).n();
          int macsFrom = from * field.limbs();
          operands.indices(part, coordinates, from, macs, macsFrom);
          TableReader reader = reader(parts.get(part).kind());
          reader.mask(tables[part], coordinates, from, macs, macsFrom, n);
        }
        opening.put(0, coordinates, 0, count());
        opening.start();
      } finally {
        Secrets.wipe(coordinates);
      }
    }

    @Override
    public void stop() throws MpcException {
      opening.stop();
      opening.noteIndices(0, macs, 0, count());
      for (int part = 0; part < parts.size(); part++) {
        read(parts.get(part), part, tables[part], opening, starts[part], operands);
      }
      close();
      pending.remove(this);
    }

    void close() {
      Secrets.wipe(macs);
      parts.forEach(part -> reader(part.kind()).release());
    }
  }

  /**
   * Creates lookups.
   *
   * @param key this party's share of α; not copied, not changed
   */
  Lookups(
      Session session,
      PrepStore store,
      Field field,
      GlobalMacCheck check,
      long[] key,
      OpeningMode mode) {
    this.session = session;
    this.store = store;
    this.field = field;
    this.check = check;
    this.key = key;
    this.mode = mode;
  }

  /**
   * Performs lookups, all in one opening.
   *
   * @param parts of indices in one form
   */
  void lookUp(List<Part> parts, Operands operands) throws MpcException {
    start(parts, operands).stop();
  }

  /**
   * Sends the masked indices of lookups, which are read at once. Other lookups may be started
   * before these stop if they are in another form.
   *
   * @param parts of indices in one form
   */
  PendingLookups start(List<Part> parts, Operands operands) throws MpcException {
    Started started = new Started(parts, operands);
    pending.add(started);
    started.start();
    return started;
  }

  /** Leases the tables of all parts; returns the number of each part's first table. */
  private int[] lease(List<Part> parts) throws MpcException {
    Map<LookupKind, Integer> counts = new HashMap<>();
    int[] first = new int[parts.size()];
    List<LookupKind> order = new ArrayList<>();
    for (int part = 0; part < first.length; part++) {
      LookupKind kind = parts.get(part).kind();
      if (!counts.containsKey(kind)) {
        order.add(kind);
      }
      first[part] = counts.getOrDefault(kind, 0);
      counts.merge(kind, parts.get(part).n(), Math::addExact);
    }
    for (LookupKind kind : order) {
      reader(kind).lease(counts.get(kind));
    }
    return first;
  }

  private void read(
      Part part, int number, int table, PackedOpening opening, int start, Operands operands)
      throws MpcException {
    LookupKind kind = part.kind();
    Shares to = operands.targets(number);
    TableReader reader = reader(kind);
    for (int i = 0; i < part.n(); i++) {
      long h = opening.opened(start + i);
      session.require(
          h < kind.entries(), Check.MALFORMED, "a masked index is beyond the end of its table");
      for (int output = 0; output < kind.outputs(); output++) {
        int at = to.at(operands.target(number, i, output));
        reader.entry(table + i, (int) h, output, to.values(), at, to.macs(), at);
      }
    }
  }

  private static Span widest(List<Part> parts) {
    Span widest = parts.get(0).kind().indices();
    for (Part part : parts) {
      Span span = part.kind().indices();
      widest = span.dimension() > widest.dimension() ? span : widest;
    }
    return widest;
  }

  private TableReader reader(LookupKind kind) {
    return readers.computeIfAbsent(kind, each -> new TableReader(store, each));
  }

  private PackedOpening opening(Span span) {
    return openings.computeIfAbsent(
        span.toString(), each -> new PackedOpening(session, span, check, key, mode));
  }

  void wipe() {
    pending.forEach(Started::close);
    pending.clear();
    openings.values().forEach(PackedOpening::wipe);
  }
}

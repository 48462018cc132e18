package org.schurmpc.spdz.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.Sequencer;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.Span;
import org.schurmpc.spdz.share.GlobalMacCheck;
import org.schurmpc.spdz.share.Opening;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.PackedOpening;
import org.schurmpc.spdz.share.ShareArithmetic;
import org.schurmpc.spdz.share.Shares;

/**
 * Masked tables of public functions (KORSVV17, Protocol 2): from a mask s of random bits, {@link
 * Demux} makes the unary vector of s in packed elements. BitDec takes these apart: the elements are
 * opened under further random bits r, so that bit j of the vector is the public c_j plus r_j.
 * {@link MaskedEntries} maps the bits to the entries.
 *
 * <p>Malicious security with abort: all openings are checked before anything that depends on them
 * is put. Cost of a table from ℓ to m bits: {@link Demux#products} triples, ℓ + 2^ℓ bits, two
 * elements opened for each triple and 2^ℓ bits.
 */
class TableMaker {
  /** Maximum number of longs that are put at once, unless one item is more. */
  private static final int MOST_LONGS = 1 << 16;

  private final Session session;
  private final Field field;
  private final long[] key;
  private final Triples triples;
  private final RandomBits randomBits;
  private final GlobalMacCheck check;
  private final Demux demux;

  /**
   * Creates the maker.
   *
   * @param key this party's share of α; not copied, not changed
   * @param demux opens by the same check
   */
  TableMaker(
      Session session,
      Field field,
      long[] key,
      Triples triples,
      RandomBits randomBits,
      GlobalMacCheck check,
      Demux demux) {
    this.session = session;
    this.field = field;
    this.key = key;
    this.triples = triples;
    this.randomBits = randomBits;
    this.check = check;
    this.demux = demux;
  }

  /** Creates the maker, and the part that opens products. */
  static TableMaker of(
      Session session,
      Field field,
      long[] key,
      Triples triples,
      RandomBits randomBits,
      GlobalMacCheck check,
      Opening opening) {
    ShareArithmetic arithmetic = new ShareArithmetic(field, session.party(), key);
    Demux demux = new Demux(field, arithmetic, opening);
    return new TableMaker(session, field, key, triples, randomBits, check, demux);
  }

  /** Returns the number of tables that take about a batch of triples, at least one. */
  static int most(LookupKind kind, int batch) {
    return Math.max(1, batch / Math.max(1, Demux.products(kind.inputBits())));
  }

  /**
   * Makes tables and puts them; all of them are checked.
   *
   * @param n number of tables
   * @param turn awaited before the first check
   */
  void make(LookupKind kind, LookupTable table, int n, Sequencer.Turn turn, MaterialSink sink)
      throws MpcException {
    int rows = kind.inputBits() + kind.entries();
    int products = Math.multiplyExact(n, Demux.products(kind.inputBits()));
    try (RandomBits.Under given = randomBits.give(Math.multiplyExact(n, rows));
        Batch factors = factors(products, turn)) {
      turn.await();
      try (Batch bits = given.prove()) {
        long[] c = decompose(kind, factors, bits, n);
        // What was opened is right, and equal at all parties, or nothing is put.
        check.check();
        put(kind, table, bits, c, n, sink);
      }
    }
  }

  private Batch factors(int n, Sequencer.Turn turn) throws MpcException {
    int grain = triples.grain();
    return n == 0 ? new Batch(field, 3, 0) : triples.make((n - 1) / grain * grain + grain, turn);
  }

  /** Computes the unary vectors and opens them, masked; not checked. */
  private long[] decompose(LookupKind kind, Batch factors, Batch bits, int n) throws MpcException {
    int inputBits = kind.inputBits();
    Shares s = bits.shares(0, 0, inputBits * n);
    Shares unary = null;
    try {
      unary = demux.unary(s, inputBits, n, factors);
      return open(unary, bits, inputBits, n, coefficients(kind));
    } finally {
      s.wipe();
      if (unary != null) {
        unary.wipe();
      }
    }
  }

  /** Returns the span of an element of the unary vector. */
  private Span coefficients(LookupKind kind) {
    return Span.powers(field, Math.min(kind.entries(), Demux.COEFFICIENTS));
  }

  /**
   * Opens elements masked by bits, uniformly in their span (BitDec). Shares of products are any
   * elements of the field, so they are projected first: no bit of them is sent without a mask.
   *
   * @param r the row of the first mask among the bits
   * @return the coordinates of the sums, c_j for each coefficient; public
   */
  private long[] open(Shares unary, Batch bits, int r, int n, Span span) throws MpcException {
    int count = unary.count();
    int dimension = span.dimension();
    long[] coordinates = new long[count];
    long[] macs = unary.macs().clone();
    PackedOpening opening = new PackedOpening(session, span, check, key, OpeningMode.ALL);
    try {
      span.coordinates(unary.values(), 0, coordinates, 0, count);
      for (int first = 0; first < count; first += n) {
        mask(bits, r, dimension, coordinates, macs, first, n);
        r += dimension;
      }
      opening.begin(count);
      opening.put(0, coordinates, 0, count);
      opening.exchange();
      opening.note(0, macs, 0, count);
      for (int i = 0; i < count; i++) {
        coordinates[i] = opening.opened(i);
      }
      return coordinates;
    } finally {
      Secrets.wipe(macs);
      opening.wipe();
    }
  }

  /** Adds Σ X^i r_i to a row of elements. */
  private void mask(
      Batch bits, int r, int dimension, long[] coordinates, long[] macs, int first, int n) {
    int limbs = field.limbs();
    int stride = n * limbs;
    long[] rows = new long[field.bits() * stride];
    long[] sums = new long[stride];
    System.arraycopy(bits.macs, r * stride, rows, 0, dimension * stride);
    field.composeRows(rows, 0, stride, sums, 0, n);
    field.add(macs, first * limbs, sums, 0, macs, first * limbs, n);
    for (int i = 0; i < dimension; i++) {
      for (int table = 0; table < n; table++) {
        coordinates[first + table] ^= bit(bits, r + i, table, n) << i;
      }
    }
    Secrets.wipe(rows);
    Secrets.wipe(sums);
  }

  /** Returns this party's share of a bit as a bit. */
  private long bit(Batch bits, int row, int table, int n) {
    return bits.values[(row * n + table) * field.limbs()] & 1;
  }

  /** Computes the items from checked values, and puts them. */
  private void put(
      LookupKind kind, LookupTable table, Batch bits, long[] c, int n, MaterialSink sink)
      throws MpcException {
    int longs = kind.kind().longsPerItem();
    int most = Math.min(n, Math.max(1, MOST_LONGS / longs));
    long[] items = new long[Math.multiplyExact(most, longs)];
    MaskedEntries entries = new MaskedEntries(kind, table);
    try {
      for (int done = 0; done < n; done += most) {
        int now = Math.min(most, n - done);
        for (int i = 0; i < now; i++) {
          writeMask(kind, bits, done + i, n, items, i * longs);
          setUnary(kind, bits, c, done + i, n, entries);
          entries.write(items, i * longs);
        }
        sink.put(kind.kind(), items, 0, now);
      }
    } finally {
      entries.wipe();
      Secrets.wipe(items);
    }
  }

  /** Writes the part of s, whose MAC is Σ B_i m_i. */
  private void writeMask(LookupKind kind, Batch bits, int table, int n, long[] items, int at) {
    long[] mac = new long[field.limbs()];
    long coordinates = 0;
    Span span = kind.indices();
    for (int i = 0; i < kind.inputBits(); i++) {
      coordinates |= bit(bits, i, table, n) << i;
      field.addScaled(span.basis(i), 0, bits.macs, (i * n + table) * field.limbs(), mac, 0, 1);
    }
    kind.write(coordinates, mac, 0, items, at);
    Secrets.wipe(mac);
  }

  /** Sets the parts of the unary vector of a table: bit j is c_j + r_j, for public c_j. */
  private void setUnary(
      LookupKind kind, Batch bits, long[] c, int table, int n, MaskedEntries entries) {
    int limbs = field.limbs();
    boolean first = session.party() == 0;
    int dimension = coefficients(kind).dimension();
    long[] mac = new long[limbs];
    for (int j = 0; j < kind.entries(); j++) {
      int row = kind.inputBits() + j;
      int from = (row * n + table) * limbs;
      long opened = c[j / dimension * n + table] >>> (j % dimension) & 1;
      for (int limb = 0; limb < limbs; limb++) {
        mac[limb] = bits.macs[from + limb] ^ (key[limb] & -opened);
      }
      entries.set(j, bit(bits, row, table, n) ^ (first ? opened : 0), mac, 0);
    }
    Secrets.wipe(mac);
  }
}

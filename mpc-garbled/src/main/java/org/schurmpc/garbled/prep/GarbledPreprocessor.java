package org.schurmpc.garbled.prep;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.PublicValue;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.session.Session;
import org.schurmpc.garbled.material.GarbledLevel;
import org.schurmpc.garbled.material.Material;
import org.schurmpc.tinyot.prep.BlockStock;
import org.schurmpc.tinyot.prep.OtPreprocessing;
import org.schurmpc.tinyot.prep.Projection;

/**
 * The real preprocessing of authenticated garbling at one party: TinyOT's bits and triples with
 * MACs of 128 bits, of which those of the garbler's bits are projected to their width. Malicious
 * security with abort; all material has passed TinyOT's checks before it is put into the sink.
 *
 * <p>After any exception the preprocessor and the session are unusable. After a failed check so is
 * the store, which its owner must burn.
 */
public final class GarbledPreprocessor implements Preprocessor {
  /** Number of items that are converted at once. */
  private static final int PORTION = 256;

  private final int party;
  private final GarbledLevel level;
  private final Material material;
  private final BlockStock stock;
  private final org.schurmpc.tinyot.material.Material bits;
  private final PartWidths widths;
  private final long[] storeKeys;
  private long[] converted = new long[0];
  private long[] taken = new long[0];
  private boolean keysGiven;
  private boolean closed;

  private GarbledPreprocessor(Session session, GarbledLevel level, BlockStock stock)
      throws MpcException {
    this.party = session.party();
    this.level = level;
    this.material = level.material();
    this.stock = stock;
    this.bits = stock.material();
    boolean projects = level.macWords() < Material.WIDE_WORDS;
    Optional<Projection> tossed = projects ? Optional.of(stock.tossProjection()) : Optional.empty();
    this.widths = new PartWidths(level, party, tossed);
    long[] delta = stock.delta();
    this.storeKeys =
        projects && party != level.garbler() ? tossed.get().apply(delta) : delta.clone();
    Secrets.wipe(delta);
    GarbledLevel.requireNotZero(storeKeys);
  }

  /**
   * Sets up TinyOT's preprocessing, and the projection.
   *
   * @param session stays open when the preprocessor is closed
   * @param setting with MACs of two words
   * @param kernels makes kernels for one thread
   * @throws org.schurmpc.core.abort.Disagreement if the peer's setting differs
   */
  public static GarbledPreprocessor begin(
      Session session, GarbledLevel level, OtPreprocessing setting, Supplier<Kernels> kernels)
      throws MpcException {
    if (setting.macWords() != Material.WIDE_WORDS || setting.sigma() != level.sigma()) {
      throw new IllegalArgumentException("labels are MACs of two words, of the level's sigma");
    }
    TreeMap<String, byte[]> digests = new TreeMap<>();
    digests.put(
        "the party that garbles",
        new FieldHash("preprocessing of a garbling").add(level.garbler()).digest());
    PublicValue.requireEqual(session, digests);
    BlockStock stock = BlockStock.begin(session, setting, kernels);
    GarbledPreprocessor made = null;
    try {
      made = new GarbledPreprocessor(session, level, stock);
    } finally {
      if (made == null) {
        stock.close();
      }
    }
    return made;
  }

  @Override
  public String storeId() {
    return OWN_STORE;
  }

  @Override
  public String description() {
    return origin().text();
  }

  @Override
  public Origin origin() {
    return stock.origin();
  }

  @Override
  public void prepare(Demand demand, MaterialSink sink) throws MpcException {
    if (closed) {
      throw new IllegalStateException("the preprocessing failed before or is closed");
    }
    Map<MaterialKind, Long> quotas = demand.quotas();
    requireKnown(quotas);
    boolean done = false;
    try {
      if (!keysGiven) {
        sink.keys(demand.protocol(), storeKeys);
        keysGiven = true;
      }
      long triples = quotas.getOrDefault(material.andTriples(), 0L);
      long random = quotas.getOrDefault(material.randomBits(), 0L);
      long first = quotas.getOrDefault(material.inputMask(0), 0L);
      long second = quotas.getOrDefault(material.inputMask(1), 0L);
      stock.expect(
          Map.of(
              bits.andTriples(), triples,
              bits.randomBits(), random,
              bits.inputMask(0), first,
              bits.inputMask(1), second));
      inputMasks(0, first, sink);
      inputMasks(1, second, sink);
      randomBits(random, sink);
      triples(triples, sink);
      done = true;
    } finally {
      if (!done) {
        close();
      }
    }
  }

  private void requireKnown(Map<MaterialKind, Long> quotas) {
    for (MaterialKind kind : quotas.keySet()) {
      if (!kind.equals(material.andTriples())
          && !kind.equals(material.randomBits())
          && !kind.equals(material.inputMask(0))
          && !kind.equals(material.inputMask(1))) {
        throw new IllegalArgumentException("garbling has no material '" + kind.name() + "'");
      }
    }
  }

  private interface Portion {
    void make(int items) throws MpcException;
  }

  private void inPortions(MaterialKind kind, long items, MaterialSink sink, Portion portion)
      throws MpcException {
    if (items > 0 && converted.length < PORTION * kind.longsPerItem()) {
      Secrets.wipe(converted);
      converted = new long[PORTION * kind.longsPerItem()];
    }
    for (long done = 0; done < items; ) {
      int now = (int) Math.min(PORTION, items - done);
      portion.make(now);
      sink.put(kind, converted, 0, now);
      done += now;
    }
  }

  /** Makes room for items in the layout of TinyOT's random bits. */
  private int taken() {
    int stride = bits.randomBits().longsPerItem();
    if (taken.length == 0) {
      taken = new long[PORTION * stride];
    }
    return stride;
  }

  private void inputMasks(int owner, long items, MaterialSink sink) throws MpcException {
    MaterialKind kind = material.inputMask(owner);
    int planes =
        org.schurmpc.tinyot.material.Material.BIT_PLANES + (owner == party ? 0 : Material.WIDE);
    inPortions(
        kind,
        items,
        sink,
        now -> {
          int stride = taken();
          stock.inputMasks(owner, taken, 0, now);
          copyBits(taken, 0, stride, 0, kind.longsPerItem(), now);
          widths.convertMasks(
              owner == level.garbler(),
              taken,
              planes,
              stride,
              converted,
              Material.BIT_PLANES,
              kind.longsPerItem(),
              now);
        });
  }

  private void randomBits(long items, MaterialSink sink) throws MpcException {
    MaterialKind kind = material.randomBits();
    inPortions(
        kind,
        items,
        sink,
        now -> {
          int stride = taken();
          stock.randomBits(taken, 0, now);
          copyBits(taken, 0, stride, 0, kind.longsPerItem(), now);
          widths.convert(
              taken,
              org.schurmpc.tinyot.material.Material.BIT_PLANES,
              stride,
              converted,
              Material.BIT_PLANES,
              kind.longsPerItem(),
              now);
        });
  }

  private void triples(long items, MaterialSink sink) throws MpcException {
    inPortions(material.andTriples(), items, sink, this::triples);
  }

  private void triples(int items) throws MpcException {
    int stride = bits.andTriples().longsPerItem();
    int longs = material.andTriples().longsPerItem();
    Leases leased = stock.triples(items);
    for (int item = 0; item < items; ) {
      int run = Math.min(leased.run(item), items - item);
      long[] from = leased.data(item);
      int at = leased.offset(item);
      for (int part = Material.X; part <= Material.Z; part++) {
        int word = org.schurmpc.tinyot.material.Material.tripleBits(part);
        int to = item * longs;
        copyBits(from, at + word, stride, to + Material.tripleBits(part), longs, run);
        widths.convert(
            from,
            at + bits.tripleMacs(part),
            stride,
            converted,
            to + material.tripleWide(part),
            longs,
            run);
      }
      item += run;
    }
    leased.release();
  }

  private void copyBits(long[] src, int from, int stride, int to, int dstStride, int count) {
    for (int i = 0; i < count; i++) {
      converted[to + i * dstStride] = src[from + i * stride];
    }
  }

  /** Wipes and closes the further connections; the session stays open. */
  @Override
  public void close() {
    closed = true;
    stock.close();
    widths.wipe();
    Secrets.wipe(converted);
    Secrets.wipe(taken);
    Secrets.wipe(storeKeys);
  }
}

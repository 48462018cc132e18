package org.schurmpc.tinytable.prep;

import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.PublicValue;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.session.Session;
import org.schurmpc.tinyot.prep.BitBlocks;
import org.schurmpc.tinyot.prep.BlockProducts;
import org.schurmpc.tinyot.prep.BlockStock;
import org.schurmpc.tinyot.prep.PlaneProjection;
import org.schurmpc.tinyot.prep.Projection;
import org.schurmpc.tinytable.material.Material;
import org.schurmpc.tinytable.material.Scheme;

/**
 * TinyTable's real preprocessing at one party (DNNR17, section 4): tables as sums of authenticated
 * bits and of products of them, both from TinyOT. Malicious security with abort; the security in
 * bits is that of the setting and the MACs.
 *
 * <p>An AND table takes one triple; the {@link TableMethod} determines the number for a table of n
 * input bits. All gates are multiplied in parallel: the number of rounds grows only with the size
 * of the material, not with the depth of the circuit. Every batch of tables is put into the sink
 * after the MACs of everything opened for the batch have been compared. Tables that are words of a
 * code have the authenticated bits of their entries as data, which is proven before they are put
 * into the sink.
 *
 * <p>After any exception the preprocessor and the session are unusable. After a failed check so is
 * the store, which its owner must burn.
 */
public final class TinyTablePreprocessor implements Preprocessor {
  /** Number of blocks of 64 products between checks. */
  private static final int BATCH = 1 << 12;

  private final Session session;
  private final Scheme scheme;
  private final TablePreprocessing setting;
  private final int batch;
  private final BlockStock stock;
  private final PrepContext context;
  private final PlaneProjection projection;

  /** Words for codewords; null for other schemes. */
  private final TableWords words;

  private final long[] storeKeys;
  private boolean keysGiven;
  private boolean closed;

  private TinyTablePreprocessor(
      Session session,
      Scheme scheme,
      LaneLayout layout,
      TablePreprocessing setting,
      int batch,
      BlockStock stock,
      Supplier<Kernels> kernels)
      throws MpcException {
    this.session = session;
    this.batch = batch;
    this.scheme = scheme;
    this.setting = setting;
    this.stock = stock;
    // Operations that can fail come first, before there are copies of Δ that would not be wiped.
    Optional<Projection> tossed =
        stock.material().macWords() == 1 ? Optional.empty() : Optional.of(stock.tossProjection());
    this.projection = tossed.map(PlaneProjection::new).orElse(null);
    Kernels own = kernels.get();
    this.words =
        scheme.code().isPresent()
            ? TableWords.begin(session, stock, setting.words(scheme.code().get()), own)
            : null;
    long[] delta = stock.delta();
    this.storeKeys = new long[scheme.keyLongs()];
    if (scheme.isActive()) {
      storeKeys[0] = tossed.isPresent() ? tossed.get().apply(delta)[0] : delta[0];
    }
    if (words != null) {
      words.alpha(storeKeys, Scheme.VECTOR_KEY);
    }
    BitBlocks blocks = new BitBlocks(session.party(), delta, own);
    Secrets.wipe(delta);
    BlockProducts products = new BlockProducts(session, stock, blocks, own);
    this.context = new PrepContext(session, layout, stock, blocks, products, own);
  }

  /**
   * Sets up TinyOT's preprocessing and TinyTable's on top of it.
   *
   * @param session stays open when the preprocessor is closed
   * @param layout layout of the lanes of the circuits
   * @param kernels makes kernels for one thread
   * @throws org.schurmpc.core.abort.Disagreement if the peer's setting differs
   * @throws org.schurmpc.core.abort.Refused if the code is too short; before anything is sent
   */
  public static TinyTablePreprocessor begin(
      Session session,
      Scheme scheme,
      LaneLayout layout,
      TablePreprocessing setting,
      Supplier<Kernels> kernels)
      throws MpcException {
    return begin(session, scheme, layout, setting, BATCH, kernels);
  }

  static TinyTablePreprocessor begin(
      Session session,
      Scheme scheme,
      LaneLayout layout,
      TablePreprocessing setting,
      int batch,
      Supplier<Kernels> kernels)
      throws MpcException {
    setting.require(scheme);
    requireAgreed(session, scheme, layout, setting);
    BlockStock stock = BlockStock.begin(session, setting.tinyot(scheme), kernels);
    TinyTablePreprocessor made = null;
    try {
      made = new TinyTablePreprocessor(session, scheme, layout, setting, batch, stock, kernels);
    } finally {
      if (made == null) {
        stock.close();
      }
    }
    return made;
  }

  private static void requireAgreed(
      Session session, Scheme scheme, LaneLayout layout, TablePreprocessing setting)
      throws MpcException {
    TreeMap<String, byte[]> digests = new TreeMap<>();
    digests.put("the MACs", digest().add(scheme.name()).digest());
    digests.put("the lanes", digest().add(layout.lanes()).digest());
    digests.put("how tables are made", digest().add(setting.method().text()).digest());
    PublicValue.requireEqual(session, digests);
  }

  private static FieldHash digest() {
    return new FieldHash("preprocessing of tables");
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
    Origin triples = stock.origin();
    String text =
        "%s; tables of n bits by %s, %s triples each"
            .formatted(
                triples.text(),
                setting.method(),
                switch (setting.method()) {
                  case DEMUX -> "2^n - n - 1";
                  case PER_ENTRY -> "2^n (n - 1)";
                });
    return triples.with("table_method", setting.method().toString(), text);
  }

  /** Returns the number of triples used for tables so far. */
  public long triplesTaken() {
    return stock.triplesTaken();
  }

  @Override
  public void prepare(Demand demand, MaterialSink sink) throws MpcException {
    if (closed) {
      throw new IllegalStateException("the preprocessing failed before or is closed");
    }
    CircuitMaterial of = CircuitMaterial.of(demand, scheme, context.layout());
    DeferredSink deferred = new DeferredSink(sink);
    if (!keysGiven) {
      deferred.keys(demand.protocol(), storeKeys);
    }
    EvaluationMaker maker = null;
    boolean done = false;
    try {
      TableOutputs outputs = outputs(of, deferred);
      maker =
          new EvaluationMaker(context, of, setting.method(), batch, outputs, projection, deferred);
      maker.run();
      keysGiven = true;
      done = true;
    } finally {
      if (maker != null) {
        maker.wipe();
      }
      if (!done) {
        close();
      }
    }
  }

  private TableOutputs outputs(CircuitMaterial of, DeferredSink deferred) throws MpcException {
    Material material = of.material();
    return switch (scheme.form()) {
      case PASSIVE -> items(new PassiveForm(session.party()), material, deferred);
      case LOOKUP -> items(new LookupForm(session, context.blocks(), material), material, deferred);
      case LINEAR -> items(new LinearForm(context.blocks()), material, deferred);
      case CODEWORD -> new WordOutputs(context, words, of, batch, deferred);
    };
  }

  private TableOutputs items(TableForm form, Material material, DeferredSink deferred) {
    return new ItemOutputs(context, form, material, deferred);
  }

  /** Wipes and closes the further connections; the session stays open. */
  @Override
  public void close() {
    closed = true;
    if (words != null) {
      words.close();
    }
    stock.close();
    context.products().wipe();
    context.blocks().wipe();
    if (projection != null) {
      projection.wipe();
    }
    Secrets.wipe(storeKeys);
  }

  /**
   * Tables with the linear MAC (DNNR17, section 3). An AND table keeps the MACs and keys of the
   * three bits whose sums are its entries; an entry of a bigger table has Σ X^b M_b and Σ X^b K_b
   * over its bits, in GF(2^64).
   */
  static final class LinearForm implements TableForm {
    private final BitBlocks blocks;

    LinearForm(BitBlocks blocks) {
      this.blocks = blocks;
    }

    @Override
    public void ands(long[] data, int product, int left, int right, long[] item, int at) {
      int[] parts = {product, left, right};
      for (int part = 0; part < parts.length; part++) {
        item[at + part] = data[parts[part]];
        int macs = parts[part] + blocks.macs();
        int keys = parts[part] + blocks.keys();
        System.arraycopy(data, macs, item, at + Material.linearMacs(part), Material.BITS);
        System.arraycopy(data, keys, item, at + Material.linearKeys(part), Material.BITS);
      }
    }

    @Override
    public void table(TableEntries entries, int lane, LookupTable table, long[] item, int at) {
      for (int entry = 0; entry < table.entries(); entry++) {
        int to = at + Material.LINEAR_ENTRY * entry;
        int row = entries.row(entry, lane);
        item[to] = entries.macs()[row];
        item[to + Material.LINEAR_KEY] = entries.keys()[row];
        item[to + Material.LINEAR_SHARE] = entries.share(entry, lane);
      }
    }

    @Override
    public void wipe() {}
  }
}

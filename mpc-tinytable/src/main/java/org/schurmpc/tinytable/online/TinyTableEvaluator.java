package org.schurmpc.tinytable.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.InputBatch;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.eval.RandomBatch;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.tinytable.material.LatestMaterial;
import org.schurmpc.tinytable.material.Material;
import org.schurmpc.tinytable.material.Scheme;
import org.schurmpc.tinytable.material.TableCode;
import org.schurmpc.tinytable.material.TableParameters;
import org.schurmpc.tinytable.material.WordPlan;

/**
 * One party's online phase of TinyTable (DNNR17, Figure 5, with free XOR and without NOT): wires
 * carry masked values that both parties know, XOR is local, AND gates and bigger tables are looked
 * up and take one exchange for each layer. One more exchange compares the MACs, and another opens
 * the masks of the outputs.
 *
 * <p>Two parties, one of them actively corrupted unless the scheme is passive. Security with abort;
 * the security in bits is the width of a MAC.
 */
public final class TinyTableEvaluator implements Evaluator {
  private static final int PARTIES = 2;

  /** Parts that depend on the material; made when the circuit is known. */
  private record Parts(
      Material material,
      InputProtocol inputs,
      LayerTables tables,
      Layers layers,
      OutputProtocol outputs) {}

  private final Session session;
  private final PrepStore store;
  private final LaneLayout layout;
  private final Scheme scheme;
  private final LatestMaterial materials;
  private final Kernels kernels;
  private final long[] keys;
  private final OpenedTags tags;
  private final PackedExchange exchange;
  private final MaskedWires wires;
  private LayeredCircuit circuit;
  private Parts parts;

  /**
   * Creates an evaluator.
   *
   * @param store holds the global keys, {@link Scheme#keyLongs}, and the material
   * @param materials cache of material for these parameters
   */
  public TinyTableEvaluator(
      Session session,
      PrepStore store,
      TableParameters parameters,
      LatestMaterial materials,
      Kernels kernels) {
    this.scheme = parameters.scheme();
    this.keys = store.keys(parameters.storeName());
    if (keys.length != scheme.keyLongs()) {
      throw new IllegalStateException("global keys of " + keys.length + " words");
    }
    this.session = session;
    this.store = store;
    this.layout = parameters.layout();
    this.materials = materials;
    this.kernels = kernels;
    this.tags = new OpenedTags(session);
    this.exchange = new PackedExchange(session, tags, scheme.isActive());
    this.wires = new MaskedWires(layout);
  }

  /**
   * Requires room for the openings of a layer: tags are in one array, after those that are not
   * checked yet.
   */
  public static void requireOpenable(LayeredCircuit circuit, int d, LaneLayout layout)
      throws Refused {
    LookupBatch lookups = circuit.lookup(d);
    long opened = circuit.multiply(d).size();
    for (int i = 0; i < lookups.size(); i++) {
      opened += lookups.table(i).outputBits();
    }
    // Two words of tags for each opened bit at most, in logs that other layers share.
    long most = (Integer.MAX_VALUE - 2L * OpenedTags.MAX_PENDING_WORDS) / (2L * layout.bits(1));
    if (opened > most) {
      throw new Refused(
          "tinytable opens at most %d bits in a layer with %d lanes; this circuit has %d"
              .formatted(most, layout.lanes(), opened));
    }
  }

  @Override
  public int lanes() {
    return layout.lanes();
  }

  @Override
  public void begin(LayeredCircuit next) {
    circuit = next;
    wires.begin(next);
  }

  @Override
  public void input(InputBatch batch, BitMatrix mine) throws MpcException {
    Material material = materials.of(circuit, batch.io().contributors(PARTIES));
    if (parts == null || parts.material() != material) {
      makeParts(material);
    }
    parts.tables().begin();
    parts.inputs().input(batch, mine, wires);
  }

  private void makeParts(Material material) {
    wipeParts();
    LayerTables tables = tables(material);
    parts =
        new Parts(
            material,
            new InputProtocol(session, store, layout, material, exchange),
            tables,
            new Layers(layout, tables, exchange, tags),
            new OutputProtocol(session, store, layout, material, keys, kernels));
  }

  private LayerTables tables(Material material) {
    if (scheme.code().isPresent()) {
      TableCode code = scheme.code().get();
      return new CodewordTables(
          session,
          store,
          layout,
          material,
          WordPlan.of(circuit, layout, code),
          new OpenedWords(code, keys, tags, kernels));
    }
    return new PackedTables(
        layout,
        new AndTables(session, store, material, keys, tags, kernels),
        new BigTables(store, layout, material, keys, tags));
  }

  /**
   * Rejects random values: masks are made for a circuit, which does not determine random values.
   */
  @Override
  public void random(RandomBatch batch) {
    throw new IllegalStateException("tinytable has no random values");
  }

  @Override
  public void linear(LinearBatch batch) {
    wires.linear(batch);
  }

  @Override
  public void multiply(MulBatch batch) throws MpcException {
    throw new IllegalStateException("a layer of tables is evaluated at once");
  }

  @Override
  public void layer(MulBatch gates, LookupBatch tables) throws MpcException {
    parts.layers().evaluate(gates, tables, wires);
  }

  @Override
  public void check() throws MpcException {
    if (scheme.isActive()) {
      tags.check();
    }
  }

  @Override
  public boolean comparesTranscripts() {
    return scheme.isActive();
  }

  @Override
  public BitMatrix output(OutputBatch batch) throws MpcException {
    check();
    return parts.outputs().output(batch, wires);
  }

  private void wipeParts() {
    if (parts != null) {
      parts.tables().wipe();
      parts.layers().wipe();
      parts.outputs().wipe();
      parts = null;
    }
  }

  @Override
  public void close() {
    wipeParts();
    wires.wipe();
    tags.wipe();
  }

  /** Tables whose entries have individual MACs, or none: messages consist of shares only. */
  private static final class PackedTables implements LayerTables {
    private final LaneLayout layout;
    private final AndTables ands;
    private final BigTables lookups;

    PackedTables(LaneLayout layout, AndTables ands, BigTables lookups) {
      this.layout = layout;
      this.ands = ands;
      this.lookups = lookups;
    }

    @Override
    public void begin() {}

    @Override
    public long messageBits(MulBatch gates, LookupBatch batch) {
      return Layers.shareBits(layout, gates.size(), batch);
    }

    @Override
    public void open(AndInputs inputs, LookupBatch batch, MaskedWires wires, long[] message)
        throws MpcException {
      if (inputs.gates() > 0) {
        ands.open(inputs.instances(), inputs.left, inputs.right, message);
        layout.trim(message, 0, inputs.gates());
      }
      if (batch.size() > 0) {
        lookups.open(batch, wires, message, inputs.gates());
      }
    }

    @Override
    public void receive(AndInputs inputs, LookupBatch batch, long[] message) {
      if (inputs.gates() > 0) {
        ands.receive(inputs.instances(), message);
      }
      if (batch.size() > 0) {
        lookups.receive(batch, message, inputs.gates());
      }
    }

    @Override
    public void wipe() {
      ands.wipe();
      lookups.wipe();
    }
  }
}

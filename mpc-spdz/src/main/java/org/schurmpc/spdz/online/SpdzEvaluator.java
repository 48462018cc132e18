package org.schurmpc.spdz.online;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.deliver.Delivery;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.InputBatch;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.eval.KeptValues;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.eval.RandomBatch;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.Span;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.Shares;

/**
 * One party's evaluation of Boolean circuits by SPDZ over a field of characteristic 2 (KSS13,
 * section 5): wires are shares of 0 and 1, XOR is a sum, AND is a product. All gates of a layer are
 * multiplied in one opening.
 *
 * <p>Two or more parties, all but one of them actively corrupted. Security with abort, error 2/|F|
 * for each check.
 */
public final class SpdzEvaluator implements Evaluator {
  private final CircuitWires circuit;
  private final Wires wires;
  private final Wires.Ands ands;
  private final LeasedValues randoms;
  private final Product product;
  private final Lookups lookups;
  private final WireLookups wireLookups;
  private final KeptBits kept;

  public SpdzEvaluator(
      Session session, PrepStore store, Material material, int lanes, OpeningMode mode) {
    this.circuit = new CircuitWires(session, store, material, lanes, mode);
    this.wires = circuit.wires();
    this.ands = wires.new Ands();
    this.randoms = new LeasedValues(store, material, material.bits());
    this.product = new Product(store, material, circuit.opening());
    this.lookups =
        new Lookups(
            session,
            store,
            material.field(),
            circuit.macs(),
            store.keys(material.storeName()),
            mode);
    this.wireLookups = new WireLookups(material.field(), wires, lanes);
    this.kept = circuit.kept(store, material);
  }

  @Override
  public int lanes() {
    return circuit.lanes();
  }

  @Override
  public void begin(LayeredCircuit layered) {
    circuit.begin(layered.slotCount());
  }

  @Override
  public void input(InputBatch batch, BitMatrix mine) throws MpcException {
    circuit.input(batch, mine);
  }

  /** Copies random bits directly from the material. */
  @Override
  public void random(RandomBatch batch) throws MpcException {
    randoms.lease(Math.multiplyExact(batch.size(), lanes()));
    for (int i = 0; i < batch.size(); i++) {
      randoms.copy(i * lanes(), lanes(), 0, wires.shares(), wires.element(batch.slot(i)));
    }
    randoms.release();
  }

  @Override
  public void linear(LinearBatch batch) {
    wires.linear(batch);
  }

  @Override
  public void multiply(MulBatch batch) throws MpcException {
    ands.set(batch);
    product.multiply(ands, Math.multiplyExact(batch.size(), lanes()));
  }

  @Override
  public void lookup(LookupBatch batch) throws MpcException {
    lookups.lookUp(wireLookups.set(batch), wireLookups);
  }

  @Override
  public void check() throws MpcException {
    circuit.macs().check();
  }

  @Override
  public BitMatrix output(OutputBatch batch) throws MpcException {
    return circuit.output(batch);
  }

  @Override
  public void requireUsable(KeptValues values) throws Refused {
    kept.requireUsable(values);
  }

  @Override
  public void load(InputBatch batch, KeptInputs values) {
    kept.load(batch, values, wires, lanes());
  }

  @Override
  public KeptValues keep(OutputBatch batch, String set, int lane, byte[] id) {
    return kept.keep(batch, set, lane, wires, id);
  }

  @Override
  public KeptValues keepRandomBits(int count, byte[] id) throws MpcException {
    return kept.keepRandomBits(count, id);
  }

  @Override
  public List<Delivery> deliver(long[] numbers, List<KeptValues> values) throws MpcException {
    return kept.deliver(numbers, values);
  }

  @Override
  public void close() {
    kept.wipe();
    circuit.wipe();
    product.wipe();
    lookups.wipe();
    wireLookups.wipe();
  }

  /**
   * The lookups of a layer on wires: a part for each gate, whose lookups are the lanes. The index
   * is Σ X^i b_i of the wires b_i. Wires are bits whenever all opened elements are right: inputs
   * are proven bits, sums and products of bits are, and so are the entries of tables, whatever is
   * read. So no check is needed before.
   */
  private static final class WireLookups implements Lookups.Operands {
    private final Field field;
    private final Wires wires;
    private final int lanes;
    private final Span bit;
    private final Map<LookupTable, LookupKind> kinds = new HashMap<>();
    private final long[] bits;
    private LookupBatch batch;

    WireLookups(Field field, Wires wires, int lanes) {
      this.field = field;
      this.wires = wires;
      this.lanes = lanes;
      this.bit = Span.powers(field, 1);
      this.bits = new long[lanes];
    }

    /** Sets the layer; returns its parts. */
    List<Lookups.Part> set(LookupBatch lookups) {
      batch = lookups;
      List<Lookups.Part> parts = new ArrayList<>();
      for (int i = 0; i < lookups.size(); i++) {
        parts.add(new Lookups.Part(kind(lookups.table(i)), lanes));
      }
      return parts;
    }

    private LookupKind kind(LookupTable table) {
      return kinds.computeIfAbsent(table, each -> LookupKind.of(field, each, LookupKind.Form.BITS));
    }

    @Override
    public void indices(int gate, long[] coordinates, int at, long[] macs, int macsAt) {
      Shares shares = wires.shares();
      for (int i = 0; i < batch.table(gate).inputBits(); i++) {
        int from = shares.at(wires.element(batch.input(gate, i)));
        bit.coordinates(shares.values(), from, bits, 0, lanes);
        for (int lane = 0; lane < lanes; lane++) {
          coordinates[at + lane] |= bits[lane] << i;
        }
        field.addScaled(field.element(1L << i), 0, shares.macs(), from, macs, macsAt, lanes);
      }
    }

    @Override
    public int target(int gate, int lane, int output) {
      return wires.element(batch.output(gate, output)) + lane;
    }

    @Override
    public Shares targets(int gate) {
      return wires.shares();
    }

    /** Wipes what was computed. */
    void wipe() {
      Secrets.wipe(bits);
    }
  }
}

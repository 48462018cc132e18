package org.schurmpc.tinyot.online;

import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.deliver.Delivery;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.InputBatch;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.eval.KeptValues;
import org.schurmpc.core.eval.MovableKey;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.eval.RandomBatch;
import org.schurmpc.core.kernel.BitMacKernels;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.tinyot.material.Material;

/**
 * One party's online phase of TinyOT (NNOB12, Fig. 3): wires are [[x]], linear gates are local, AND
 * gates are {@link BeaverProduct}. Instead of a running hash, the MACs of all openings are compared
 * at the end of an interval.
 *
 * <p>Two parties, one of them actively corrupted. Security with abort; the security in bits is the
 * width of a MAC, up to the 2^-117 of the comparison.
 */
public final class TinyOtEvaluator implements Evaluator {
  private final LaneLayout layout;
  private final BitMacs macs;
  private final Wires wires;
  private final InputProtocol inputs;
  private final RandomProtocol randoms;
  private final BeaverProduct product;
  private final OutputProtocol outputs;
  private final KeptProtocol kept;

  /**
   * Creates an evaluator.
   *
   * @param protocol what the store must hold material for
   * @param store holds the global key Δ, a long for each word of a MAC, and the material
   */
  public TinyOtEvaluator(
      Session session,
      PrepStore store,
      String protocol,
      LaneLayout layout,
      Material material,
      BitMacKernels kernels) {
    long[] delta = store.keys(protocol);
    if (delta.length != material.macWords()) {
      throw new IllegalStateException("a global key of " + delta.length + " words");
    }
    this.layout = layout;
    this.macs = new BitMacs(session, layout, delta, kernels);
    this.wires = new Wires(layout, session.party(), delta, kernels);
    this.inputs = new InputProtocol(session, store, layout, material, kernels);
    this.randoms = new RandomProtocol(store, layout, material);
    this.product = new BeaverProduct(session, store, layout, material, macs, kernels);
    this.outputs = new OutputProtocol(session, layout, macs);
    TinyOtDeliveries deliveries = new TinyOtDeliveries(session, store, material, macs, kernels);
    SetMove move = new SetMove(session, store, material, delta, macs, kernels);
    this.kept = new KeptProtocol(store, layout, material, delta, wires, deliveries, move);
  }

  /** Returns the number of input masks of each party that a delivery takes. */
  public static int masksOfADelivery() {
    return TinyOtDeliveries.masks();
  }

  /** Returns the number of input masks of each party that a spare of a move takes. */
  public static int masksOfASpare() {
    return SetMove.masksOfASpare();
  }

  @Override
  public int lanes() {
    return layout.lanes();
  }

  @Override
  public void begin(LayeredCircuit circuit) {
    wires.begin(circuit.slotCount());
  }

  @Override
  public void input(InputBatch batch, BitMatrix mine) throws MpcException {
    inputs.input(batch, mine, wires);
  }

  @Override
  public void random(RandomBatch batch) throws MpcException {
    randoms.random(batch, wires);
  }

  @Override
  public void linear(LinearBatch batch) {
    wires.linear(batch);
  }

  @Override
  public void multiply(MulBatch batch) throws MpcException {
    product.multiply(batch, wires);
  }

  @Override
  public void check() throws MpcException {
    macs.check();
  }

  @Override
  public BitMatrix output(OutputBatch batch) throws MpcException {
    return outputs.output(batch, wires);
  }

  @Override
  public void requireUsable(KeptValues values) throws Refused {
    kept.requireUsable(values);
  }

  @Override
  public void load(InputBatch batch, KeptInputs values) {
    kept.load(batch, values);
  }

  @Override
  public KeptValues keep(OutputBatch batch, String set, int lane, byte[] id) {
    return kept.keep(batch, set, lane, id);
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
  public MovableKey keepKey(int spares, byte[] id) throws MpcException {
    return kept.keepKey(spares, id);
  }

  @Override
  public List<KeptValues> move(
      MovableKey from, int spare, List<KeptValues> values, List<byte[]> ids) throws MpcException {
    return kept.move(from, spare, values, ids);
  }

  @Override
  public void close() {
    kept.wipe();
    wires.wipe();
    macs.wipe();
    product.wipe();
  }
}

package org.schurmpc.spdz.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.InputBatch;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.eval.RandomBatch;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.share.GlobalMacCheck;
import org.schurmpc.spdz.share.Opening;
import org.schurmpc.spdz.share.OpeningMode;

/**
 * One party's evaluation of Boolean circuits by SPDZ over a field of characteristic 2 (KSS13,
 * section 5): wires are shares of 0 and 1, XOR is a sum, AND is a product. All gates of a layer are
 * multiplied in one opening.
 *
 * <p>Two or more parties, all but one of them actively corrupted. Security with abort, error 2/|F|
 * for each check.
 */
public final class SpdzEvaluator implements Evaluator {
  private final int lanes;
  private final GlobalMacCheck macs;
  private final Opening opening;
  private final InputMasks masks;
  private final Wires wires;
  private final Wires.Ands ands;
  private final InputProtocol inputs;
  private final LeasedValues randoms;
  private final Product product;
  private final Lookups lookups;
  private final WireLookups wireLookups;
  private final OutputProtocol outputs;

  public SpdzEvaluator(
      Session session, PrepStore store, Material material, int lanes, OpeningMode mode) {
    long[] key = store.keys(material.storeName());
    if (key.length != material.field().limbs()) {
      throw new IllegalStateException("a global key of " + key.length + " words");
    }
    this.lanes = lanes;
    this.macs = new GlobalMacCheck(session, material.field(), key, new BroadcastCheck(session));
    this.opening = new Opening(session, material.field(), macs, mode);
    this.masks = new InputMasks(store, material, session.parties());
    this.wires = new Wires(material.field(), lanes, session.party(), key);
    this.ands = wires.new Ands();
    OwnersBits bits = new OwnersBits(session, store, material, macs, opening, masks);
    this.inputs = new InputProtocol(session, lanes, macs, bits);
    this.randoms = new LeasedValues(store, material, material.bits());
    this.product = new Product(store, material, opening);
    this.lookups = new Lookups(session, store, material.field(), macs, key, mode);
    this.wireLookups = new WireLookups(material.field(), wires, lanes);
    this.outputs = new OutputProtocol(session, material, lanes, macs, opening, masks);
  }

  @Override
  public int lanes() {
    return lanes;
  }

  @Override
  public void begin(LayeredCircuit circuit) {
    wires.begin(circuit.slotCount());
  }

  @Override
  public void input(InputBatch batch, BitMatrix mine) throws MpcException {
    inputs.input(batch, mine, wires);
  }

  /** Copies random bits directly from the material. */
  @Override
  public void random(RandomBatch batch) throws MpcException {
    randoms.lease(Math.multiplyExact(batch.size(), lanes));
    for (int i = 0; i < batch.size(); i++) {
      randoms.copy(i * lanes, lanes, 0, wires.shares(), wires.element(batch.slot(i)));
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
    product.multiply(ands, Math.multiplyExact(batch.size(), lanes));
  }

  @Override
  public void lookup(LookupBatch batch) throws MpcException {
    lookups.lookUp(wireLookups.set(batch), wireLookups);
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
  public void close() {
    wires.wipe();
    macs.wipe();
    opening.wipe();
    product.wipe();
    lookups.wipe();
    masks.release();
  }
}

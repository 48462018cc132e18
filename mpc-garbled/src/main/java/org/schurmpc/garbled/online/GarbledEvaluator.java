package org.schurmpc.garbled.online;

import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.InputBatch;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.eval.RandomBatch;
import org.schurmpc.core.kernel.XorKernels;
import org.schurmpc.core.net.Link;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.garbled.material.GarbledLevel;
import org.schurmpc.garbled.material.Material;

/**
 * One party's online phase of authenticated garbling (KRRW18, with the garbler's bits under
 * encrypted MACs as in Dittmer, Ishai, Lu, Ostrovsky, CRYPTO 2022). Three messages, whatever the
 * depth:
 *
 * <ol>
 *   <li>both parties: masked inputs; shares of masked products of masks, with a proof of their
 *       MACs;
 *   <li>the garbler, after it has compared the proof: labels of the inputs, and a table for each
 *       gate; the evaluator compares its proof, evaluates, and checks each gate;
 *   <li>both parties, after all gates passed: shares of the outputs, with a proof.
 * </ol>
 *
 * <p>Gates go through {@link TableStream} in chunks, of which the first two messages travel while
 * others are computed.
 *
 * <p>If a line is given, layers that are wide for it are opened as in TinyOT, with a round for each
 * ({@link LayerPlan}, {@link OpenedLayers}).
 *
 * <p>Two parties, one of them actively corrupted. Security with abort: a false bit of the garbler
 * passes with the chance of a guess at Δ_B, 64 w bits, and a false output of the evaluator with
 * that of a guess at Δ_A, 128 bits; of 128 bits OT pins one. The tables leave after the inputs are
 * fixed, so that the hash need only be circular correlation robust. Labels are drawn afresh for
 * each evaluation.
 */
public final class GarbledEvaluator implements Evaluator {
  private final PrepStore store;
  private final LaneLayout layout;
  private final Optional<Link> line;
  private final Material material;
  private final WireMasks wires;
  private final MaskedInputs inputs;
  private final Labels labels;
  private final TableStream stream;
  private final OutputShares outputs;

  private LayeredCircuit circuit;
  private Next next = Next.BEGIN;

  private enum Next {
    BEGIN,
    /** Or the output of random bits. */
    INPUT,
    COMPUTE,
    OUTPUT
  }

  /**
   * Creates an evaluator.
   *
   * @param store holds this party's key and the material of the level
   * @param chunk number of gate-lanes of the longest chunk, about
   * @param line the line for which layers are opened; empty to garble all
   * @throws Refused if the evaluator's key is zero, with which it could not tell the garbler's bits
   */
  public GarbledEvaluator(
      Session session,
      PrepStore store,
      GarbledLevel level,
      LaneLayout layout,
      int chunk,
      Optional<Link> line,
      XorKernels kernels)
      throws Refused {
    this.store = store;
    this.layout = layout;
    this.line = line;
    this.material = level.material();
    boolean garbles = session.party() == level.garbler();
    long[] delta = store.keys(level.storeName());
    if (delta.length != level.keyWords(session.party())) {
      throw new IllegalStateException("a key of " + delta.length + " words");
    }
    GarbledLevel.requireNotZero(delta);
    this.wires = new WireMasks(layout, material, garbles, delta, kernels);
    this.inputs = new MaskedInputs(session, store, layout, material);
    this.labels = new Labels(layout.lanes(), garbles, kernels);
    this.stream =
        new TableStream(session, store, layout, material, delta, chunk, wires, inputs, labels);
    this.outputs = new OutputShares(session, layout, material, garbles, delta);
  }

  /** Returns the length of the table of a gate in one lane, in bytes. */
  public static int tableBytes(int macWords) {
    return Garbler.tableLongs(macWords) * Long.BYTES;
  }

  @Override
  public int lanes() {
    return layout.lanes();
  }

  @Override
  public void begin(LayeredCircuit of) {
    circuit = of;
    wires.begin(circuit.slotCount());
    labels.begin(circuit.slotCount());
    next = Next.INPUT;
  }

  private void require(Next wanted) {
    if (next != wanted) {
      throw new IllegalStateException("next comes " + next + ", not " + wanted);
    }
  }

  /**
   * Sets the masks of slots to random bits, with the masked value 0; before {@link #input} only.
   * The slots of inputs are set by {@link #input}.
   */
  @Override
  public void random(RandomBatch batch) throws MpcException {
    require(Next.INPUT);
    Leases bits = new Leases(store, material.randomBits());
    bits.lease(Math.toIntExact(layout.words(batch.size())));
    for (int i = 0; i < batch.size(); i++) {
      wires.setRandom(batch.slot(i), bits, i);
    }
    bits.release();
  }

  /** Masks the inputs and the first gates, and opens masked values and products: one round. */
  @Override
  public void input(InputBatch batch, BitMatrix mine) throws MpcException {
    require(Next.INPUT);
    next = Next.BEGIN; // unless it ends well
    inputs.begin(batch, mine, wires);
    stream.begin(circuit, LayerPlan.of(circuit, lanes(), tableBytes(material.macWords()), line));
    next = Next.COMPUTE;
  }

  @Override
  public void linear(LinearBatch batch) {
    throw wholeCircuits();
  }

  @Override
  public void multiply(MulBatch batch) {
    throw wholeCircuits();
  }

  private static IllegalStateException wholeCircuits() {
    return new IllegalStateException("garbling evaluates whole circuits");
  }

  /** Garbles the circuit, or evaluates it and checks all gates; opens layers as planned. */
  @Override
  public void compute(LayeredCircuit of) throws MpcException {
    require(Next.COMPUTE);
    if (of != circuit) {
      throw new IllegalArgumentException("another circuit than that of the inputs");
    }
    next = Next.BEGIN; // unless it ends well
    stream.compute();
    next = Next.OUTPUT;
  }

  /** Does nothing: each opening came with its proof, and all gates were checked. */
  @Override
  public void check() {}

  @Override
  public BitMatrix output(OutputBatch batch) throws MpcException {
    if (next != Next.INPUT) { // of random bits alone
      require(Next.OUTPUT);
    }
    next = Next.BEGIN;
    return outputs.output(batch, wires, labels);
  }

  @Override
  public void close() {
    wires.wipe();
    inputs.wipe();
    labels.wipe();
    stream.wipe();
    outputs.wipe();
  }
}

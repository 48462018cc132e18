package org.schurmpc.garbled.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.TweakedHash;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.InputBatch;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.eval.RandomBatch;
import org.schurmpc.core.kernel.XorKernels;
import org.schurmpc.core.ot.HashDomain;
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
 * <p>Two parties, one of them actively corrupted. Security with abort: a false bit of the garbler
 * passes with the chance of a guess at Δ_B, 64 w bits; a false output of the evaluator with that of
 * a guess at Δ_A, 128 bits. The tables leave after the inputs are fixed, so that the hash need only
 * be circular correlation robust. Labels are drawn afresh for each evaluation.
 */
public final class GarbledEvaluator implements Evaluator {
  private final Session session;
  private final PrepStore store;
  private final LaneLayout layout;
  private final Material material;
  private final boolean garbles;
  private final long[] delta;
  private final WireMasks wires;
  private final MaskedInputs inputs;
  private final MaskedProducts products;
  private final Labels labels;
  private final Garbler garbler;
  private final GateEvaluator gates;
  private final OutputShares outputs;

  /** The labels of masked inputs, as they are sent. */
  private long[] sent = new long[0];

  private long[] tables = new long[0];
  private byte[] message = new byte[0];
  private LayeredCircuit circuit;

  /** Whether the masks of all wires are set, so that the next step is {@link #compute}. */
  private boolean masked;

  /**
   * Creates an evaluator.
   *
   * @param store holds this party's key and the material of the level
   * @throws Refused if the evaluator's key is zero, with which it could not tell the garbler's bits
   */
  public GarbledEvaluator(
      Session session, PrepStore store, GarbledLevel level, LaneLayout layout, XorKernels kernels)
      throws Refused {
    this.session = session;
    this.store = store;
    this.layout = layout;
    this.material = level.material();
    this.garbles = session.party() == level.garbler();
    this.delta = store.keys(level.storeName());
    if (delta.length != level.keyWords(session.party())) {
      throw new IllegalStateException("a key of " + delta.length + " words");
    }
    requireNotZero(delta);
    this.wires = new WireMasks(layout, material, garbles, delta, kernels);
    this.inputs = new MaskedInputs(session, store, layout, material);
    this.products = new MaskedProducts(session, store, layout, material, garbles, delta);
    this.labels = new Labels(layout.lanes(), garbles, kernels);
    this.garbler = garbles ? new Garbler(lanes(), material, delta, products, labels) : null;
    this.gates = garbles ? null : new GateEvaluator(lanes(), material, delta, products, labels);
    this.outputs = new OutputShares(session, layout, material, garbles, delta);
  }

  /** Returns the length of the table of a gate in one lane, in bytes. */
  public static int tableBytes(int macWords) {
    return Garbler.tableLongs(macWords) * Long.BYTES;
  }

  private static void requireNotZero(long[] key) throws Refused {
    long any = 0;
    for (long word : key) {
      any |= word;
    }
    if (any == 0) {
      throw new Refused("the store's key is zero, which happens once in 2^64 stores: make another");
    }
  }

  @Override
  public int lanes() {
    return layout.lanes();
  }

  @Override
  public void begin(LayeredCircuit of) {
    circuit = of;
    masked = false;
    wires.begin(circuit.slotCount());
    labels.begin(circuit.slotCount());
  }

  /** Sets masks and masked values to those of random bits; before {@link #input} only. */
  @Override
  public void random(RandomBatch batch) throws MpcException {
    if (masked) {
      throw new IllegalStateException("the masks of all wires are set");
    }
    Leases bits = new Leases(store, material.randomBits());
    bits.lease(Math.toIntExact(layout.words(batch.size())));
    for (int i = 0; i < batch.size(); i++) {
      wires.setRandom(batch.slot(i), bits, i);
      labels.clear(batch.slot(i));
    }
    bits.release();
  }

  /** Masks the inputs and all wires, and opens masked inputs and masked products: one round. */
  @Override
  public void input(InputBatch batch, BitMatrix mine) throws MpcException {
    inputs.begin(batch, mine, wires);
    products.begin(circuit.andCount());
    for (int d = 0; d < circuit.depth(); d++) {
      wires.linear(circuit.linear(d));
      products.record(circuit.multiply(d), wires);
    }
    wires.linear(circuit.linear(circuit.depth()));
    masked = true;

    byte[] out = new byte[Math.addExact(inputs.bytes(), products.bytes())];
    byte[] in = new byte[Math.addExact(inputs.theirBytes(), products.bytes())];
    inputs.write(out);
    products.open(out, inputs.bytes());
    session.exchange(out, 0, out.length, in, 0, in.length);
    inputs.read(in);
    products.finish(in, inputs.theirBytes());
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

  /** Garbles the circuit, or evaluates it and checks all gates: one message. */
  @Override
  public void compute(LayeredCircuit of) throws MpcException {
    if (of != circuit || !masked) {
      throw new IllegalStateException("the inputs come first");
    }
    int rows = Math.multiplyExact(inputs.count(), lanes());
    int longsOfLabels = Math.multiplyExact(rows, Material.WIDE_WORDS);
    int longsOfTables =
        Math.multiplyExact(
            Math.multiplyExact(circuit.andCount(), lanes()),
            Garbler.tableLongs(material.macWords()));
    makeRoom(longsOfLabels, longsOfTables);
    int bytesOfLabels = longsOfLabels * Long.BYTES;
    int bytes = Math.addExact(bytesOfLabels, longsOfTables * Long.BYTES);
    long number = session.nextNumber("garbling");
    long domain =
        HashDomain.of(HashDomain.GATE, session.channelNumber(), material.garbler(), number);
    TweakedHash hash = new TweakedHash(session.sid(), domain);
    if (garbles) {
      drawLabels(longsOfLabels);
      garbler.writeTo(tables);
      garbler.process(circuit, hash);
      Words.toBytes(sent, 0, longsOfLabels, message, 0);
      Words.toBytes(tables, 0, longsOfTables, message, bytesOfLabels);
      session.exchange(message, 0, bytes, message, 0, 0);
    } else {
      session.exchange(message, 0, 0, message, 0, bytes);
      Words.fromBytes(message, 0, sent, 0, longsOfLabels);
      Words.fromBytes(message, bytesOfLabels, tables, 0, longsOfTables);
      takeLabels();
      gates.readFrom(tables);
      gates.process(circuit, hash);
      session.require(gates.passed(), Check.GATE, "a bit of the garbler's has a wrong MAC");
    }
    hash.wipe();
    masked = false;
  }

  private void makeRoom(int longsOfLabels, int longsOfTables) {
    if (sent.length < longsOfLabels) {
      sent = new long[longsOfLabels];
    }
    if (tables.length < longsOfTables) {
      tables = new long[longsOfTables];
    }
    int bytes = Math.multiplyExact(Math.addExact(longsOfLabels, longsOfTables), Long.BYTES);
    if (message.length < bytes) {
      message = new byte[bytes];
    }
  }

  /** Draws the labels L_0 of all inputs, and writes those of their masked values, L_Λ. */
  private void drawLabels(int longs) {
    Prg prg = Prg.seededFrom(session.random());
    prg.nextLongs(sent, 0, longs);
    prg.wipe();
    int at = 0;
    for (int wire = 0; wire < inputs.batch().size(); wire++) {
      int slot = inputs.batch().slot(wire);
      labels.clear(slot);
      for (int lane = 0; inputs.isMasked(wire) && lane < lanes(); lane++) {
        long masks = inputs.masked(wire, lane);
        int to = labels.at(slot, lane);
        for (int v = 0; v < Material.WIDE_WORDS; v++) {
          labels.data()[to + v] = sent[at];
          sent[at++] ^= masks & delta[v];
        }
      }
    }
  }

  private void takeLabels() {
    int at = 0;
    for (int wire = 0; wire < inputs.batch().size(); wire++) {
      int slot = inputs.batch().slot(wire);
      labels.clear(slot);
      for (int lane = 0; inputs.isMasked(wire) && lane < lanes(); lane++) {
        int to = labels.at(slot, lane);
        for (int v = 0; v < Material.WIDE_WORDS; v++) {
          labels.data()[to + v] = sent[at++];
        }
        labels.data()[to + Labels.MASKED] = inputs.masked(wire, lane);
      }
    }
  }

  /** Does nothing: each opening came with its proof, and all gates were checked. */
  @Override
  public void check() {}

  @Override
  public BitMatrix output(OutputBatch batch) throws MpcException {
    return outputs.output(batch, wires, labels);
  }

  @Override
  public void close() {
    wires.wipe();
    inputs.wipe();
    products.wipe();
    labels.wipe();
    if (garbles) {
      garbler.wipe();
    } else {
      gates.wipe();
    }
    outputs.wipe();
    Secrets.wipe(sent);
    Secrets.wipe(tables);
  }
}

package org.schurmpc.garbled.online;

import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.crypto.TweakedHash;
import org.schurmpc.core.kernel.XorKernels;
import org.schurmpc.garbled.material.GarbledLevel;
import org.schurmpc.garbled.material.Material;

/**
 * Garbles, or evaluates, all gates of a circuit in one lane without a peer, with masks and tables
 * of zeros: what is to be measured, and to be used for nothing else. Each run has tweaks of its
 * own. Not thread-safe.
 */
public final class GateRun {
  private final LayeredCircuit circuit;
  private final GateBlock block;
  private final GateMasks masks;
  private final long[] tables;
  private long runs;

  private GateRun(LayeredCircuit circuit, GateBlock block, GateMasks masks, long[] tables) {
    this.circuit = circuit;
    this.block = block;
    this.masks = masks;
    this.tables = tables;
  }

  /**
   * Creates a run through layers of XORs and ANDs.
   *
   * @param garbles whether to garble, or to evaluate
   * @param width number of ANDs of a layer
   * @param gates number of ANDs, a multiple of the width
   */
  public static GateRun of(
      GarbledLevel level, boolean garbles, int width, int gates, XorKernels kernels) {
    LayeredCircuit circuit = layers(width, gates);
    Material material = level.material();
    long[] delta = {0x0123456789abcdefL, 0xfedcba9876543210L};
    BitRows[] rows = new BitRows[3];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new BitRows(material, garbles, delta);
      rows[i].begin(gates);
    }
    Labels labels = new Labels(1, garbles, kernels);
    labels.begin(circuit.slotCount());
    return new GateRun(
        circuit,
        garbles
            ? new Garbler(1, material, delta, labels)
            : new GateEvaluator(1, material, delta, labels),
        new GateMasks(rows[0], rows[1], rows[2]),
        new long[gates * Garbler.tableLongs(material.macWords())]);
  }

  private static LayeredCircuit layers(int width, int gates) {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(width);
    int[] y = builder.input(width);
    for (int done = 0; done < gates; done += width) {
      int[] z = new int[width];
      for (int i = 0; i < width; i++) {
        z[i] = builder.xor(builder.and(x[i], y[i]), y[(i + 1) % width]);
      }
      x = y;
      y = z;
    }
    builder.output(y);
    return LayeredCircuit.of(builder.build());
  }

  /** Returns the number of gates of a run. */
  public int gates() {
    return circuit.andCount();
  }

  /** Goes through all gates once. */
  public long[] run() {
    block.begin(new TweakedHash(new byte[] {1}, runs++));
    block.begin(masks, tables);
    new ChunkWalk(circuit, 0, circuit.depth()).next(circuit.andCount(), block);
    return tables;
  }
}

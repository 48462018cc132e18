package org.schurmpc.garbled.online;

import java.util.Random;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.contract.NamedKernels;
import org.schurmpc.core.crypto.TweakedHash;
import org.schurmpc.garbled.material.GarbledLevel;
import org.schurmpc.garbled.material.Material;

/**
 * Prints the time of garbling and of evaluating a gate in one lane, for layers of several widths.
 * Run it by hand, as {@code java ... GateSpeed [SIGMA]}.
 */
final class GateSpeed {
  private static final int GATES = 1 << 14;
  private static final int ROUNDS = 200;

  private GateSpeed() {}

  /** Measures one thread. */
  public static void main(String[] args) {
    int sigma = args.length > 0 ? Integer.parseInt(args[0]) : 64;
    for (int width : new int[] {1, 14, 64, 1024, GATES}) {
      measure(sigma, width);
    }
  }

  private static LayeredCircuit layers(int width) {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(width);
    int[] y = builder.input(width);
    for (int done = 0; done < GATES; done += width) {
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

  private static void measure(int sigma, int width) {
    LayeredCircuit circuit = layers(width);
    Material material = new GarbledLevel(sigma, 0).material();
    var kernels = NamedKernels.of("auto");
    long[] delta = new Random(1).longs(Material.WIDE_WORDS).toArray();
    BitRows[] rows = new BitRows[3];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new BitRows(material, true, delta);
      rows[i].begin(GATES + width);
    }
    GateMasks masks = new GateMasks(rows[0], rows[1], rows[2]);
    long[] tables = new long[(GATES + width) * Garbler.tableLongs(material.macWords())];
    Labels ofGarbler = new Labels(1, true, kernels);
    Labels ofEvaluator = new Labels(1, false, kernels);
    ofGarbler.begin(circuit.slotCount());
    ofEvaluator.begin(circuit.slotCount());
    Garbler garbler = new Garbler(1, material, delta, ofGarbler);
    GateEvaluator evaluator = new GateEvaluator(1, material, delta, ofEvaluator);
    System.out.printf(
        "sigma %d, layers of %d: %.0f ns to garble, %.0f ns to evaluate%n",
        sigma,
        width,
        nanos(garbler, circuit, masks, tables),
        nanos(evaluator, circuit, masks, tables));
  }

  private static double nanos(
      GateBlock block, LayeredCircuit circuit, GateMasks masks, long[] tables) {
    double least = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      block.begin(new TweakedHash(new byte[] {1}, round));
      block.begin(masks, tables);
      new ChunkWalk(circuit, 0, circuit.depth()).next(circuit.andCount(), block);
      least = Math.min(least, (double) (System.nanoTime() - start));
    }
    return least / circuit.andCount();
  }
}

package org.schurmpc.garbled.online;

import java.time.Duration;
import java.util.Optional;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.net.Link;

/**
 * Which layers of a circuit are garbled, and which are <em>opened</em>: evaluated on authenticated
 * values as in TinyOT, with 2 bits a gate-lane in place of a table, and a round of their own. Runs
 * of layers of one sort alternate.
 *
 * <p>A plan for a line is the one that takes the least time on it, whatever computing takes: an
 * opened layer takes one delay; a run of garbled layers takes the bytes of its tables, and two
 * delays, for openings and for tables. The openings of a first run travel with the inputs. Both
 * parties must have the same plan.
 */
public final class LayerPlan {
  private static final double OPENED_BYTES = 0.25;

  private final LayeredCircuit circuit;
  private final boolean[] opened;

  private LayerPlan(LayeredCircuit circuit, boolean[] opened) {
    this.circuit = circuit;
    this.opened = opened;
  }

  /**
   * Returns the plan for a line.
   *
   * @param line empty to garble all layers
   * @param tableBytes the length of the table of a gate in one lane
   */
  public static LayerPlan of(
      LayeredCircuit circuit, int lanes, int tableBytes, Optional<Link> line) {
    return new LayerPlan(
        circuit,
        line.map(each -> fastest(circuit, lanes, tableBytes, each))
            .orElse(new boolean[circuit.depth()]));
  }

  /** Finds the fastest plan layer by layer, for each sort of the last layer. */
  private static boolean[] fastest(LayeredCircuit circuit, int lanes, int tableBytes, Link line) {
    double delay = (double) line.delay().toNanos() / Duration.ofSeconds(1).toNanos();
    double bytesPerSecond = (double) line.bitsPerSecond() / Byte.SIZE;
    int depth = circuit.depth();
    boolean[] garbledAfterOpened = new boolean[depth];
    boolean[] openedAfterOpened = new boolean[depth];
    double ofGarbled = delay;
    double ofOpened = 0;
    for (int layer = 0; layer < depth; layer++) {
      double gateLanes = (double) circuit.multiply(layer).size() * lanes;
      double last = ofGarbled;
      garbledAfterOpened[layer] = layer > 0 && ofOpened + 2 * delay < last;
      openedAfterOpened[layer] = layer == 0 || ofOpened <= last;
      double garbled = gateLanes * (tableBytes + OPENED_BYTES) / bytesPerSecond;
      ofGarbled = (garbledAfterOpened[layer] ? ofOpened + 2 * delay : last) + garbled;
      double round = gateLanes == 0 ? 0 : delay;
      ofOpened =
          (openedAfterOpened[layer] ? ofOpened : last)
              + round
              + gateLanes * OPENED_BYTES / bytesPerSecond;
    }
    boolean[] opened = new boolean[depth];
    boolean open = ofOpened < ofGarbled;
    for (int layer = depth - 1; layer >= 0; layer--) {
      opened[layer] = open;
      open = open ? openedAfterOpened[layer] : garbledAfterOpened[layer];
    }
    return opened;
  }

  /** Whether the gates of a layer are opened. */
  boolean isOpened(int layer) {
    return opened[layer];
  }

  /** Returns the layer behind the run of layers of one sort that begins with a layer. */
  int end(int first) {
    int end = first + 1;
    while (end < opened.length && opened[end] == opened[first]) {
      end++;
    }
    return end;
  }

  /** Returns the number of gates of the layers from {@code first} on, below {@code end}. */
  int gates(int first, int end) {
    int gates = 0;
    for (int layer = first; layer < end; layer++) {
      gates += circuit.multiply(layer).size();
    }
    return gates;
  }

  /** Returns the number of layers that are opened. */
  public int openedLayers() {
    int count = 0;
    for (boolean each : opened) {
      count += each ? 1 : 0;
    }
    return count;
  }

  /** Returns the number of items of triples that an evaluation takes. */
  public long triples(LaneLayout layout) {
    long items = 0;
    for (int first = 0; first < opened.length; first = end(first)) {
      int end = end(first);
      if (!opened[first]) {
        items += layout.words(gates(first, end));
      }
      for (int layer = first; opened[first] && layer < end; layer++) {
        items += layout.words(circuit.multiply(layer).size());
      }
    }
    return items;
  }

  /** Returns the number of items of random bits for the outputs of garbled gates. */
  public long masks(LaneLayout layout) {
    long items = 0;
    for (int first = 0; first < opened.length; first = end(first)) {
      items += opened[first] ? 0 : layout.words(gates(first, end(first)));
    }
    return items;
  }
}

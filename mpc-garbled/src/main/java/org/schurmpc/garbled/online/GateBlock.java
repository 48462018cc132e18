package org.schurmpc.garbled.online;

import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.TweakedHash;
import org.schurmpc.garbled.material.Material;

/**
 * Goes through a circuit with labels, and gathers the labels of gates that are independent of each
 * other for one call of the hash: 1 to {@value #MOST} gate-lanes. Gate-lane number {@code g} has
 * the four counters 4 g + 2 side + part, with side 0 for the left input α and 1 for the right input
 * β; part 0 is for labels and part 1 for MACs. All labels of one input of one gate-lane are hashed
 * under the same two counters, and nothing else is.
 */
abstract class GateBlock implements ChunkWalk.Steps {
  /** Maximum number of gate-lanes of a block: half a strip of the hash. */
  static final int MOST = TweakedHash.STRIP / 8;

  /** Number of longs of both inputs' labels, or hashes, of a gate-lane. */
  static final int PAIR = 2 * Material.WIDE_WORDS;

  private final int lanes;
  final Labels labels;

  /** Places of the inputs' and the output's labels. */
  final int[] left = new int[MOST];

  final int[] right = new int[MOST];
  final int[] out = new int[MOST];

  GateMasks masks;
  long[] tables = new long[0];
  private TweakedHash hash;
  private long number;
  private int row;
  private int size;

  GateBlock(int lanes, Labels labels) {
    this.lanes = lanes;
    this.labels = labels;
  }

  /**
   * Begins an evaluation.
   *
   * @param tweaks the hash of this evaluation, whose counters begin at 0
   */
  void begin(TweakedHash tweaks) {
    hash = tweaks;
    number = 0;
  }

  /**
   * Begins the next chunk.
   *
   * @param ofChunk the masks of its gates, from row 0 on
   * @param ofGates where the tables of its gates go, or are
   */
  void begin(GateMasks ofChunk, long[] ofGates) {
    masks = ofChunk;
    tables = ofGates;
    row = 0;
  }

  @Override
  public final void linear(LinearBatch batch) {
    labels.linear(batch);
  }

  @Override
  public final void gates(MulBatch batch, int from, int to) {
    for (int gate = from; gate < to; gate++) {
      for (int lane = 0; lane < lanes; lane++) {
        left[size] = labels.at(batch.left(gate), lane);
        right[size] = labels.at(batch.right(gate), lane);
        out[size] = labels.at(batch.out(gate), lane);
        if (++size == MOST) {
          flush();
        }
      }
    }
    flush();
  }

  private void flush() {
    if (size > 0) {
      compute(number, row, size);
      number += size;
      row += size;
      size = 0;
    }
  }

  /**
   * Computes the gate-lanes of the block, which are independent of each other.
   *
   * @param number of the first gate-lane in the evaluation
   * @param row of the first gate-lane in the chunk
   * @param count of gate-lanes
   */
  abstract void compute(long number, int row, int count);

  /** Gathers the labels of both inputs of each gate-lane. */
  final void gatherLabels(long[] to, int count) {
    long[] rows = labels.data();
    for (int i = 0; i < count; i++) {
      for (int v = 0; v < Material.WIDE_WORDS; v++) {
        to[PAIR * i + v] = rows[left[i] + v];
        to[PAIR * i + Material.WIDE_WORDS + v] = rows[right[i] + v];
      }
    }
  }

  /** Hashes the labels of both inputs of each gate-lane, for labels and for MACs. */
  final void hash(long[] inputs, long number, int count, long[] ofLabels, long[] ofMacs) {
    hash.hashPair(inputs, 0, 4 * number, 2 * count, ofLabels, 0, ofMacs, 0);
  }

  void wipe() {
    if (hash != null) {
      hash.wipe();
    }
    Secrets.wipe(tables);
  }

  static void wipe(long[]... scratch) {
    for (long[] each : scratch) {
      Secrets.wipe(each);
    }
  }
}

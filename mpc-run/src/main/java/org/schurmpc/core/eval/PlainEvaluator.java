package org.schurmpc.core.eval;

import java.security.SecureRandom;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.circuit.MulBatch;

/**
 * Evaluates in the clear, in one process, by the same batches as the protocols: the reference for
 * protocols in tests. No security of any kind.
 */
public final class PlainEvaluator implements Evaluator {
  private final int lanes;
  private BitMatrix wires = new BitMatrix(0, 0);

  /**
   * Creates an evaluator.
   *
   * @param lanes the number of parallel instances, at least one
   */
  public PlainEvaluator(int lanes) {
    if (lanes < 1) {
      throw new IllegalArgumentException(lanes + " lanes");
    }
    this.lanes = lanes;
  }

  @Override
  public int lanes() {
    return lanes;
  }

  @Override
  public void begin(LayeredCircuit circuit) {
    wires = new BitMatrix(circuit.slotCount(), lanes);
  }

  /** Takes every row unchanged, because there are no other parties. */
  @Override
  public void input(InputBatch batch, BitMatrix mine) {
    for (int i = 0; i < batch.size(); i++) {
      wires.copyRow(batch.slot(i), mine, i);
    }
  }

  @Override
  public void random(RandomBatch batch) {
    SecureRandom random = new SecureRandom();
    for (int i = 0; i < batch.size(); i++) {
      int start = wires.offset(batch.slot(i));
      for (int w = 0; w < wires.wordsPerRow(); w++) {
        wires.words()[start + w] = random.nextLong();
      }
      wires.trimRow(batch.slot(i));
    }
  }

  @Override
  public void linear(LinearBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      int out = batch.out(i);
      switch (batch.op(i)) {
        case LinearBatch.XOR -> xor(batch.left(i), batch.right(i), out);
        case LinearBatch.NOT -> not(batch.left(i), out);
        case LinearBatch.COPY -> wires.copyRow(out, wires, batch.left(i));
        case LinearBatch.ZERO -> wires.fillRow(out, false);
        case LinearBatch.ONE -> wires.fillRow(out, true);
        default -> throw new IllegalStateException("operation " + batch.op(i));
      }
    }
  }

  private void xor(int left, int right, int out) {
    long[] w = wires.words();
    int a = wires.offset(left);
    int b = wires.offset(right);
    int c = wires.offset(out);
    for (int i = 0; i < wires.wordsPerRow(); i++) {
      w[c + i] = w[a + i] ^ w[b + i];
    }
  }

  private void not(int in, int out) {
    long[] w = wires.words();
    int a = wires.offset(in);
    int c = wires.offset(out);
    for (int i = 0; i < wires.wordsPerRow(); i++) {
      w[c + i] = ~w[a + i];
    }
    wires.trimRow(out);
  }

  @Override
  public void multiply(MulBatch batch) {
    long[] w = wires.words();
    for (int i = 0; i < batch.size(); i++) {
      int a = wires.offset(batch.left(i));
      int b = wires.offset(batch.right(i));
      int c = wires.offset(batch.out(i));
      for (int j = 0; j < wires.wordsPerRow(); j++) {
        w[c + j] = w[a + j] & w[b + j];
      }
    }
  }

  @Override
  public void lookup(LookupBatch batch) {
    int[] in = new int[LookupTable.MAX_BITS];
    int[] out = new int[LookupTable.MAX_BITS];
    for (int i = 0; i < batch.size(); i++) {
      LookupTable table = batch.table(i);
      for (int bit = 0; bit < table.inputBits(); bit++) {
        in[bit] = wires.offset(batch.input(i, bit));
      }
      for (int bit = 0; bit < table.outputBits(); bit++) {
        out[bit] = wires.offset(batch.output(i, bit));
      }
      table.apply(wires.words(), in, out, wires.wordsPerRow());
      for (int bit = 0; bit < table.outputBits(); bit++) {
        wires.trimRow(batch.output(i, bit));
      }
    }
  }

  @Override
  public void check() {}

  /** Returns every row, independent of its target. */
  @Override
  public BitMatrix output(OutputBatch batch) {
    BitMatrix result = new BitMatrix(batch.size(), lanes);
    for (int i = 0; i < batch.size(); i++) {
      result.copyRow(i, wires, batch.slot(i));
    }
    return result;
  }

  @Override
  public void close() {
    wires = new BitMatrix(0, 0);
  }
}

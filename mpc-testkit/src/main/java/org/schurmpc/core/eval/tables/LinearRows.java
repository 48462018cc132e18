package org.schurmpc.core.eval.tables;

import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LinearBatch;

/** Linear operations on rows of bits, one row a slot. */
final class LinearRows {
  private LinearRows() {}

  /** What becomes of masked values: with e = b ^ r and r unchanged by NOT, all as in the clear. */
  static void onMaskedValues(LinearBatch batch, BitMatrix rows) {
    for (int i = 0; i < batch.size(); i++) {
      int out = batch.out(i);
      linearPart(batch, i, rows);
      if (batch.op(i) == LinearBatch.NOT || batch.op(i) == LinearBatch.ONE) {
        for (int w = rows.offset(out); w < rows.offset(out) + rows.wordsPerRow(); w++) {
          rows.words()[w] = ~rows.words()[w];
        }
        rows.trimRow(out);
      }
    }
  }

  /** What becomes of masks and shares of them: constants have none, NOT keeps them. */
  static void onMasks(LinearBatch batch, BitMatrix rows) {
    for (int i = 0; i < batch.size(); i++) {
      linearPart(batch, i, rows);
    }
  }

  private static void linearPart(LinearBatch batch, int i, BitMatrix rows) {
    int out = batch.out(i);
    switch (batch.op(i)) {
      case LinearBatch.XOR -> {
        long[] words = rows.words();
        int a = rows.offset(batch.left(i));
        int b = rows.offset(batch.right(i));
        int c = rows.offset(out);
        for (int w = 0; w < rows.wordsPerRow(); w++) {
          words[c + w] = words[a + w] ^ words[b + w];
        }
      }
      case LinearBatch.NOT, LinearBatch.COPY -> rows.copyRow(out, rows, batch.left(i));
      case LinearBatch.ZERO, LinearBatch.ONE -> rows.fillRow(out, false);
      default -> throw new IllegalStateException("operation " + batch.op(i));
    }
  }
}

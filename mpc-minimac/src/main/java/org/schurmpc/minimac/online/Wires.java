package org.schurmpc.minimac.online;

import java.util.Arrays;
import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.kernel.XorKernels;
import org.schurmpc.minimac.material.AuthWord;

/** The representations in the slots of a circuit, and the linear gates on them. */
final class Wires {
  private final int longs;
  private final PublicWords publicWords;
  private final XorKernels kernels;
  private long[] words = new long[0];

  Wires(AuthWord layout, PublicWords publicWords, XorKernels kernels) {
    this.longs = layout.longs();
    this.publicWords = publicWords;
    this.kernels = kernels;
  }

  /** Makes room for {@code slots} slots. */
  void begin(int slots) {
    int needed = Math.multiplyExact(slots, longs);
    if (words.length < needed) {
      wipe();
      words = new long[needed];
    }
  }

  /** Returns the start of a slot's representation in {@link #words()}. */
  int offset(int slot) {
    return slot * longs;
  }

  long[] words() {
    return words;
  }

  void clear(int slot) {
    Arrays.fill(words, offset(slot), offset(slot + 1), 0);
  }

  void linear(LinearBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      int out = offset(batch.out(i));
      switch (batch.op(i)) {
        case LinearBatch.XOR -> {
          int left = offset(batch.left(i));
          int right = offset(batch.right(i));
          kernels.xor(words, left, words, right, words, out, longs);
        }
        case LinearBatch.NOT -> {
          copy(batch.left(i), batch.out(i));
          publicWords.invert(words, out);
        }
        case LinearBatch.COPY -> copy(batch.left(i), batch.out(i));
        case LinearBatch.ZERO -> clear(batch.out(i));
        case LinearBatch.ONE -> {
          clear(batch.out(i));
          publicWords.invert(words, out);
        }
        default -> throw new IllegalStateException("operation " + batch.op(i));
      }
    }
  }

  private void copy(int from, int to) {
    if (from != to) {
      System.arraycopy(words, offset(from), words, offset(to), longs);
    }
  }

  void wipe() {
    Arrays.fill(words, 0);
  }
}

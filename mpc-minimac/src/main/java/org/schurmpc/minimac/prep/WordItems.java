package org.schurmpc.minimac.prep;

import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.CodewordKernels;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.word.CheckedWords;
import org.schurmpc.core.word.WordBatch;
import org.schurmpc.core.word.WordClass;
import org.schurmpc.core.word.WordRun;
import org.schurmpc.core.word.WordShape;
import org.schurmpc.minimac.material.Material;

/** Makes the items of packed bits that are not tied to triples: masks, pairs, random words. */
final class WordItems {
  /** Number of items of a batch at most. */
  private static final int BATCH = 4096;

  private static final int WORD = WordBatch.LONGS;
  private static final WordShape.Wanted UNIFORM = new WordShape.Free(WordClass.C);
  private static final WordShape.Wanted ZERO = new WordShape.Free(WordClass.ZERO_DATA);

  private final Material material;
  private final boolean star;
  private final CheckedWords words;
  private final CodewordKernels kernels;

  WordItems(Material material, boolean star, CheckedWords words, CodewordKernels kernels) {
    this.material = material;
    this.star = star;
    this.words = words;
    this.kernels = kernels;
  }

  /** Whether these are items of this class. */
  boolean makes(MaterialKind kind) {
    return isInputMask(kind)
        || kind.equals(material.random())
        || kind.equals(star ? material.outputMask() : material.pair());
  }

  private boolean isInputMask(MaterialKind kind) {
    return kind.equals(material.inputMask(0)) || kind.equals(material.inputMask(1));
  }

  void make(MaterialKind kind, long count, MaterialSink sink) throws MpcException {
    for (long left = count; left > 0; ) {
      int now = (int) Math.min(left, BATCH);
      long[] items = batch(kind, now);
      try {
        sink.put(kind, items, 0, now);
      } finally {
        Secrets.wipe(items);
      }
      left -= now;
    }
  }

  private long[] batch(MaterialKind kind, int count) throws MpcException {
    if (isInputMask(kind)) {
      int owner = kind.equals(material.inputMask(0)) ? 0 : 1;
      return words.free(List.of(new WordRun(UNIFORM, count, owner)));
    }
    if (kind.equals(material.outputMask())) {
      return words.free(List.of(WordRun.both(ZERO, count)));
    }
    if (kind.equals(material.random()) && !star) {
      return words.free(List.of(WordRun.both(UNIFORM, count)));
    }
    long[] made = words.free(List.of(WordRun.both(UNIFORM, count), WordRun.both(ZERO, count)));
    kernels.xorInto(made, count * WORD, made, 0, count * WORD);
    try {
      return kind.equals(material.pair()) ? pairs(made, count) : sums(made, count);
    } finally {
      Secrets.wipe(made);
    }
  }

  /** Returns s and s + o for each pair. */
  private static long[] pairs(long[] made, int count) {
    long[] items = new long[2 * count * WORD];
    for (int i = 0; i < count; i++) {
      System.arraycopy(made, i * WORD, items, 2 * i * WORD, WORD);
      System.arraycopy(made, (count + i) * WORD, items, (2 * i + 1) * WORD, WORD);
    }
    return items;
  }

  private static long[] sums(long[] made, int count) {
    return Arrays.copyOfRange(made, count * WORD, 2 * count * WORD);
  }
}

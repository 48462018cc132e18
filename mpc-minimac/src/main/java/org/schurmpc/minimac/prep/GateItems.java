package org.schurmpc.minimac.prep;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.CodewordKernels;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.word.CheckedWords;
import org.schurmpc.core.word.WordBatch;
import org.schurmpc.core.word.WordClass;
import org.schurmpc.core.word.WordParameters;
import org.schurmpc.core.word.WordRun;
import org.schurmpc.core.word.WordShape;
import org.schurmpc.minimac.material.Material;
import org.schurmpc.tinyot.prep.BlockStock;

/**
 * Makes {@link Material#and}: the words b_i, a_i and c have the bits of TinyOT's triples as data; a
 * and b are the sums of their planes' words, over C* plus a uniform word with zero data.
 */
final class GateItems {
  /**
   * Number of triples of a batch at most: enough for buckets of 4 with 64 bits of security, if the
   * memory of a batch of triples allows for them.
   */
  private static final int BATCH_TRIPLES = 783_360;

  private static final int PLANES = Codeword.PLANES;
  private static final int WORD = WordBatch.LONGS;

  /** Number of items put into the sink at once. */
  private static final int TILE = 64;

  private final Metrics metrics;
  private final Material material;
  private final boolean star;
  private final WordParameters parameters;
  private final BlockStock stock;
  private final CheckedWords words;
  private final CodewordKernels kernels;
  private final long[] items;

  GateItems(
      Metrics metrics,
      Material material,
      boolean star,
      WordParameters parameters,
      BlockStock stock,
      CheckedWords words,
      CodewordKernels kernels) {
    this.metrics = metrics;
    this.material = material;
    this.star = star;
    this.parameters = parameters;
    this.stock = stock;
    this.words = words;
    this.kernels = kernels;
    this.items = new long[TILE * material.and().longsPerItem()];
  }

  void make(long count, MaterialSink sink) throws MpcException {
    int most = Math.max(1, BATCH_TRIPLES / (PLANES * parameters.code().k()));
    for (long left = count; left > 0; ) {
      int gates = (int) Math.min(left, most);
      batch(gates, sink);
      left -= gates;
    }
  }

  /**
   * Returns the words of a batch.
   *
   * @param star whether a and b are over C*
   */
  static List<WordRun> runs(int gates, boolean star) {
    List<WordRun> runs = new ArrayList<>();
    runs.add(WordRun.both(new WordShape.Planes(), 2 * PLANES * gates));
    runs.add(WordRun.both(new WordShape.Given(WordClass.STAR), gates));
    if (star) {
      runs.add(WordRun.both(new WordShape.Free(WordClass.ZERO_DATA), 2 * gates));
    }
    return runs;
  }

  private void batch(int gates, MaterialSink sink) throws MpcException {
    metrics.step("triples");
    GateBits bits = GateBits.take(stock, parameters, gates);
    long[] made = {};
    try {
      made = words.tied(runs(gates, star), bits);
      for (int done = 0; done < gates; done += TILE) {
        int now = Math.min(TILE, gates - done);
        for (int i = 0; i < now; i++) {
          item(made, gates, done + i, i * material.and().longsPerItem());
        }
        sink.put(material.and(), items, 0, now);
      }
    } finally {
      bits.wipe();
      Secrets.wipe(made);
    }
  }

  /** Writes an item: the parts of b, then those of a, are where they are in the batch. */
  private void item(long[] made, int gates, int gate, int to) {
    int partsOfB = PLANES * WORD * gate;
    int partsOfA = PLANES * WORD * (gates + gate);
    int c = WORD * (2 * PLANES * gates + gate);
    int zeroOfA = WORD * ((2 * PLANES + 1) * gates + 2 * gate);
    int parts = to + material.bitParts();
    System.arraycopy(made, partsOfB, items, parts, PLANES * WORD);
    System.arraycopy(made, partsOfA, items, parts + PLANES * WORD, PLANES * WORD);
    System.arraycopy(made, c, items, to + material.c(), WORD);
    sum(made, partsOfA, zeroOfA, to + material.a());
    sum(made, partsOfB, zeroOfA + WORD, to + material.b());
  }

  private void sum(long[] made, int parts, int zero, int to) {
    System.arraycopy(made, parts, items, to, WORD);
    for (int plane = 1; plane < PLANES; plane++) {
      kernels.xorInto(items, to, made, parts + plane * WORD, WORD);
    }
    if (star) {
      kernels.xorInto(items, to, made, zero, WORD);
    }
  }

  void wipe() {
    Secrets.wipe(items);
  }
}

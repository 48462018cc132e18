package org.schurmpc.core.word;

import java.util.Arrays;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.ot.CoordinateVoles;

/** Computes this party's keys of the peer's words from the peer's corrections. */
final class WordVerifier {
  private static final int CHUNK = CoordinateVoles.CHUNK;

  private final CoordinateVoles voles;
  private final ReedSolomon code;
  private final WordSlices slices;
  private final Corrections corrections;
  private long[] d = new long[0];
  private long[] w = new long[0];

  WordVerifier(CoordinateVoles voles, ReedSolomon code, Kernels kernels) {
    this.voles = voles;
    this.code = code;
    this.slices = new WordSlices(kernels);
    this.corrections = new Corrections(code, voles.trees());
  }

  /**
   * Computes the keys of a tile of words.
   *
   * @param in the peer's corrections
   * @param words receives keys, at the place of the words in their batch
   */
  void make(WordPlan.Segment segment, int done, int count, byte[] in, long[] words) {
    WordShape shape = segment.shape();
    int from = shape.wordClass().from(code);
    int stream = Corrections.streamBytes(count);
    int chunks = WordSlices.chunks(count);
    int length = CHUNK * chunks;
    int all = Codeword.POSITIONS * length;
    d = WordProver.atLeast(d, voles.trees() * length);
    w = WordProver.atLeast(w, all);
    Arrays.fill(w, 0, from * length, 0);
    Arrays.fill(w, code.n() * length, all, 0);
    int at = 0;
    for (int j = from; j < code.n(); j++) {
      for (int tree = 0; tree < voles.trees(); tree++) {
        if (corrections.corrects(shape, j, tree)) {
          Corrections.get(in, at, count, d, tree * length);
          at += stream;
        } else {
          Arrays.fill(d, tree * length, (tree + 1) * length, 0);
        }
      }
      voles.expandTheirs(j, chunks, d, 0, length, w, j * length);
    }
    int first = WordBatch.LONGS * (segment.first() + done);
    slices.toWords(w, chunks, count, words, first + WordBatch.KEY, WordBatch.LONGS);
  }

  void wipe() {
    slices.wipe();
    Secrets.wipe(d);
    Secrets.wipe(w);
  }
}

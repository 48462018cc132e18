package org.schurmpc.core.silent;

import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;

/** Makes an element of each leaf, which is used for nothing else. */
final class LeafElements {
  private static final int CHUNK = 512;

  private final Field field;
  private final NodeHash hash;
  private final int words;
  private final long[] more;
  private final long[] uniform;

  LeafElements(Field field, NodeHash hash) {
    this.field = field;
    this.hash = hash;
    this.words = field.uniformWords();
    this.uniform = new long[CHUNK * words];
    this.more = new long[further(field) == 0 ? 0 : CHUNK * NodeHash.NODE];
  }

  /** Returns the number of further hashes of a leaf that an element takes. */
  static int further(Field field) {
    int blocks = (field.uniformWords() + NodeHash.NODE - 1) / NodeHash.NODE;
    return blocks == 1 ? 0 : blocks;
  }

  /** Writes the elements of {@code n} leaves. */
  void write(long[] leaves, int n, long[] to, int toAt) {
    long[] chunk = new long[CHUNK * NodeHash.NODE];
    for (int done = 0; done < n; done += CHUNK) {
      int now = Math.min(CHUNK, n - done);
      System.arraycopy(leaves, NodeHash.NODE * done, chunk, 0, NodeHash.NODE * now);
      if (more.length == 0) {
        place(chunk, 0, now);
      }
      for (int i = 0; i < further(field); i++) {
        hash.hash(2 + i, chunk, more, now);
        place(more, NodeHash.NODE * i, now);
      }
      field.fromUniform(uniform, 0, to, toAt + done * field.limbs(), now);
    }
    Secrets.wipe(chunk);
  }

  /** Copies blocks to their place among the words of elements. */
  private void place(long[] blocks, int at, int n) {
    int length = Math.min(NodeHash.NODE, words - at);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < length; j++) {
        uniform[words * i + at + j] = blocks[NodeHash.NODE * i + j];
      }
    }
  }

  void wipe() {
    Secrets.wipe(more);
    Secrets.wipe(uniform);
  }
}

package org.schurmpc.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import scala.Tuple2;

/** Reads the rows of a worker's partition chunk by chunk; holds one chunk in memory. */
final class ChunkReader {
  private final Iterator<Tuple2<Long, InputRow>> rows;
  private final Chunks chunks;
  private Tuple2<Long, InputRow> ahead;
  private int chunk = -1;

  ChunkReader(Iterator<Tuple2<Long, InputRow>> rows, Chunks chunks) {
    this.rows = rows;
    this.chunks = chunks;
    advance();
  }

  private void advance() {
    ahead = rows.hasNext() ? rows.next() : null;
  }

  /** Returns whether there is another chunk. */
  boolean hasNext() {
    return ahead != null;
  }

  /** Returns the rows of the next chunk. */
  List<InputRow> next() {
    chunk = chunks.chunkOf(ahead._1());
    List<InputRow> read = new ArrayList<>();
    while (ahead != null && chunks.chunkOf(ahead._1()) == chunk) {
      read.add(ahead._2());
      advance();
    }
    return read;
  }

  /** Returns the number of the chunk that was read last. */
  int chunk() {
    return chunk;
  }
}

package org.schurmpc.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChunksTest {
  @Test
  void everyRowIsInOneChunkOfOneWorker() {
    Chunks chunks = new Chunks(1_000, 64, 3);
    assertEquals(16, chunks.count());
    WorkerPartitioner partitioner = new WorkerPartitioner(chunks);
    assertEquals(3, partitioner.numPartitions());
    int[] rows = new int[chunks.count()];
    for (long row = 0; row < chunks.rows(); row++) {
      rows[chunks.chunkOf(row)]++;
      assertEquals(chunks.workerOf(chunks.chunkOf(row)), partitioner.getPartition(row));
    }
    for (int chunk = 0; chunk < chunks.count(); chunk++) {
      assertEquals(rows[chunk], chunks.rowsOf(chunk));
    }
    assertEquals(40, chunks.rowsOf(15));
  }

  @Test
  void fewRowsAreOneSmallerChunk() {
    Chunks chunks = new Chunks(10, 1 << 16, 4);
    assertEquals(1, chunks.count());
    assertEquals(10, chunks.rowsAtOnce());
    assertEquals(10, chunks.rowsOf(0));
  }

  @Test
  void chunksAreSpreadEvenly() {
    Chunks chunks = new Chunks(100, 10, 4);
    Set<Integer> first = new HashSet<>();
    for (int chunk = 0; chunk < 4; chunk++) {
      first.add(chunks.workerOf(chunk));
    }
    assertEquals(4, first.size());
  }

  @Test
  void noRowsAreNoChunks() {
    assertThrows(IllegalArgumentException.class, () -> new Chunks(0, 10, 1));
    assertThrows(ArithmeticException.class, () -> new Chunks(Long.MAX_VALUE, 1, 1));
  }
}

package org.schurmpc.spark;

import org.apache.spark.Partitioner;

/** Puts each row, by its number, into the partition of the worker of its chunk. */
final class WorkerPartitioner extends Partitioner {
  private final Chunks chunks;

  WorkerPartitioner(Chunks chunks) {
    this.chunks = chunks;
  }

  @Override
  public int numPartitions() {
    return chunks.workers();
  }

  @Override
  public int getPartition(Object row) {
    return chunks.workerOf(chunks.chunkOf((Long) row));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WorkerPartitioner that && that.chunks.equals(chunks);
  }

  @Override
  public int hashCode() {
    return chunks.hashCode();
  }
}

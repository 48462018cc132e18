package org.schurmpc.spark;

import java.io.Serializable;

/**
 * What is known of the keys of a chunk. The keys themselves stay at this party. A plain class:
 * Kryo, which users may have set, cannot read records.
 */
final class ChunkKeys implements Serializable {
  final int chunk;
  final String digest;
  final Object first;
  final Object last;
  final String fault;

  /**
   * Creates a description.
   *
   * @param digest of all keys, in hexadecimal
   * @param fault why a row cannot be evaluated, without its values; null if all can
   */
  ChunkKeys(int chunk, String digest, Object first, Object last, String fault) {
    this.chunk = chunk;
    this.digest = digest;
    this.first = first;
    this.last = last;
    this.fault = fault;
  }
}

package org.schurmpc.core.bits;

/**
 * Where the instances of a circuit lie. In memory, the lanes of a wire come in chunks of up to 64.
 * In messages and material, instance t = wire * stride + lane is bit t mod 64 of word or item t /
 * 64. The stride is a power of two up to 64, or a multiple of 64, so that a chunk is never split;
 * the lanes that fill it up hold zeros and are never opened.
 */
public final class LaneLayout {
  private final int lanes;
  private final int stride;
  private final int chunkLanes;

  /**
   * @param lanes at least one
   */
  public LaneLayout(int lanes) {
    this.lanes = lanes;
    this.stride =
        lanes <= 64
            ? Integer.highestOneBit(2 * lanes - 1)
            : Math.multiplyExact(BitMatrix.wordsFor(lanes), 64);
    this.chunkLanes = Math.min(stride, 64);
  }

  public int lanes() {
    return lanes;
  }

  /**
   * Returns the lanes of an evaluation when instances are spread evenly over as few evaluations as
   * the limit allows.
   *
   * @param instances wanted in all; 0 for as many as usual
   * @param usual instances where the caller has no wish
   * @param most lanes of an evaluation
   */
  public static int evenly(int instances, int usual, int most) {
    int wanted = instances == 0 ? usual : instances;
    int evaluations = (wanted - 1) / most + 1;
    return (wanted - 1) / evaluations + 1;
  }

  /** The chunks of a wire. */
  public int chunks() {
    return stride / chunkLanes;
  }

  /** The lanes of a chunk, those that fill it up included. */
  public int chunkLanes() {
    return chunkLanes;
  }

  /** The lanes of a chunk that are in use. */
  public int usedLanes(int chunk) {
    return Math.min(chunkLanes, lanes - chunk * chunkLanes);
  }

  /** The bits of {@link #usedLanes}. */
  public long usedMask(int chunk) {
    return BitMatrix.lastWordMask(usedLanes(chunk));
  }

  /** The bits of all lanes of a chunk. */
  public long chunkMask() {
    return BitMatrix.lastWordMask(chunkLanes);
  }

  /** The words, or items, that so many wires take. */
  public long words(long wires) {
    return (Math.multiplyExact(wires, stride) + 63) / 64;
  }

  /** The bits that so many wires take, those that fill up lanes included. */
  public long bits(long wires) {
    return Math.multiplyExact(wires, stride);
  }

  /** The bits of a chunk of the wire of this number, from bit 0 on. */
  public long get(long[] words, int wire, int chunk) {
    return words[word(wire, chunk)] >>> shift(wire) & chunkMask();
  }

  /**
   * Adds the bits of a chunk of the wire of this number.
   *
   * @param bits none beyond those of the chunk
   */
  public void put(long[] words, int wire, int chunk, long bits) {
    words[word(wire, chunk)] ^= bits << shift(wire);
  }

  /** The word, or item, that holds a chunk of the wire of this number. */
  public int word(int wire, int chunk) {
    return (int) (((long) wire * stride) >>> 6) + chunk;
  }

  /** Where in its word the chunk starts. */
  public int shift(int wire) {
    return (int) ((long) wire * stride) & 63;
  }

  /** Clears the bits behind the last of so many wires. */
  public void trim(long[] words, int offset, int wires) {
    int used = (int) ((long) wires * stride & 63);
    if (used > 0) {
      words[offset + (int) words(wires) - 1] &= BitMatrix.lastWordMask(used);
    }
  }
}

package org.schurmpc.core.bits;

/**
 * Placement of the instances of a circuit. In memory, the lanes of a wire are divided into chunks
 * of up to 64. In messages and material, instance t = wire * stride + lane is bit t mod 64 of word
 * or item t / 64. The stride is a power of two up to 64, or a multiple of 64, so that a chunk is
 * never split. The padding lanes hold zeros and are never opened.
 */
public final class LaneLayout {
  private final int lanes;
  private final int stride;
  private final int chunkLanes;

  /**
   * Creates a layout.
   *
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
   * Returns the number of lanes of an evaluation if the instances are spread evenly over as few
   * evaluations as the limit allows.
   *
   * @param instances total number of instances; 0 for {@code usual}
   * @param usual number of instances if the caller states none
   * @param most maximum number of lanes of an evaluation
   */
  public static int evenly(int instances, int usual, int most) {
    int wanted = instances == 0 ? usual : instances;
    int evaluations = (wanted - 1) / most + 1;
    return (wanted - 1) / evaluations + 1;
  }

  /** Returns the number of chunks of a wire. */
  public int chunks() {
    return stride / chunkLanes;
  }

  /** Returns the number of lanes of a chunk, including padding lanes. */
  public int chunkLanes() {
    return chunkLanes;
  }

  /** Returns the number of lanes in use of a chunk. */
  public int usedLanes(int chunk) {
    return Math.min(chunkLanes, lanes - chunk * chunkLanes);
  }

  /** Returns the mask of the {@link #usedLanes} of a chunk. */
  public long usedMask(int chunk) {
    return BitMatrix.lastWordMask(usedLanes(chunk));
  }

  /** Returns the mask of all lanes of a chunk. */
  public long chunkMask() {
    return BitMatrix.lastWordMask(chunkLanes);
  }

  /** Returns the number of words, or items, of {@code wires} wires. */
  public long words(long wires) {
    return (Math.multiplyExact(wires, stride) + 63) / 64;
  }

  /** Returns the number of bits of {@code wires} wires, including padding lanes. */
  public long bits(long wires) {
    return Math.multiplyExact(wires, stride);
  }

  /** Returns the bits of a chunk of wire {@code wire}, from bit 0 on. */
  public long get(long[] words, int wire, int chunk) {
    return words[word(wire, chunk)] >>> shift(wire) & chunkMask();
  }

  /**
   * Adds the bits of a chunk of wire {@code wire}.
   *
   * @param bits zero above the bits of the chunk
   */
  public void put(long[] words, int wire, int chunk, long bits) {
    words[word(wire, chunk)] ^= bits << shift(wire);
  }

  /** Returns the index of the word, or item, that holds a chunk of wire {@code wire}. */
  public int word(int wire, int chunk) {
    return (int) (((long) wire * stride) >>> 6) + chunk;
  }

  /** Returns the position of the chunk's first bit in its word. */
  public int shift(int wire) {
    return (int) ((long) wire * stride) & 63;
  }

  /** Clears the bits after the last of {@code wires} wires. */
  public void trim(long[] words, int offset, int wires) {
    int used = (int) ((long) wires * stride & 63);
    if (used > 0) {
      words[offset + (int) words(wires) - 1] &= BitMatrix.lastWordMask(used);
    }
  }
}

package org.schurmpc.tinytable.prep;

import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.word.HeldBits;
import org.schurmpc.core.word.WordClass;
import org.schurmpc.core.word.WordParameters;
import org.schurmpc.core.word.WordRun;
import org.schurmpc.core.word.WordShape;
import org.schurmpc.tinyot.prep.BitBlocks;
import org.schurmpc.tinytable.material.BitRuns;
import org.schurmpc.tinytable.material.Blocks;

/**
 * The authenticated bits behind the words of groups of tables, with MACs of 64 bits, and bits for
 * the masks of the words' check. A <em>line</em> is k bits, those of one plane of a word's data.
 * Bits that are not set are constant zeros: share, MAC and key are zero.
 *
 * <p>The words of a batch are the masks u of all groups, then the words of all groups.
 */
final class GroupBits extends HeldBits {
  /** Maximum number of bits of a group: 128 MB. */
  private static final long MAX_BITS = 1L << 23;

  private final Blocks blocks;
  private final boolean maskHasData;
  private final WordParameters parameters;
  private final int k;
  private final int slots;
  private final int linesPerGroup;
  private final int capacity;
  private final BitBlocks layout;

  /** Start of the words of each group among those of all groups, and the end of the last one. */
  private final int[] starts;

  /** Group of each word. */
  private final int[] groupOf;

  private int groups;

  /**
   * Makes room.
   *
   * @param blocks layout of the groups
   * @param maskHasData whether the data of u are bits, rather than zeros
   * @param capacity number of groups
   * @param layout of the blocks from which bits are set
   */
  GroupBits(
      Blocks blocks,
      boolean maskHasData,
      WordParameters parameters,
      int capacity,
      BitBlocks layout) {
    super(bits(blocks, maskHasData, parameters, capacity), layout.delta());
    this.blocks = blocks;
    this.maskHasData = maskHasData;
    this.parameters = parameters;
    this.k = parameters.code().k();
    this.slots = blocks.perGroup() / blocks.perSlot();
    this.linesPerGroup = (int) linesPerGroup(blocks, maskHasData);
    this.capacity = capacity;
    this.layout = layout;
    this.starts = new int[capacity + 1];
    this.groupOf = new int[Math.multiplyExact(capacity, blocks.rows() * slots)];
  }

  private static int bits(
      Blocks blocks, boolean maskHasData, WordParameters parameters, int capacity) {
    long lines = capacity * linesPerGroup(blocks, maskHasData);
    return Math.toIntExact(parameters.code().k() * lines + maskBits(parameters));
  }

  /** Returns the number of words of a group of tables, u included. */
  static long wordsPerGroup(Blocks blocks) {
    return 1 + (long) blocks.rows() * (blocks.perGroup() / blocks.perSlot());
  }

  private static long linesPerGroup(Blocks blocks, boolean maskHasData) {
    int slots = blocks.perGroup() / blocks.perSlot();
    return (long) blocks.bits() * slots * (blocks.rows() + (maskHasData ? 1 : 0));
  }

  /**
   * Returns the number of bits of a full group.
   *
   * @throws Refused if a batch cannot hold them
   */
  static long bitsPerGroup(Blocks blocks, boolean maskHasData, int k) throws Refused {
    long bits = k * linesPerGroup(blocks, maskHasData);
    if (bits > MAX_BITS) {
      throw new Refused(
          ("tables of %,d entries of %d bits are too large for codewords that are prepared without"
                  + " a dealer: use mac linear or a dealer")
              .formatted(blocks.rows() * blocks.columns(), blocks.bits()));
    }
    return bits;
  }

  private int firstOfMasks() {
    return capacity * linesPerGroup * k;
  }

  /** Returns the number of bits behind the masks of the words' check. */
  int maskBits() {
    return maskBits(parameters);
  }

  private static int maskBits(WordParameters parameters) {
    return parameters.tieChecks() * Byte.SIZE * parameters.code().k();
  }

  /** Returns the first bit of a plane of u's data, of the group that is being filled. */
  int mask(int plane) {
    return (groups * linesPerGroup + plane) * k;
  }

  /** Returns the first bit of a bit of a row's entries, of the group that is being filled. */
  int row(int row, int bit) {
    return (groups * linesPerGroup + line(row, bit)) * k;
  }

  private int line(int row, int bit) {
    return (maskHasData ? slots * blocks.bits() : 0) + row * blocks.bits() + bit;
  }

  /** Sets consecutive bits to lanes of a block. */
  void set(int first, long[] block, int at, int lane, int count) {
    BitRuns.add(shares(), first, BitRuns.get(block, (long) at * Long.SIZE + lane, count), count);
    System.arraycopy(block, at + layout.macs() + lane, macs(), first, count);
    System.arraycopy(block, at + layout.keys() + lane, keys(), first, count);
  }

  /** Sets a bit. */
  void set(int bit, long share, long mac, long key) {
    BitRuns.add(shares(), bit, share, 1);
    macs()[bit] = mac;
    keys()[bit] = key;
  }

  /**
   * Sets bits behind masks of the words' check.
   *
   * @param done number of bits that were set before
   */
  void setMasks(int done, long[] block, int at, int count) {
    set(firstOfMasks() + done, block, at, 0, count);
  }

  /** Completes the group that is being filled; returns whether the batch is full. */
  boolean complete(int words) {
    int start = starts[groups];
    Arrays.fill(groupOf, start, start + words, groups);
    starts[++groups] = start + words;
    return groups == capacity;
  }

  /** Returns the number of complete groups. */
  int groups() {
    return groups;
  }

  /** Returns the index in the batch of the first word of a group, after u of all groups. */
  int start(int group) {
    return groups + starts[group];
  }

  /** Returns the number of words of a group. */
  int words(int group) {
    return starts[group + 1] - starts[group];
  }

  /** Returns the words of all complete groups. */
  List<WordRun> runs() {
    WordShape.Wanted mask =
        maskHasData ? new WordShape.Given(WordClass.STAR) : new WordShape.Free(WordClass.ZERO_DATA);
    WordShape.Wanted data = new WordShape.Given(WordClass.C);
    return List.of(WordRun.both(mask, groups), WordRun.both(data, starts[groups]));
  }

  @Override
  public int first(int word, int plane) {
    if (word < groups) {
      int used = maskHasData ? slots * blocks.bits() : 0;
      return plane < used ? (word * linesPerGroup + plane) * k : NONE;
    }
    int group = groupOf[word - groups];
    int row = word - start(group);
    int bit = plane - row / blocks.rows() * blocks.bits();
    return bit >= 0 && bit < blocks.bits() ? (group * linesPerGroup + line(row, bit)) * k : NONE;
  }

  @Override
  public int firstOfMask(int mask, int plane) {
    return firstOfMasks() + (mask * Byte.SIZE + plane) * k;
  }

  /** Removes all groups and masks. */
  void clear() {
    groups = 0;
    zero();
  }
}

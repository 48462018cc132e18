package org.schurmpc.vm.code;

/**
 * The sizes of a program's memory, in elements.
 *
 * @param secret number of secret cells by field; not copied
 * @param clear number of clear cells by field; not copied
 * @param ints number of integer cells
 * @param kept whether the memory is kept for later runs
 */
@SuppressWarnings("ArrayRecordComponent")
public record MemoryLayout(int[] secret, int[] clear, int ints, boolean kept) {
  /** Returns the layout of a program without memory. */
  public static MemoryLayout none(int fields) {
    return new MemoryLayout(new int[fields], new int[fields], 0, false);
  }
}

package org.schurmpc.vm.code;

/**
 * Memory that a tape may access: the cells base + stride * argument, and length - 1 further ones.
 *
 * @param kind {@link #SECRET}, {@link #CLEAR} or {@link #INTEGER}
 * @param field number of the field, 0 for integers
 * @param write whether the tape may write there, too
 */
public record Footprint(char kind, int field, boolean write, long base, long stride, long length) {
  /** Secret memory of a field. */
  public static final char SECRET = 's';

  /** Clear memory of a field. */
  public static final char CLEAR = 'c';

  /** Memory of integers. */
  public static final char INTEGER = 'i';
}

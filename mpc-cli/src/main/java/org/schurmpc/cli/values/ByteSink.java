package org.schurmpc.cli.values;

/** Takes the bytes of a file of inputs. */
interface ByteSink {
  /** Discards all bytes, for checking a file. */
  ByteSink NONE = (lane, value, index, bits) -> {};

  /**
   * Takes a byte.
   *
   * @param lane the lane of the value
   * @param value the layout of the value
   * @param index the index of the byte in its value
   * @param bits the byte, without bits beyond its width
   */
  void take(int lane, ValueLayout value, int index, int bits);
}

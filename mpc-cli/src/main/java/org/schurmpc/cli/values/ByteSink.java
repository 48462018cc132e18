package org.schurmpc.cli.values;

/** Takes what is read from a file of inputs, byte by byte. */
interface ByteSink {
  /** Drops everything: for a look at the file. */
  ByteSink NONE = (lane, value, index, bits) -> {};

  /**
   * Takes a byte.
   *
   * @param index of the byte in its value
   * @param bits of the byte, none beyond its width
   */
  void take(int lane, ValueLayout value, int index, int bits);
}

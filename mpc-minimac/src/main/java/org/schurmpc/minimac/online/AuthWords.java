package org.schurmpc.minimac.online;

import org.schurmpc.core.code.Encoder;
import org.schurmpc.minimac.material.AuthWord;

/**
 * Consecutive representations over one code, to be opened. A view of an array that is set anew for
 * each opening, so that openings allocate nothing.
 */
final class AuthWords {
  private final Encoder code;
  private final int longs;
  private long[] array = new long[0];
  private int offset;
  private int count;

  /**
   * Creates a view of no representations.
   *
   * @param code encoder of the words' code; encoded words are public
   */
  AuthWords(Encoder code, AuthWord layout) {
    this.code = code;
    this.longs = layout.longs();
  }

  /** Sets this view to {@code count} representations from {@code offset} on, and returns it. */
  AuthWords view(long[] array, int offset, int count) {
    this.array = array;
    this.offset = offset;
    this.count = count;
    return this;
  }

  /** Returns the encoder of the words' code; encoded words are public. */
  Encoder code() {
    return code;
  }

  long[] array() {
    return array;
  }

  /** Returns the number of representations. */
  int count() {
    return count;
  }

  /** Returns the offset of representation {@code i} in the array. */
  int at(int i) {
    return offset + i * longs;
  }
}

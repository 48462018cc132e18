package org.schurmpc.minimac.online;

import org.schurmpc.core.abort.MpcException;

/**
 * Opening of many representations over one code, C or C*, in one exchange. Every word opened over
 * C* must carry a fresh uniform mask, even in its redundancy: a bare product C(u) * [[x]] would
 * reveal x. (A word of C is determined by its data.)
 */
interface Opening {
  /**
   * Opens words to all parties. The result is authentic once {@link #check} has returned; until
   * then it may be used only as a masked value.
   *
   * @param opened receives a codeword for each word
   */
  default void open(AuthWords words, long[] opened) throws MpcException {
    open(words, Recipients.ALL, opened);
  }

  /**
   * Opens words, each to the parties that are to learn it.
   *
   * @param opened receives a codeword for each word; unchanged for words that this party does not
   *     learn
   */
  void open(AuthWords words, Recipients recipients, long[] opened) throws MpcException;

  /**
   * Begins an opening to all in portions, one round: {@link #send} and {@link #receive} for each
   * portion, in equal order at all parties. At most two portions may be sent ahead of the portion
   * being received.
   */
  void begin() throws MpcException;

  /** Sends this party's shares of a portion; the array may be changed afterwards. */
  void send(AuthWords words) throws MpcException;

  /**
   * Receives the shares of the first outstanding portion, and opens this portion.
   *
   * @param words the portion's representations, unchanged since {@link #send}
   * @param opened receives a codeword for each word
   */
  void receive(AuthWords words, long[] opened) throws MpcException;

  /** Performs all deferred checks. */
  void check() throws MpcException;

  /** Wipes all secrets. */
  void wipe();
}

package org.schurmpc.minimac.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.eval.OutputTarget;

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
   * @param code encoder of the words' code; encoded words are public
   * @param auth {@code count} representations, one after the other
   * @param opened receives {@code count} codewords
   */
  default void open(Encoder code, long[] auth, int count, long[] opened) throws MpcException {
    openTo(code, null, auth, count, opened);
  }

  /**
   * Opens words, each to the parties that are to learn it.
   *
   * @param code encoder of the words' code; encoded words are public
   * @param targets recipients of each word; {@code null}: all parties learn all words
   * @param opened receives {@code count} codewords; unchanged for words that this party does not
   *     learn
   */
  void openTo(Encoder code, OutputTarget[] targets, long[] auth, int count, long[] opened)
      throws MpcException;

  /**
   * Begins an opening to all in portions, one round: {@link #send} and {@link #receive} for each
   * portion, in equal order at all parties. At most two portions may be sent ahead of the portion
   * being received.
   */
  void begin() throws MpcException;

  /**
   * Sends this party's shares of a portion; the array may be changed afterwards.
   *
   * @param code encoder of the words' code; encoded words are public
   * @param auth {@code count} representations from {@code offset} on
   */
  void send(Encoder code, long[] auth, int offset, int count) throws MpcException;

  /**
   * Receives the shares of the first outstanding portion, and opens this portion.
   *
   * @param auth contains the portion's representations, unchanged since {@link #send}
   * @param opened receives {@code count} codewords from {@code openedOffset} on
   */
  void receive(Encoder code, long[] auth, int offset, int count, long[] opened, int openedOffset)
      throws MpcException;

  /** Performs all deferred checks. */
  void check() throws MpcException;

  /** Wipes all secrets. */
  void wipe();
}

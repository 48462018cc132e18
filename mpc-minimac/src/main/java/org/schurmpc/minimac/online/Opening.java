package org.schurmpc.minimac.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.eval.OutputTarget;

/**
 * Opening of many representations over one code, C or C*, in one exchange. Every word opened over
 * C* must carry a fresh uniform mask, in its redundancy too: a bare product C(u) * [[x]] would show
 * x. (A word of C is nothing but its data.)
 */
interface Opening {
  /**
   * Opens words to all parties. The result is authentic once {@link #check} has returned; until
   * then it may be used only as a masked value.
   *
   * @param code the encoder of the code that they are over; what it encodes is public
   * @param auth {@code count} representations, one after the other
   * @param opened receives {@code count} codewords
   */
  default void open(Encoder code, long[] auth, int count, long[] opened) throws MpcException {
    openTo(code, null, auth, count, opened);
  }

  /**
   * Opens words, each to those who are to learn it.
   *
   * @param code as above
   * @param targets who learns word i; {@code null}: everybody learns everything
   * @param opened receives {@code count} codewords; unchanged where this party does not learn
   */
  void openTo(Encoder code, OutputTarget[] targets, long[] auth, int count, long[] opened)
      throws MpcException;

  /**
   * Begins an opening to all in portions, one round: {@link #send} and {@link #receive} for each
   * portion, in the same order at all parties, at most two sent ahead of what is received.
   */
  void begin() throws MpcException;

  /**
   * Sends this party's shares of a portion; it may be changed afterwards.
   *
   * @param code as above
   * @param auth {@code count} representations from {@code offset} on
   */
  void send(Encoder code, long[] auth, int offset, int count) throws MpcException;

  /**
   * Receives the shares of the portion that was sent first of those that are outstanding, and opens
   * it.
   *
   * @param auth where the same representations lie, as they were when they were sent
   * @param opened receives {@code count} codewords from {@code openedOffset} on
   */
  void receive(Encoder code, long[] auth, int offset, int count, long[] opened, int openedOffset)
      throws MpcException;

  /** Makes up for checks put off. */
  void check() throws MpcException;

  /** Wipes what is held. */
  void wipe();
}

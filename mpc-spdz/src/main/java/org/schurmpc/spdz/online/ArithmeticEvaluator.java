package org.schurmpc.spdz.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.field.Field;
import org.schurmpc.spdz.share.ShareArithmetic;
import org.schurmpc.spdz.share.Shares;

/**
 * One party's side of computing on secret elements of a field, reactively: what it does next may
 * depend on what was output before. All parties make the same calls in the same order; all calls
 * take many elements and cost as many rounds as for one.
 *
 * <p>Positions and counts of {@link Shares} are in elements, of arrays of public elements in longs,
 * and targets may be the sources, but must not overlap them otherwise. After an {@link
 * MpcException} only {@link #close()} may follow.
 */
public interface ArithmeticEvaluator extends AutoCloseable {
  /** What is computed on. */
  Field field();

  /** What needs no other party. */
  ShareArithmetic local();

  /** Room for so many secret elements. */
  default Shares shares(int count) {
    return new Shares(field(), count);
  }

  /**
   * Inputs of all parties, in one round.
   *
   * @param counts how many come from each party
   * @param mine this party's
   * @param to gets the first party's, behind them the second's, and so on
   */
  void input(int[] counts, long[] mine, int mineAt, Shares to, int toAt) throws MpcException;

  /** Secret uniform elements, without a message. */
  void random(Shares to, int toAt, int n) throws MpcException;

  /** Secret uniform bits, 0 or 1 as elements, without a message. */
  void bits(Shares to, int toAt, int n) throws MpcException;

  /** Secret uniform a and b, and c = a b, without a message. */
  void triples(Shares a, Shares b, Shares c, int at, int n) throws MpcException;

  /** Secret uniform a, and b = a^2, without a message; over prime fields. */
  void squares(Shares a, Shares b, int at, int n) throws MpcException;

  /** Secret uniform a other than 0, and b = 1/a, without a message; over prime fields. */
  void inverses(Shares a, Shares b, int at, int n) throws MpcException;

  /** to = x * y, element by element; one opening of 2 n elements. */
  void multiply(Shares x, int xAt, Shares y, int yAt, Shares to, int toAt, int n)
      throws MpcException;

  /** to = x^2; over prime fields one opening of n elements, else what {@link #multiply} takes. */
  void square(Shares x, int xAt, Shares to, int toAt, int n) throws MpcException;

  /**
   * Opens <em>masked</em> values to all, in one opening: nothing says yet that they are right, and
   * if they are not, what depends on them is not either. Whoever prints them, branches on them or
   * acts on them otherwise takes {@link #output}.
   */
  void open(Shares x, int xAt, long[] to, int toAt, int n) throws MpcException;

  /** Makes up for every check put off so far; what was opened until now is then right. */
  void check() throws MpcException;

  /**
   * Opens values to all. Every check put off is made before anything is sent, and the values' own
   * before they are returned.
   *
   * @param to written only if all checks have passed
   */
  void output(Shares x, int xAt, long[] to, int toAt, int n) throws MpcException;

  /**
   * Opens values to one party, with the same checks.
   *
   * @param party its index
   * @param to written at that party only
   */
  void outputTo(int party, Shares x, int xAt, long[] to, int toAt, int n) throws MpcException;

  /** Wipes what the evaluator holds. */
  @Override
  void close();
}

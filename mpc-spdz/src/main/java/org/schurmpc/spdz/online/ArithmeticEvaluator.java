package org.schurmpc.spdz.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.field.Field;
import org.schurmpc.spdz.share.ShareArithmetic;
import org.schurmpc.spdz.share.Shares;

/**
 * One party's side of computing on secret elements of a field. The computation is reactive: later
 * calls may depend on earlier outputs. All parties make equal calls in equal order. All calls take
 * many elements and cost as many rounds as for one element.
 *
 * <p>Positions and counts of {@link Shares} are in elements, positions in arrays of public elements
 * in longs. Targets may be the sources, but must not overlap them otherwise. After an {@link
 * MpcException} only {@link #close()} may be called.
 */
public interface ArithmeticEvaluator extends AutoCloseable {
  /** Returns the field of the elements. */
  Field field();

  /** Returns the operations that need no other party. */
  ShareArithmetic local();

  /** Returns room for {@code count} secret elements. */
  default Shares shares(int count) {
    return new Shares(field(), count);
  }

  /**
   * Inputs values of all parties, in one round.
   *
   * @param counts number of values of each party
   * @param mine values of this party
   * @param to receives the first party's values, followed by the second's, and so on
   */
  void input(int[] counts, long[] mine, int mineAt, Shares to, int toAt) throws MpcException;

  /** Writes secret uniform elements, without a message. */
  void random(Shares to, int toAt, int n) throws MpcException;

  /** Writes secret uniform bits, 0 or 1 as elements, without a message. */
  void bits(Shares to, int toAt, int n) throws MpcException;

  /** Writes secret uniform a and b, and c = a b, without a message. */
  void triples(Shares a, Shares b, Shares c, int at, int n) throws MpcException;

  /** Writes secret uniform a, and b = a^2, without a message; over prime fields. */
  void squares(Shares a, Shares b, int at, int n) throws MpcException;

  /** Writes secret uniform a other than 0, and b = 1/a, without a message; over prime fields. */
  void inverses(Shares a, Shares b, int at, int n) throws MpcException;

  /** Computes to = x * y, element by element; one opening of 2 n elements. */
  void multiply(Shares x, int xAt, Shares y, int yAt, Shares to, int toAt, int n)
      throws MpcException;

  /**
   * Computes to = x^2. Over prime fields one opening of n elements, else the cost of {@link
   * #multiply}.
   */
  void square(Shares x, int xAt, Shares to, int toAt, int n) throws MpcException;

  /**
   * Opens <em>masked</em> values to all, in one opening. The values are not checked yet: if they
   * are wrong, so is everything that depends on them. To print values, branch on them or act on
   * them otherwise, use {@link #output}.
   */
  void openMasked(Shares x, int xAt, long[] to, int toAt, int n) throws MpcException;

  /** Performs all deferred checks. After it returns, every value opened so far is correct. */
  void check() throws MpcException;

  /**
   * Opens values to all. All deferred checks are performed before anything is sent, and the values'
   * own before they are returned.
   *
   * @param to written only if all checks have passed
   */
  void output(Shares x, int xAt, long[] to, int toAt, int n) throws MpcException;

  /**
   * Opens values to one party, with the checks of {@link #output}.
   *
   * @param party index of the party
   * @param to written at this party only
   */
  void outputTo(int party, Shares x, int xAt, long[] to, int toAt, int n) throws MpcException;

  /** Wipes the evaluator's secrets. */
  @Override
  void close();
}

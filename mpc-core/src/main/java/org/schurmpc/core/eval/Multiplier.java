package org.schurmpc.core.eval;

import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;

/**
 * One party's side of products of secret values that belong to no circuit, for who measures them.
 * All parties make the same calls. Each batch multiplies the products of the one before by the same
 * factors again, so that every product counts in the last ones, and none can go before another.
 */
public interface Multiplier extends AutoCloseable {
  /**
   * Takes fresh random values and factors.
   *
   * @param batches that will follow, at least one
   * @param batch products of each, at least one
   * @throws org.schurmpc.core.abort.Exhausted if there is no material for all of them
   */
  void begin(int batches, int batch) throws MpcException;

  /** Multiplies as many batches as announced, one after the other, and makes every check. */
  void multiply() throws MpcException;

  /**
   * Opens values, factors and last products, and compares them with clear arithmetic.
   *
   * @throws Disagreement if a product is wrong
   */
  void verify() throws MpcException;

  /** Wipes what it holds, and gives the store back. */
  @Override
  void close();
}

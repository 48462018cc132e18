package org.schurmpc.core.eval;

import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;

/**
 * Performs one party's side of products of secret values that belong to no circuit, for
 * measurements. All parties make the same calls. Each batch multiplies the products of the previous
 * one by the same factors again, so that every product influences the last ones, and no product can
 * be computed before its predecessor.
 */
public interface Multiplier extends AutoCloseable {
  /**
   * Draws fresh random values and factors.
   *
   * @param batches the number of batches that will follow, at least one
   * @param batch the number of products in each, at least one
   * @throws org.schurmpc.core.abort.Exhausted if there is not enough material for all of them
   */
  void begin(int batches, int batch) throws MpcException;

  /** Multiplies the announced number of batches, one after the other, and performs every check. */
  void multiply() throws MpcException;

  /**
   * Opens values, factors and last products, and compares them with clear arithmetic.
   *
   * @throws Disagreement if a product is wrong
   */
  void verify() throws MpcException;

  /** Wipes the values, and releases the store. */
  @Override
  void close();
}

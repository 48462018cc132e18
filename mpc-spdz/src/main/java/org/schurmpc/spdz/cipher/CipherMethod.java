package org.schurmpc.spdz.cipher;

import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.spdz.material.Material;

/** A method that evaluates some functions. */
public interface CipherMethod {
  /** Returns the name for users. */
  String name();

  /**
   * Requires that this method evaluates a function over a field.
   *
   * @throws Refused naming what the method is for
   */
  void require(CipherFunction function, Field field) throws Refused;

  /**
   * Adds the material that {@link CipherKernel#compute} consumes.
   *
   * @param lanes number of blocks
   */
  void demand(CipherFunction function, Material material, long lanes, Demand.Builder to);

  /**
   * Returns whether outputs are bytes, opened as {@link CipherKernel#outputBytes}, so that an
   * output takes a mask for each byte and not for each bit.
   */
  default boolean outputsBytes(CipherFunction function) {
    return false;
  }

  /** Creates one party's computation. */
  CipherKernel kernel(CipherFunction function, CipherParty party);
}

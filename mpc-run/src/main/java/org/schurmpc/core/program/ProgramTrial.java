package org.schurmpc.core.program;

import java.math.BigInteger;
import java.util.SortedMap;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

/** A program that can be interpreted in the clear. */
public interface ProgramTrial {
  /**
   * Interprets the program in the clear: the reference for what the parties compute. Random values
   * that the program takes are others than those of the parties.
   *
   * @param inputs the values of all parties, by the name of the input
   * @param seed of the random values that the program takes
   * @return the outputs of all parties, and what the program prints
   * @throws Refused if an input has no values, or wrong ones
   * @throws BadFile if an index or a value is outside of its range while the program runs
   */
  ProgramResult interpret(SortedMap<String, BigInteger[]> inputs, long seed) throws MpcException;
}

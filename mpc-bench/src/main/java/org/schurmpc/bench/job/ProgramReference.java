package org.schurmpc.bench.job;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.program.ProgramResult;

/** Computes what a program puts out, from the inputs of all parties in the clear. */
public final class ProgramReference {
  /**
   * Number of interpretations, each with other random values, that must agree: a random bit that a
   * program reveals is the same in all of them with probability 2^-15.
   */
  private static final int INTERPRETATIONS = 16;

  private final ProgramWorkload work;
  private final long seed;

  /**
   * Creates the reference of a program.
   *
   * @param seed the seed from which the inputs of all parties derive
   */
  public ProgramReference(ProgramWorkload work, long seed) {
    this.work = work;
    this.seed = seed;
  }

  /**
   * Requires that the outputs depend on the inputs alone.
   *
   * @throws Refused if the program reveals random values of its own
   */
  public void requirePredictable() throws MpcException {
    ProgramResult first = expected(0, 0);
    for (int other = 1; other < INTERPRETATIONS; other++) {
      ProgramResult second = expected(0, other);
      for (int party = 0; party < work.program().parties(); party++) {
        if (!Arrays.equals(work.hashes(party, first), work.hashes(party, second))) {
          throw new Refused(
              "program %s reveals random values of its own, so nothing can check its outputs"
                  .formatted(work.program().name()));
        }
      }
    }
  }

  /** Returns what a run must put out. */
  public ProgramResult expected(int run) throws MpcException {
    return expected(run, 0);
  }

  private ProgramResult expected(int run, long randomness) throws MpcException {
    SortedMap<String, BigInteger[]> inputs = new TreeMap<>();
    for (int party = 0; party < work.program().parties(); party++) {
      inputs.putAll(work.inputs(InputSeeds.derive(seed, 0, party), party, run));
    }
    return work.program().interpret(inputs, randomness);
  }

  /** Returns the name of the reference in reports. */
  public String description() {
    return "interpretation in the clear";
  }
}

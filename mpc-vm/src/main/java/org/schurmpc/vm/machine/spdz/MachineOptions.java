package org.schurmpc.vm.machine.spdz;

import java.util.List;
import org.schurmpc.spdz.share.OpeningMode;

/**
 * What the parties agree on for a run besides the program.
 *
 * @param threads number of threads that run tapes side by side, from 1 to {@value #MOST_THREADS}
 * @param sigma statistical security of the material, by field
 */
public record MachineOptions(int threads, OpeningMode mode, List<Integer> sigma) {
  /** The largest number of threads. */
  public static final int MOST_THREADS = 64;

  public MachineOptions {
    sigma = List.copyOf(sigma);
    if (threads < 1 || threads > MOST_THREADS) {
      throw new IllegalArgumentException(threads + " threads");
    }
  }
}

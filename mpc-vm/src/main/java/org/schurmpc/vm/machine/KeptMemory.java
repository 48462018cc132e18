package org.schurmpc.vm.machine;

import org.schurmpc.core.abort.MpcException;

/** Keeps the memory of a program between its runs. Used by one run. */
public interface KeptMemory {
  /** Memory that begins with zeros and ends with the run. */
  KeptMemory NONE = new OfOneRun();

  /**
   * Fills the memory, and notes durably that the run uses it.
   *
   * @param secret by field
   * @param clear by field
   */
  void load(Bank[] secret, long[][] clear, long[] ints) throws MpcException;

  /**
   * Notes durably that values are about to be revealed, or act. Called by any worker, and often.
   */
  void revealing() throws MpcException;

  /**
   * Keeps the memory at the end of the run, at all parties or at none, after all openings were
   * checked and before outputs are opened.
   *
   * @param secret by field
   * @param clear by field
   */
  void keep(Bank[] secret, long[][] clear, long[] ints) throws MpcException;

  /** Keeps nothing. */
  final class OfOneRun implements KeptMemory {
    private OfOneRun() {}

    @Override
    public void load(Bank[] secret, long[][] clear, long[] ints) {}

    @Override
    public void revealing() {}

    @Override
    public void keep(Bank[] secret, long[][] clear, long[] ints) {}
  }
}

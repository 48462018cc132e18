package org.schurmpc.vm.machine;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.vm.code.Counts;

/** The calling thread alone, with backends whose material is there when it is reserved. */
public final class OneWorker implements Workers {
  private final SecretBackend[] secrets;

  /**
   * Creates the worker.
   *
   * @param secrets by field; the caller closes them
   */
  public OneWorker(SecretBackend[] secrets) {
    this.secrets = secrets.clone();
  }

  @Override
  public int most() {
    return 1;
  }

  @Override
  public void start(int count) {
    requireOne(count);
  }

  private static void requireOne(int count) {
    if (count != 1) {
      throw new IllegalArgumentException(count + " workers");
    }
  }

  @Override
  public SecretBackend[] secrets(int worker) {
    return secrets;
  }

  /** Does nothing: items are there when they are allotted. */
  @Override
  public void reserve(Counts[] counts) {}

  @Override
  public void allot(int worker, Counts[] counts) throws MpcException {
    for (int f = 0; f < secrets.length; f++) {
      secrets[f].reserve(counts[f], counts[f]);
    }
  }

  @Override
  public void alone(Counts[] counts, boolean all) throws MpcException {
    allot(0, counts);
  }

  @Override
  public void together(int busy, int units, Work work) throws MpcException {
    requireOne(busy);
    for (int unit = 0; unit < units; unit++) {
      work.perform(0, unit);
    }
  }
}

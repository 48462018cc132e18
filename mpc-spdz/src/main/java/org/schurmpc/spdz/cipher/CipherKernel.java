package org.schurmpc.spdz.cipher;

import org.schurmpc.core.abort.MpcException;

/** One party's computation of a cipher by one method, on all lanes at once. */
public interface CipherKernel {
  /**
   * Computes the outputs from the inputs. Checks of what was opened may be deferred; nothing but
   * masked values is opened.
   */
  void compute(CipherWires wires) throws MpcException;

  /** Wipes all secrets. */
  void wipe();
}

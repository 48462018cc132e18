package org.schurmpc.spdz.cipher;

import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.spdz.share.Shares;

/** One party's computation of a cipher by one method, on all lanes at once. */
public interface CipherKernel {
  /** Takes the inputs, in a form of its own if it has one; local. */
  default void input(CipherWires wires) {}

  /**
   * Computes the outputs from the inputs. Checks of what was opened may be deferred; nothing but
   * masked values is opened.
   */
  void compute(CipherWires wires) throws MpcException;

  /**
   * Returns the outputs as bytes, images of GF(2^8), if they are not written as bits: byte i of
   * lane l at i * lanes + l.
   *
   * @return empty if {@link #compute} wrote the bits
   */
  default Optional<Shares> outputBytes() {
    return Optional.empty();
  }

  /** Wipes all secrets. */
  void wipe();
}

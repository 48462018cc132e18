package org.schurmpc.tinyot.prep;

import java.util.function.Supplier;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.session.Session;

/**
 * The state of one preprocessing thread: a connection, its authenticated bits, and its generator.
 */
final class Worker implements AutoCloseable {
  final Session session;
  private final OtAuthBits bits;
  private TripleGenerator generator;

  private Worker(Session session, OtAuthBits bits) {
    this.session = session;
    this.bits = bits;
  }

  /** Sets up the OT extension on a connection. */
  static Worker begin(
      Session session, CotKeys keys, OtPreprocessing setting, Supplier<Kernels> kernels)
      throws MpcException {
    OtAuthBits bits = OtAuthBits.begin(session, keys, setting.cots(), setting.k(), kernels.get());
    return new Worker(session, bits);
  }

  /**
   * Sets up like {@link #begin}, on a fork that belongs to the worker and is closed if the set-up
   * fails.
   */
  static Worker onFork(
      Session fork, CotKeys keys, OtPreprocessing setting, Supplier<Kernels> kernels)
      throws MpcException {
    Worker worker = null;
    try {
      worker = begin(fork, keys, setting, kernels);
    } finally {
      if (worker == null) {
        fork.close();
      }
    }
    return worker;
  }

  OtAuthBits bits() {
    return bits;
  }

  /** Sets the matrices of the store; must be called once, before {@link #generator}. */
  void project(int sigma, Projections projections, Kernels kernels) {
    generator = new TripleGenerator(session, bits, sigma, projections, kernels);
  }

  TripleGenerator generator() {
    return generator;
  }

  /** Wipes all secrets; the session stays open. */
  @Override
  public void close() {
    if (generator != null) {
      generator.close();
    }
    bits.close();
  }
}

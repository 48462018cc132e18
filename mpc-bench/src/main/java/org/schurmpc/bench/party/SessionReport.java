package org.schurmpc.bench.party;

import org.schurmpc.bench.control.Message;
import org.schurmpc.cli.launch.ThisJvm;
import org.schurmpc.core.kernel.KernelProvider;

/** What a party tells the Monitor when it has a session with its peers. */
final class SessionReport {
  private SessionReport() {}

  /**
   * Returns the message of a party in this process.
   *
   * @param setupNanos time to the session, and everything else before the first run
   * @param baseOtNanos the base OTs' part of it; 0 if it was not timed apart
   */
  static Message.Established of(String preprocessing, long setupNanos, long baseOtNanos) {
    KernelProvider.Choice kernels = KernelProvider.choose();
    return new Message.Established(
        ThisJvm.describe(),
        ThisJvm.options(),
        kernels.kernels().name(),
        kernels.reason(),
        preprocessing,
        setupNanos,
        baseOtNanos);
  }
}

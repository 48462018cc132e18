package org.schurmpc.bench.party;

import org.schurmpc.bench.control.Message;
import org.schurmpc.cli.launch.ThisJvm;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.prep.Origin;

/**
 * Creates the message by which a party reports to the Monitor that it has a session with its peers.
 */
final class SessionReport {
  private SessionReport() {}

  /**
   * Returns the message of a party in this process.
   *
   * @param preprocessing the source of the material
   * @param setupNanos the time of everything before the first run, in nanoseconds
   * @param baseOtNanos the time of the base OTs, a part of the former; 0 if not measured separately
   */
  static Message.Established of(Origin preprocessing, long setupNanos, long baseOtNanos) {
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

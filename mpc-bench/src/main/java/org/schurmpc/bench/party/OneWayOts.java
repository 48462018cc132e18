package org.schurmpc.bench.party;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.ot.CotReceiver;
import org.schurmpc.core.ot.CotSender;
import org.schurmpc.core.session.Session;

/**
 * Runs one side of the extension of correlated OTs: party 0 is the sender, party 1 the receiver
 * with random choices. The OTs are written to buffers that are never read.
 */
final class OneWayOts implements OtWork {
  /** The OTs of one batch of the largest size, so that none are left over and copied again. */
  private static final int CHUNK = 130_944;

  private final CotSender sender;
  private final CotReceiver receiver;
  private final long baseOtNanos;
  private final long[] rows = new long[2 * CHUNK];
  private final long[] choices = new long[CHUNK / Long.SIZE];

  private OneWayOts(CotSender sender, CotReceiver receiver, long baseOtNanos) {
    this.sender = sender;
    this.receiver = receiver;
    this.baseOtNanos = baseOtNanos;
  }

  /**
   * Sets up the extension, including its base OTs.
   *
   * @param k the trade-off of the extension
   */
  static OneWayOts begin(Session session, int k) throws MpcException {
    CotKernels kernels = KernelProvider.choose().kernels();
    long start = System.nanoTime();
    if (session.party() == 0) {
      long[] delta = CotKeys.randomDelta(session.random());
      try (CotKeys keys = CotKeys.forSender(session, delta)) {
        long nanos = System.nanoTime() - start;
        return new OneWayOts(CotSender.begin(session, keys, k, kernels), null, nanos);
      }
    }
    try (CotKeys keys = CotKeys.forReceiver(session)) {
      long nanos = System.nanoTime() - start;
      return new OneWayOts(null, CotReceiver.begin(session, keys, k, kernels), nanos);
    }
  }

  @Override
  public int most() {
    return CHUNK;
  }

  @Override
  public long baseOtNanos() {
    return baseOtNanos;
  }

  @Override
  public void next(int count) throws MpcException {
    int whole = (count + Long.SIZE - 1) / Long.SIZE * Long.SIZE;
    if (sender != null) {
      sender.next(rows, 0, whole);
    } else {
      receiver.next(choices, 0, rows, 0, whole);
    }
  }

  @Override
  public void close() {
    if (sender != null) {
      sender.close();
    } else {
      receiver.close();
    }
  }
}

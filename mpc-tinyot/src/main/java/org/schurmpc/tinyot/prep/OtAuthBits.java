package org.schurmpc.tinyot.prep;

import java.security.SecureRandom;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.ot.Cots;
import org.schurmpc.core.ot.WordKeys;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.silent.CotKind;

/**
 * Authenticated bits from correlated OTs in both directions: a choice bit with its row is a bit
 * with its MAC, and the sender's row is the key. Each batch of OTs is checked before its bits are
 * returned.
 */
public final class OtAuthBits implements AuthBitSource {
  private final Cots cots;
  private final long[] delta;

  private OtAuthBits(Cots cots, long[] delta) {
    this.cots = cots;
    this.delta = delta;
  }

  /** Returns a uniform Δ for a party, except for bit 0: one at party 0, zero at party 1. */
  public static long[] randomDelta(int party, SecureRandom random) {
    long[] delta = CotKeys.randomDelta(random);
    delta[0] = (delta[0] & ~1L) | (1L - party);
    return delta;
  }

  /**
   * Begins a stream; the peer does so at the same time. One round.
   *
   * @param session the session of the base OTs, or a fork of this session
   * @param keys made for both directions with a Δ of {@link #randomDelta}
   * @param kind how correlated OTs are made
   * @param k parameter of the OT extension: 1, 2, 4 or 8
   */
  public static OtAuthBits begin(
      Session session, CotKeys keys, CotKind kind, int k, CotKernels kernels) throws MpcException {
    return new OtAuthBits(kind.begin(session, keys, k, kernels), keys.delta());
  }

  @Override
  public long[] delta() {
    return delta.clone();
  }

  @Override
  public void expect(long count) {
    cots.expect(count);
  }

  @Override
  public void next(AuthBits dst, int count) throws MpcException {
    cots.next(dst.keys(), dst.bits(), dst.macs(), count);
  }

  @Override
  public void nextColumns(AuthColumns dst, int count, CotKernels kernels) throws MpcException {
    cots.nextColumns(dst.keys(), dst.bits(), dst.macs(), dst.stride(), count);
  }

  /**
   * Draws keys of words in both directions from OTs of this stream that are used for nothing else.
   *
   * @param session the session of {@link #begin}
   * @param n the number of symbols of a word
   */
  WordKeys wordKeys(Session session, int n) throws MpcException {
    return WordKeys.begin(session, cots, n);
  }

  @Override
  public void close() {
    cots.close();
    Secrets.wipe(delta);
  }
}

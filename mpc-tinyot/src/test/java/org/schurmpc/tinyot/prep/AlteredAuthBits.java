package org.schurmpc.tinyot.prep;

import org.schurmpc.core.abort.MpcException;

/** A cheating party's authenticated bits: one share is another than the one that has the MAC. */
final class AlteredAuthBits implements AuthBitSource {
  private final AuthBitSource source;
  private final int call;
  private final int position;
  private int calls;

  /**
   * @param call which call of {@link #next}, from 0 on, has the altered share
   */
  AlteredAuthBits(AuthBitSource source, int call, int position) {
    this.source = source;
    this.call = call;
    this.position = position;
  }

  @Override
  public long[] delta() {
    return source.delta();
  }

  @Override
  public void next(AuthBits dst, int count) throws MpcException {
    source.next(dst, count);
    if (calls++ == call) {
      dst.bits()[position / 64] ^= 1L << position;
    }
  }

  @Override
  public void close() {
    source.close();
  }
}

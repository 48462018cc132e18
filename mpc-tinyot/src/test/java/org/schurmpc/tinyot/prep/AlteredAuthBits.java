package org.schurmpc.tinyot.prep;

import java.util.function.Consumer;
import org.schurmpc.core.abort.MpcException;

/** A cheating party's authenticated bits, not all as they were authenticated. */
final class AlteredAuthBits implements AuthBitSource {
  private final AuthBitSource source;
  private final int call;
  private final Consumer<AuthBits> change;
  private int calls;

  /** One share is another than the one that has the MAC. */
  AlteredAuthBits(AuthBitSource source, int call, int position) {
    this(source, call, bits -> bits.bits()[position / 64] ^= 1L << position);
  }

  /**
   * @param call which call of {@link #next}, from 0 on, has altered bits
   */
  AlteredAuthBits(AuthBitSource source, int call, Consumer<AuthBits> change) {
    this.source = source;
    this.call = call;
    this.change = change;
  }

  @Override
  public long[] delta() {
    return source.delta();
  }

  @Override
  public void next(AuthBits dst, int count) throws MpcException {
    source.next(dst, count);
    if (calls++ == call) {
      change.accept(dst);
    }
  }

  @Override
  public void close() {
    source.close();
  }
}

package org.schurmpc.tinyot.prep;

import java.nio.ByteBuffer;
import org.schurmpc.core.crypto.Prg;

/**
 * Authenticated bits from a seed that both parties know: correct, without any security. Each end
 * computes both parties' bits and keys and fills in what is its own.
 */
final class InsecureIdealAuthBits implements AuthBitSource {
  private final int party;
  private final long[][] deltas = new long[2][2];
  private final Prg prg;
  private final long[][] bits = new long[2][];
  private final long[][] keys = new long[2][];

  /**
   * @param party whose end it is
   * @param seed of Δ
   * @param stream of the bits
   */
  InsecureIdealAuthBits(int party, long seed, long stream) {
    this.party = party;
    Prg forDeltas = prg(seed, -1);
    for (int p = 0; p < 2; p++) {
      forDeltas.nextLongs(deltas[p], 0, 2);
      deltas[p][0] = (deltas[p][0] & ~1L) | (1 - p);
    }
    prg = prg(seed, stream);
  }

  private static Prg prg(long seed, long stream) {
    return new Prg(ByteBuffer.allocate(16).putLong(seed).putLong(stream).array());
  }

  @Override
  public long[] delta() {
    return deltas[party].clone();
  }

  @Override
  public void next(AuthBits dst, int count) {
    if (count % 64 != 0 || count > dst.capacity()) {
      throw new IllegalArgumentException(count + " bits");
    }
    for (int p = 0; p < 2; p++) {
      if (bits[p] == null || bits[p].length < count / 64) {
        bits[p] = new long[count / 64];
        keys[p] = new long[2 * count];
      }
      prg.nextLongs(bits[p], 0, count / 64);
      prg.nextLongs(keys[p], 0, 2 * count);
    }
    System.arraycopy(bits[party], 0, dst.bits(), 0, count / 64);
    System.arraycopy(keys[party], 0, dst.keys(), 0, 2 * count);
    long[] macs = dst.macs();
    long[] theirKeys = keys[1 - party];
    long[] delta = deltas[1 - party];
    for (int i = 0; i < count; i++) {
      long mask = -(bits[party][i >>> 6] >>> i & 1);
      macs[2 * i] = theirKeys[2 * i] ^ (mask & delta[0]);
      macs[2 * i + 1] = theirKeys[2 * i + 1] ^ (mask & delta[1]);
    }
  }

  @Override
  public void close() {}
}

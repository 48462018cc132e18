package org.schurmpc.tinytable.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.session.Session;

/** Rounds of packed bits, in the smallest number of bytes. Messages are recorded for the check. */
final class PackedExchange {
  private final Session session;
  private final OpenedTags tags;
  private final boolean proven;
  private byte[] out = new byte[0];
  private byte[] in = new byte[0];

  /**
   * Creates the exchange.
   *
   * @param proven whether a proof of {@code tags} will cover the messages
   */
  PackedExchange(Session session, OpenedTags tags, boolean proven) {
    this.session = session;
    this.tags = tags;
    this.proven = proven;
  }

  /**
   * Exchanges messages in one round.
   *
   * @param mine {@code myBits} bits, the first lowest
   * @param theirs receives {@code theirBits} bits, and zeros up to the end of the last word
   */
  void exchange(long[] mine, long myBits, long[] theirs, long theirBits) throws MpcException {
    int outLength = bytes(myBits);
    int inLength = bytes(theirBits);
    int outWords = words(myBits);
    int inWords = words(theirBits);
    out = room(out, outWords);
    in = room(in, inWords);
    Words.toBytes(mine, 0, outWords, out, 0);
    Arrays.fill(in, inLength, inWords * Long.BYTES, (byte) 0);
    if (proven) {
      session.exchangeProven(out, outLength, in, inLength);
      tags.said(out, outLength, in, inLength);
    } else {
      session.exchange(out, 0, outLength, in, 0, inLength);
    }
    Words.fromBytes(in, 0, theirs, 0, inWords);
    if (inWords > 0) {
      theirs[inWords - 1] &= BitMatrix.lastWordMask((int) ((theirBits - 1) % Long.SIZE) + 1);
    }
  }

  private static int words(long bits) {
    return Math.toIntExact((bits + Long.SIZE - 1) / Long.SIZE);
  }

  private static int bytes(long bits) {
    return Math.toIntExact((bits + Byte.SIZE - 1) / Byte.SIZE);
  }

  private static byte[] room(byte[] buffer, int words) {
    int bytes = Math.multiplyExact(words, Long.BYTES);
    return buffer.length < bytes ? new byte[bytes] : buffer;
  }
}

package org.schurmpc.spdz.mixed;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.kernel.BitMacKernels;
import org.schurmpc.core.mac.MacCheck;
import org.schurmpc.core.session.Session;
import org.schurmpc.tinyot.prep.BitBlocks;

/** Opens blocks of TinyOT's bits, and checks their MACs before it says what they are. */
final class BlockOpening {
  private static final int INITIAL_LOG_WORDS = 1 << 12;

  /** Number of hash keys: one polynomial fails with probability 2^-117, below that of a MAC. */
  private static final int HASH_KEYS = 1;

  private final Session session;
  private final BitBlocks blocks;
  private final BitMacKernels kernels;
  private final MacCheck macs;

  BlockOpening(Session session, BitBlocks blocks, BitMacKernels kernels) {
    this.session = session;
    this.blocks = blocks;
    this.kernels = kernels;
    this.macs = new MacCheck(session, new CoinToss(session), INITIAL_LOG_WORDS, HASH_KEYS);
  }

  /**
   * Opens blocks that lie one after the other.
   *
   * @param first the number of the first block in the array
   * @return the bits, a word for each block
   * @throws org.schurmpc.core.abort.PeerCheated with MAC if the peer opened a wrong value
   */
  long[] open(long[] data, int first, int count) throws MpcException {
    long[] opened = new long[count];
    for (int i = 0; i < count; i++) {
      opened[i] = data[(first + i) * blocks.longs()];
    }
    byte[] message = new byte[count * Long.BYTES];
    Words.toBytes(opened, 0, count, message, 0);
    byte[] received = session.exchange(message);
    long[] theirs = new long[count];
    Words.fromBytes(received, 0, theirs, 0, count);
    long[] delta = blocks.delta();
    for (int i = 0; i < count; i++) {
      log(data, (first + i) * blocks.longs(), theirs[i], delta);
      opened[i] ^= theirs[i];
    }
    Secrets.wipe(delta);
    macs.check();
    return opened;
  }

  private void log(long[] data, int block, long received, long[] delta) {
    int planes = blocks.material().macLongs();
    int at = macs.held().extend(planes);
    System.arraycopy(data, block + blocks.macs(), macs.held().words(), at, planes);
    at = macs.expected().extend(planes);
    long[] expected = macs.expected().words();
    System.arraycopy(data, block + blocks.keys(), expected, at, planes);
    for (int v = 0; v < delta.length; v++) {
      kernels.xorConstant(expected, at + v * Long.SIZE, received, delta[v], Long.SIZE);
    }
  }

  /** Wipes the logs. */
  void wipe() {
    macs.wipe();
  }
}

package org.schurmpc.tinyot.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.kernel.BitMacKernels;
import org.schurmpc.core.mac.MacCheck;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.core.session.Session;

/**
 * The MACs of opened bits, logged for the deferred check. For sent bits the log holds the own MAC;
 * for received bits, the MAC that the own keys give: key + bit Δ.
 */
final class BitMacs {
  /** Number of logged words that triggers a comparison, to bound the memory of the logs. */
  static final int MAX_PENDING_WORDS = 1 << 23;

  private static final int INITIAL_LOG_WORDS = 1 << 12;

  /**
   * Number of hash keys. The bound 2^-117 of one polynomial is far below the 2^-80 of the highest
   * security level.
   */
  private static final int HASH_KEYS = 1;

  private final LaneLayout layout;
  private final long[] delta;
  private final BitMacKernels kernels;
  private final MacCheck check;

  /**
   * Creates empty logs.
   *
   * @param delta this party's global key, one long for each word of a MAC
   */
  BitMacs(Session session, LaneLayout layout, long[] delta, BitMacKernels kernels) {
    this.layout = layout;
    this.delta = delta;
    this.kernels = kernels;
    this.check = new MacCheck(session, new CoinToss(session), INITIAL_LOG_WORDS, HASH_KEYS);
  }

  /**
   * Logs the MACs of one chunk of [[x]] + [[a]], whose shares are sent.
   *
   * @param x start of the MAC planes of [[x]] in {@code wires}
   * @param a start of the MAC planes of [[a]] in {@code material}
   */
  void sent(int chunk, long[] wires, int x, long[] material, int a) {
    int used = layout.usedLanes(chunk);
    MacLog held = check.held();
    for (int v = 0; v < delta.length; v++) {
      int at = held.extend(used);
      int plane = x + v * layout.chunkLanes();
      kernels.xor(wires, plane, material, a + v * Long.SIZE, held.words(), at, used);
    }
  }

  /**
   * Logs the MACs that the peer must hold for one chunk of [[x]] + [[a]].
   *
   * @param x start of the key planes of [[x]] in {@code wires}
   * @param a start of the key planes of [[a]] in {@code material}
   * @param bits the shares that the peer sent, from bit 0 on
   */
  void received(int chunk, long[] wires, int x, long[] material, int a, long bits) {
    int used = layout.usedLanes(chunk);
    MacLog expected = check.expected();
    for (int v = 0; v < delta.length; v++) {
      int at = expected.extend(used);
      int plane = x + v * layout.chunkLanes();
      int mask = a + v * Long.SIZE;
      kernels.xorBoth(wires, plane, material, mask, bits, delta[v], expected.words(), at, used);
    }
  }

  /** Logs the MACs of one chunk of [[x]], whose shares are sent. */
  void sent(int chunk, long[] wires, int x) {
    int used = layout.usedLanes(chunk);
    MacLog held = check.held();
    for (int v = 0; v < delta.length; v++) {
      int at = held.extend(used);
      System.arraycopy(wires, x + v * layout.chunkLanes(), held.words(), at, used);
    }
  }

  /** Logs the MACs that the peer must hold for one chunk of [[x]]. */
  void received(int chunk, long[] wires, int x, long bits) {
    int used = layout.usedLanes(chunk);
    MacLog expected = check.expected();
    for (int v = 0; v < delta.length; v++) {
      int at = expected.extend(used);
      System.arraycopy(wires, x + v * layout.chunkLanes(), expected.words(), at, used);
      kernels.xorConstant(expected.words(), at, bits, delta[v], used);
    }
  }

  /** Compares everything logged if the logs are long. */
  void checkIfLong() throws MpcException {
    if (check.pending() > MAX_PENDING_WORDS) {
      check.check();
    }
  }

  /** Compares everything logged. */
  void check() throws MpcException {
    check.check();
  }

  void wipe() {
    check.wipe();
  }
}

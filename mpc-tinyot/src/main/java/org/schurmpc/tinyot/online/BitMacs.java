package org.schurmpc.tinyot.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.deliver.DeliveryDomain;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.kernel.BitMacKernels;
import org.schurmpc.core.mac.MacCheck;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.core.session.Session;

/**
 * The MACs of opened bits, logged for the deferred check: of sent bits the own MACs, and of
 * received bits the MACs that the own keys give, key + bit Δ.
 *
 * <p>The log holds one sum for each chunk of lanes: Σ X^i mac_i in GF(2^64) over its lanes i. If
 * the bits of a chunk differ from those that were authenticated, they differ by a nonzero element e
 * = Σ X^i e_i of the field, and what the own keys give differs by e Δ. This is one-to-one in Δ, so
 * that guessing the difference is as hard as for a single bit. For MACs of two words, each word of
 * Δ is multiplied by the same e.
 */
final class BitMacs {
  /** Number of logged words that triggers a comparison, to bound the memory of the logs. */
  static final int MAX_PENDING_WORDS = 1 << 21;

  private static final int INITIAL_LOG_WORDS = 1 << 12;

  /**
   * Number of hash keys. The bound 2^-117 of one polynomial is far below the 2^-80 of the highest
   * security level.
   */
  private static final int HASH_KEYS = 1;

  private static final Field FIELD = DeliveryDomain.bits().field();

  private final LaneLayout layout;
  private final long[] delta;
  private final BitMacKernels kernels;
  private final MacCheck check;

  /** The planes of a mask that is not there. */
  private final long[] zeros;

  /**
   * Creates empty logs.
   *
   * @param delta this party's global key, one long for each word of a MAC
   */
  BitMacs(Session session, LaneLayout layout, long[] delta, BitMacKernels kernels) {
    this.layout = layout;
    this.delta = delta;
    this.kernels = kernels;
    this.zeros = new long[delta.length * Long.SIZE];
    this.check = new MacCheck(session, new CoinToss(session), INITIAL_LOG_WORDS, HASH_KEYS);
  }

  /**
   * Logs the MACs of one chunk of [[x]] + [[a]], whose shares are sent.
   *
   * @param x start of the MAC planes of [[x]] in {@code wires}
   * @param a start of the MAC planes of [[a]] in {@code material}
   */
  void sent(int chunk, long[] wires, int x, long[] material, int a) {
    for (int v = 0; v < delta.length; v++) {
      log(check.held(), chunk, wires, x, material, a, v, 0);
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
    for (int v = 0; v < delta.length; v++) {
      log(check.expected(), chunk, wires, x, material, a, v, bits);
    }
  }

  /** Logs the MACs of one chunk of [[x]], whose shares are sent. */
  void sent(int chunk, long[] wires, int x) {
    sent(chunk, wires, x, zeros, 0);
  }

  /** Logs the MACs that the peer must hold for one chunk of [[x]]. */
  void received(int chunk, long[] wires, int x, long bits) {
    received(chunk, wires, x, zeros, 0, bits);
  }

  /**
   * Logs the MAC of a combination of bits over GF(2^64) that is sent.
   *
   * @param macs the combined MACs, a long for each word
   */
  void sent(long[] macs, int at) {
    MacLog log = check.held();
    int start = log.extend(delta.length);
    System.arraycopy(macs, at, log.words(), start, delta.length);
  }

  /**
   * Logs the MAC that the peer must hold for a combination of bits over GF(2^64).
   *
   * @param keys the combined keys, a long for each word
   * @param combined the combination that the peer sent
   */
  void received(long[] keys, int at, long combined) {
    received(keys, at, combined, delta);
  }

  /**
   * Logs the MAC that the peer must hold under another key for a combination of bits over GF(2^64).
   *
   * @param under the other global key of this party, as many words as its own
   */
  void received(long[] keys, int at, long combined, long[] under) {
    MacLog log = check.expected();
    int start = log.extend(delta.length);
    long[] product = {combined};
    for (int v = 0; v < delta.length; v++) {
      FIELD.multiply(under, v, product, 0, log.words(), start + v, 1);
      log.words()[start + v] ^= keys[at + v];
    }
  }

  /** Logs the sum of word {@code v} of a chunk's MACs. */
  private void log(
      MacLog log, int chunk, long[] wires, int x, long[] material, int a, int v, long bits) {
    int plane = x + v * layout.chunkLanes();
    int mask = a + v * Long.SIZE;
    int used = layout.usedLanes(chunk);
    long sum = kernels.sumBoth(wires, plane, material, mask, bits, delta[v], used);
    int at = log.extend(1);
    log.words()[at] = sum;
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

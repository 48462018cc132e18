package org.schurmpc.tinyot.online;

import java.nio.ByteBuffer;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.deliver.DeliveryDomain;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.kernel.BitMacKernels;
import org.schurmpc.core.session.Session;
import org.schurmpc.tinyot.material.Material;

/**
 * Combinations Y = Σ ρ_i y_i + z over GF(2^64) of a party's shares y_i and its mask z, which are
 * opened to the peer, with their MACs and with the keys of the peer's combinations. A mask is an
 * item of input masks, read as the element z = Σ X^b z_b. The MAC of Y is the same combination of
 * MACs, which is linear in the peer's Δ, for each word of a MAC.
 */
final class BitCombinations {
  /** Number of words of zeros that stand for a second operand of kernels. */
  private static final long[] ZEROS = new long[Material.BITS];

  private final Material material;
  private final BitMacKernels kernels;
  private final Field field = DeliveryDomain.bits().field();
  private final long[] mine;
  private final long[] held;
  private final long[] keys;
  private final long[] part = new long[1];

  /** Creates zeros. */
  BitCombinations(Material material, BitMacKernels kernels, int sums) {
    this.material = material;
    this.kernels = kernels;
    this.mine = new long[sums];
    this.held = new long[sums * material.macWords()];
    this.keys = new long[sums * material.macWords()];
  }

  /**
   * Adds Σ ρ_i y_i of the bits of an item, of shares, MACs and keys.
   *
   * @param rho a coefficient for each bit of the item that is in use
   */
  void add(int sum, long[] rho, AuthenticatedBits bits, int item) {
    int n = bits.used(item);
    long shares = bits.shares(item);
    for (int i = 0; i < n; i++) {
      mine[sum] ^= rho[i] & -(shares >>> i & 1);
    }
    for (int v = 0; v < material.macWords(); v++) {
      int word = sum * material.macWords() + v;
      field.innerProduct(rho, 0, bits.words(), bits.macs(item, v), part, 0, n);
      held[word] ^= part[0];
      field.innerProduct(rho, 0, bits.words(), bits.keys(item, v), part, 0, n);
      keys[word] ^= part[0];
    }
  }

  /** Adds a mask of this party: its bits and MACs. */
  void addOwnMask(int sum, long[] item, int at) {
    mine[sum] ^= item[at];
    addOwnMacs(sum, item, at);
  }

  /** Adds the MACs of a mask of this party, whose bits are added already. */
  void addOwnMacs(int sum, long[] item, int at) {
    for (int v = 0; v < material.macWords(); v++) {
      held[sum * material.macWords() + v] ^= powerSum(item, at, v);
    }
  }

  /** Adds a mask of the peer: the keys of its bits. */
  void addPeersMask(int sum, long[] item, int at) {
    for (int v = 0; v < material.macWords(); v++) {
      keys[sum * material.macWords() + v] ^= powerSum(item, at, v);
    }
  }

  private long powerSum(long[] item, int at, int v) {
    int plane = at + Material.BIT_PLANES + v * Material.BITS;
    return kernels.sumBoth(item, plane, ZEROS, 0, 0, 0, Material.BITS);
  }

  /** Returns this party's combinations, which are public once they are opened; not a copy. */
  long[] mine() {
    return mine;
  }

  /** Opens this party's combinations to the peer, and returns the peer's. */
  long[] exchange(Session session) throws MpcException {
    byte[] out = new byte[mine.length * Long.BYTES];
    ByteBuffer.wrap(out).asLongBuffer().put(mine);
    long[] received = new long[mine.length];
    ByteBuffer.wrap(session.exchange(out)).asLongBuffer().get(received);
    return received;
  }

  /** Logs the MACs of combinations that were sent and received. */
  void log(BitMacs macs, long[] received) {
    for (int sum = 0; sum < received.length; sum++) {
      macs.sent(held, sum * material.macWords());
      macs.received(keys, sum * material.macWords(), received[sum]);
    }
  }

  /**
   * Logs the MACs of the same combinations under another key.
   *
   * @param delta this party's other global key
   */
  void log(BitMacs macs, long[] received, long[] delta) {
    for (int sum = 0; sum < received.length; sum++) {
      macs.sent(held, sum * material.macWords());
      macs.received(keys, sum * material.macWords(), received[sum], delta);
    }
  }

  /** Wipes the MACs and keys. */
  void wipe() {
    Secrets.wipe(held);
    Secrets.wipe(keys);
    Secrets.wipe(part);
  }
}

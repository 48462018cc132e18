package org.schurmpc.spdz.mixed;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.mac.MacCheck;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.prep.GivenBits;
import org.schurmpc.spdz.share.Shares;
import org.schurmpc.tinyot.material.Material;
import org.schurmpc.tinyot.prep.BitBlocks;

/**
 * The proof, by an owner of bits b_h that are given in TinyOT and over F_p, that both values of
 * each are equal. For each of σ repetitions, a subset of the bits is tossed and
 *
 * <pre>T = Σ_{h in the subset} b_h + Σ_k 2^k ρ_k</pre>
 *
 * <p>is opened over F_p, where ρ_0, …, ρ_{γ-1} are proven bits of this repetition alone and ρ_0 is
 * also in TinyOT. T is less than n + 2^γ, and that than p, so that its lowest bit is the parity of
 * the subset and ρ_0. The owner proves that TinyOT's bits have this parity by the sum of their
 * MACs; no bit is sent for it.
 *
 * <p>If the values of some bit differ, a repetition passes with probability 1/2, whatever the masks
 * are. All T together are within 2^-σ of what does not depend on the bits. Nothing here depends on
 * a secret of the other party but its keys.
 *
 * <p>Costs a toss, an opening of σ elements, the check of its MACs, and one hash.
 */
class ParityCheck {
  private static final String LABEL = "a check of bits of two kinds";

  private static final int BYTE_VALUES = 256;

  private final Session session;
  private final GivenBits given;
  private final BitBlocks blocks;
  private final MacCheck macs;

  ParityCheck(Session session, GivenBits given, BitBlocks blocks) {
    this.session = session;
    this.given = given;
    this.blocks = blocks;
    this.macs = new MacCheck(session, new CoinToss(session), 0);
  }

  /**
   * Proves this party's bits, or checks the owner's.
   *
   * @param bits blocks of the bits, and then of the lowest bits of masks
   * @param numbers as many bits over the field, and then the higher bits of masks
   * @throws org.schurmpc.core.abort.PeerCheated with MAC if values differ, or if the owner leaves
   */
  void check(int owner, ParityParameters size, long[] bits, Shares numbers) throws MpcException {
    // All bits are fixed in both domains: their messages have come and have passed their checks.
    long[] subsets = toss(size);
    session.judge(Check.MAC, LABEL, () -> compare(owner, size, subsets, bits, numbers));
  }

  private long[] toss(ParityParameters size) throws MpcException {
    Prg prg = new Prg(given.check().committed().toss("parities of bits", Prg.SEED_BYTES));
    long[] subsets = new long[size.n() / Material.BITS * size.sigma()];
    prg.nextLongs(subsets, 0, subsets.length);
    return subsets;
  }

  private void compare(
      int owner, ParityParameters size, long[] subsets, long[] bits, Shares numbers)
      throws MpcException {
    Shares sums = sums(size, subsets, numbers);
    boolean mine = owner == session.party();
    long[] tags = tags(size, subsets, bits, mine ? blocks.macs() : blocks.keys());
    try {
      long[] opened = given.opening().open(sums.values(), sums.macs(), size.sigma());
      // Opened numbers are right before they say what TinyOT's MACs must be.
      given.check().check();
      if (!mine) {
        addParities(opened, tags);
      }
      MacLog log = mine ? macs.held() : macs.expected();
      int at = log.extend(tags.length);
      System.arraycopy(tags, 0, log.words(), at, tags.length);
      macs.check();
    } finally {
      sums.wipe();
      Secrets.wipe(tags);
    }
  }

  /** Computes this party's shares of all T. */
  Shares sums(ParityParameters size, long[] subsets, Shares numbers) {
    Shares sums = new Shares(given.field(), size.sigma());
    for (int i = 0; i < size.sigma(); i++) {
      for (int k = size.maskBits() - 1; k >= 0; k--) {
        given.arithmetic().add(sums, i, sums, i, sums, i, 1);
        add(numbers, size.mask(i, k), sums, i);
      }
    }
    addSubsets(size, subsets, numbers, sums);
    return sums;
  }

  /**
   * Adds the bits of each subset to its sum. Bits are first added up by the bytes that say in which
   * of eight subsets they are.
   */
  private void addSubsets(ParityParameters size, long[] subsets, Shares numbers, Shares sums) {
    int bytes = (size.sigma() + Byte.SIZE - 1) / Byte.SIZE;
    Shares byBytes = new Shares(given.field(), bytes * BYTE_VALUES);
    for (int word = 0; word < size.n() / Material.BITS; word++) {
      for (int at = 0; at < bytes; at++) {
        byte[] in = selectors(size, subsets, word, at * Byte.SIZE);
        for (int h = 0; h < Material.BITS; h++) {
          int value = in[h] & BYTE_VALUES - 1;
          if (value != 0) {
            add(numbers, word * Material.BITS + h, byBytes, at * BYTE_VALUES + value);
          }
        }
      }
    }
    for (int i = 0; i < size.sigma(); i++) {
      for (int value = 1; value < BYTE_VALUES; value++) {
        if ((value >>> i % Byte.SIZE & 1) != 0) {
          add(byBytes, i / Byte.SIZE * BYTE_VALUES + value, sums, i);
        }
      }
    }
    byBytes.wipe();
  }

  /** Returns for each bit of a word, in which of eight subsets it is. */
  private static byte[] selectors(ParityParameters size, long[] subsets, int word, int first) {
    byte[] in = new byte[Material.BITS];
    for (int i = first; i < Math.min(first + Byte.SIZE, size.sigma()); i++) {
      long subset = subsets[i * (size.n() / Material.BITS) + word];
      for (int h = 0; h < Material.BITS; h++) {
        in[h] |= (byte) ((subset >>> h & 1) << (i - first));
      }
    }
    return in;
  }

  private void add(Shares numbers, int number, Shares sums, int i) {
    given.arithmetic().add(sums, i, numbers, number, sums, i, 1);
  }

  /**
   * Computes the sum of MACs, or of keys, of the bits of each subset and the lowest bit of its
   * mask.
   *
   * @param planes start of the MAC planes, or of the key planes, in a block
   * @return a sum for each repetition, as many words as a MAC
   */
  long[] tags(ParityParameters size, long[] subsets, long[] bits, int planes) {
    int macWords = blocks.material().macWords();
    int words = size.n() / Material.BITS;
    long[] tags = new long[size.sigma() * macWords];
    for (int i = 0; i < size.sigma(); i++) {
      for (int v = 0; v < macWords; v++) {
        int plane = planes + v * Material.BITS;
        long sum = bits[place(size.mask(i, 0), plane)];
        for (int word = 0; word < words; word++) {
          int at = word * blocks.longs() + plane;
          for (long rest = subsets[i * words + word]; rest != 0; rest &= rest - 1) {
            sum ^= bits[at + Long.numberOfTrailingZeros(rest)];
          }
        }
        tags[i * macWords + v] = sum;
      }
    }
    return tags;
  }

  private int place(int bit, int plane) {
    return bit / Material.BITS * blocks.longs() + plane + bit % Material.BITS;
  }

  /** Adds this party's global key to sums of keys where an opened number is odd. */
  void addParities(long[] opened, long[] tags) {
    Field field = given.field();
    long[] delta = blocks.delta();
    int sigma = tags.length / delta.length;
    long[] numbers = new long[opened.length];
    field.toNumbers(opened, 0, numbers, 0, sigma);
    for (int i = 0; i < sigma; i++) {
      long odd = -(numbers[i * field.limbs()] & 1);
      for (int v = 0; v < delta.length; v++) {
        tags[i * delta.length + v] ^= odd & delta[v];
      }
    }
    Secrets.wipe(delta);
  }

  /** Wipes the logs. */
  void wipe() {
    macs.wipe();
  }
}

package org.schurmpc.spdz.online;

import java.util.Arrays;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.field.Field;
import org.schurmpc.spdz.share.Shares;

/**
 * The wires of a Boolean circuit as shares of 0 and 1 in a field of characteristic 2, and the
 * linear gates on them: a sum is an XOR. The lanes of a slot are consecutive.
 */
final class Wires {
  private final Field field;
  private final int lanes;
  private final int slotLongs;
  private final boolean first;
  private final long[] key;
  private final long[] one;
  private final BitMatrix ones;
  private Shares shares;

  /**
   * Creates wires without slots.
   *
   * @param party this party's index
   * @param key this party's share of α
   */
  Wires(Field field, int lanes, int party, long[] key) {
    this.field = field;
    this.lanes = lanes;
    this.slotLongs = lanes * field.limbs();
    this.first = party == 0;
    this.key = key;
    this.one = field.element(1);
    this.ones = new BitMatrix(1, lanes);
    ones.fillRow(0, true);
    this.shares = new Shares(field, 0);
  }

  /** Makes room for {@code slots} slots. */
  void begin(int slots) {
    int elements = Math.multiplyExact(slots, lanes);
    if (shares.count() < elements) {
      shares.wipe();
      shares = new Shares(field, elements);
    }
  }

  Shares shares() {
    return shares;
  }

  /** Returns the index among the shares of a slot's first lane. */
  int element(int slot) {
    return slot * lanes;
  }

  void clear(int slot) {
    int at = slot * slotLongs;
    Arrays.fill(shares.values(), at, at + slotLongs, 0);
    Arrays.fill(shares.macs(), at, at + slotLongs, 0);
  }

  /** Adds a public bit to each lane: bit l of the words to lane l. */
  void addPublic(int slot, long[] words, int wordsAt) {
    for (int lane = 0; lane < lanes; lane++) {
      long bit = words[wordsAt + lane / Long.SIZE] >>> lane & 1;
      addPublic(slot * slotLongs + lane * field.limbs(), -bit);
    }
  }

  /** Adds 1 if the mask is all ones, and 0 if the mask is zero. */
  private void addPublic(int at, long mask) {
    for (int limb = 0; limb < one.length; limb++) {
      if (first) {
        shares.values()[at + limb] ^= one[limb] & mask;
      }
      shares.macs()[at + limb] ^= key[limb] & mask;
    }
  }

  /** Adds shares, one for each lane. */
  void add(int slot, Shares from, int element) {
    int at = slot * slotLongs;
    xor(shares.values(), at, from.values(), from.at(element), shares.values(), at);
    xor(shares.macs(), at, from.macs(), from.at(element), shares.macs(), at);
  }

  void linear(LinearBatch batch) {
    long[] values = shares.values();
    long[] macs = shares.macs();
    for (int i = 0; i < batch.size(); i++) {
      int left = batch.left(i) * slotLongs;
      int right = batch.right(i) * slotLongs;
      int out = batch.out(i) * slotLongs;
      switch (batch.op(i)) {
        case LinearBatch.XOR -> {
          xor(values, left, values, right, values, out);
          xor(macs, left, macs, right, macs, out);
        }
        case LinearBatch.NOT -> {
          copy(left, out);
          addPublic(batch.out(i), ones.words(), 0);
        }
        case LinearBatch.COPY -> copy(left, out);
        case LinearBatch.ZERO -> clear(batch.out(i));
        case LinearBatch.ONE -> {
          clear(batch.out(i));
          addPublic(batch.out(i), ones.words(), 0);
        }
        default -> throw new IllegalStateException("operation " + batch.op(i));
      }
    }
  }

  private void xor(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt) {
    for (int i = 0; i < slotLongs; i++) {
      to[toAt + i] = a[aAt + i] ^ b[bAt + i];
    }
  }

  private void copy(int from, int to) {
    if (from != to) {
      System.arraycopy(shares.values(), from, shares.values(), to, slotLongs);
      System.arraycopy(shares.macs(), from, shares.macs(), to, slotLongs);
    }
  }

  void wipe() {
    shares.wipe();
  }

  /** The AND gates of a layer as products: product g * lanes + l is lane l of gate g. */
  final class Ands implements Product.Operands {
    private MulBatch batch;

    void set(MulBatch gates) {
      batch = gates;
    }

    @Override
    public void left(int from, int n, long[] values, long[] macs) {
      for (int done = 0; done < n; ) {
        int gate = (from + done) / lanes;
        done += gather(batch.left(gate), from + done - gate * lanes, n, values, macs, done);
      }
    }

    @Override
    public void right(int from, int n, long[] values, long[] macs) {
      for (int done = 0; done < n; ) {
        int gate = (from + done) / lanes;
        done += gather(batch.right(gate), from + done - gate * lanes, n, values, macs, done);
      }
    }

    /**
     * Copies lanes of a slot from {@code lane} on, as many as exist and fit; returns the number of
     * lanes copied.
     */
    private int gather(int slot, int lane, int n, long[] values, long[] macs, int done) {
      int now = Math.min(lanes - lane, n - done);
      int at = shares.at(element(slot) + lane);
      int longs = shares.at(now);
      System.arraycopy(shares.values(), at, values, shares.at(done), longs);
      System.arraycopy(shares.macs(), at, macs, shares.at(done), longs);
      return now;
    }

    @Override
    public void product(int from, int n, long[] values, long[] macs) {
      for (int done = 0; done < n; ) {
        int gate = (from + done) / lanes;
        int lane = from + done - gate * lanes;
        int now = Math.min(lanes - lane, n - done);
        int at = shares.at(element(batch.out(gate)) + lane);
        System.arraycopy(values, shares.at(done), shares.values(), at, shares.at(now));
        System.arraycopy(macs, shares.at(done), shares.macs(), at, shares.at(now));
        done += now;
      }
    }
  }
}

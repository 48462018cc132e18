package org.schurmpc.garbled.online;

import org.schurmpc.garbled.material.Material;

/**
 * Garbles gates. With H and H' the hashes for labels and for MACs, and W(x) = K(b_x) + a_x Δ_A, the
 * table of γ = α ∧ β is
 *
 * <pre>
 * G0 = H(Lα,0) + H(Lα,1) + W(β)
 * G1 = H(Lβ,0) + H(Lβ,1) + W(α) + Lα,0
 * C0 = H'(Lα,0) + H'(Lβ,0) + M(a_s)
 * C1 = H'(Lα,0) + H'(Lα,1) + M(a_β)
 * C2 = H'(Lβ,0) + H'(Lβ,1) + M(a_α)
 * </pre>
 *
 * <p>and the output's label is Lγ,0 = H(Lα,0) + H(Lβ,0) + W(s). Labels and hashes are 128 bits,
 * MACs w words.
 */
final class Garbler extends GateBlock {
  private final int macWords;
  private final long[] delta;
  private final long[] zero = new long[PAIR * MOST];
  private final long[] one = new long[PAIR * MOST];
  private final long[] labelOfZero = new long[PAIR * MOST];
  private final long[] labelOfOne = new long[PAIR * MOST];
  private final long[] macOfZero = new long[PAIR * MOST];
  private final long[] macOfOne = new long[PAIR * MOST];

  Garbler(int lanes, Material material, long[] delta, Labels labels) {
    super(lanes, labels);
    this.macWords = material.macWords();
    this.delta = delta;
  }

  /** Returns the number of longs of a gate-lane's table. */
  static int tableLongs(int macWords) {
    return 2 * Material.WIDE_WORDS + 3 * macWords;
  }

  @Override
  void compute(long number, int row, int count) {
    gatherLabels(zero, count);
    for (int i = 0; i < PAIR * count; i++) {
      one[i] = zero[i] ^ delta[i & 1];
    }
    hash(zero, number, count, labelOfZero, macOfZero);
    hash(one, number, count, labelOfOne, macOfOne);
    int table = row * tableLongs(macWords);
    for (int i = 0; i < count; i++) {
      labels(row + i, PAIR * i, table, out[i]);
      macs(row + i, PAIR * i, table + 2 * Material.WIDE_WORDS);
      table += tableLongs(macWords);
    }
  }

  private void labels(int row, int alpha, int table, int to) {
    long[] rows = labels.data();
    int beta = alpha + Material.WIDE_WORDS;
    for (int v = 0; v < Material.WIDE_WORDS; v++) {
      tables[table + v] = labelOfZero[alpha + v] ^ labelOfOne[alpha + v] ^ w(masks.beta(), row, v);
      tables[table + Material.WIDE_WORDS + v] =
          labelOfZero[beta + v] ^ labelOfOne[beta + v] ^ w(masks.alpha(), row, v) ^ zero[alpha + v];
      rows[to + v] = labelOfZero[alpha + v] ^ labelOfZero[beta + v] ^ w(masks.s(), row, v);
    }
  }

  /** Returns a word of K(b) + a Δ_A. */
  private long w(BitRows of, int row, int v) {
    return of.wide(row, v) ^ (of.share(row) & delta[v]);
  }

  private void macs(int row, int alpha, int table) {
    int beta = alpha + Material.WIDE_WORDS;
    for (int v = 0; v < macWords; v++) {
      long ofAlpha = macOfZero[alpha + v];
      long ofBeta = macOfZero[beta + v];
      tables[table + v] = ofAlpha ^ ofBeta ^ masks.s().narrow(row, v);
      tables[table + macWords + v] = ofAlpha ^ macOfOne[alpha + v] ^ masks.beta().narrow(row, v);
      tables[table + 2 * macWords + v] = ofBeta ^ macOfOne[beta + v] ^ masks.alpha().narrow(row, v);
    }
  }

  @Override
  void wipe() {
    super.wipe();
    wipe(zero, one, labelOfZero, labelOfOne, macOfZero, macOfOne);
  }
}

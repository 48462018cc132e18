package org.schurmpc.garbled.online;

import org.schurmpc.core.crypto.TweakedHash;
import org.schurmpc.garbled.material.Material;

/**
 * Evaluates garbled gates, and checks the garbler's bits in each. With p = Λα, q = Λβ and the
 * tables of {@link Garbler},
 *
 * <pre>
 * Lγ = H(Lα) + H(Lβ) + p (G0 + M(b_β)) + q (G1 + M(b_α) + Lα) + M(b_s)
 * D  = H'(Lα) + H'(Lβ) + C0 + p C1 + q C2 + K(a_s) + p K(a_β) + q K(a_α)
 * Λγ = [D = Δ_B] + b_s + p b_β + q b_α + p q
 * </pre>
 *
 * <p>D must be 0 or Δ_B: another value would need a MAC of the garbler's that it does not hold.
 * Nothing branches on Λ or D; the verdict is one for all gates.
 */
final class GateEvaluator extends GateBlock {
  private final int macWords;
  private final long[] delta;
  private final long[] inputs = new long[PAIR * MOST];
  private final long[] ofLabels = new long[PAIR * MOST];
  private final long[] ofMacs = new long[PAIR * MOST];

  /** Zero as long as every D was 0 or Δ_B. */
  private long wrong;

  GateEvaluator(int lanes, Material material, long[] delta, Labels labels) {
    super(lanes, labels);
    this.macWords = material.macWords();
    this.delta = delta;
  }

  @Override
  void begin(TweakedHash tweaks) {
    super.begin(tweaks);
    wrong = 0;
  }

  /** Whether all gates passed so far. */
  boolean passed() {
    return wrong == 0;
  }

  @Override
  void compute(long number, int first, int count) {
    gatherLabels(inputs, count);
    hash(inputs, number, count, ofLabels, ofMacs);
    int table = first * Garbler.tableLongs(macWords);
    long[] rows = labels.data();
    for (int i = 0; i < count; i++) {
      int row = first + i;
      long p = rows[left[i] + Labels.MASKED];
      long q = rows[right[i] + Labels.MASKED];
      label(row, PAIR * i, table, p, q, out[i]);
      long t = garblersBit(row, PAIR * i, table + 2 * Material.WIDE_WORDS, p, q);
      rows[out[i] + Labels.MASKED] =
          t
              ^ masks.s().share(row)
              ^ (p & masks.beta().share(row))
              ^ (q & masks.alpha().share(row))
              ^ (p & q);
      table += Garbler.tableLongs(macWords);
    }
  }

  private void label(int row, int alpha, int table, long p, long q, int to) {
    long[] rows = labels.data();
    int beta = alpha + Material.WIDE_WORDS;
    for (int v = 0; v < Material.WIDE_WORDS; v++) {
      long g0 = tables[table + v] ^ masks.beta().wide(row, v);
      long g1 =
          tables[table + Material.WIDE_WORDS + v] ^ masks.alpha().wide(row, v) ^ inputs[alpha + v];
      rows[to + v] =
          ofLabels[alpha + v] ^ ofLabels[beta + v] ^ (p & g0) ^ (q & g1) ^ masks.s().wide(row, v);
    }
  }

  /** Returns a_s + p a_β + q a_α as a mask, and notes whether its MAC is wrong. */
  private long garblersBit(int row, int alpha, int table, long p, long q) {
    int beta = alpha + Material.WIDE_WORDS;
    long fromZero = 0;
    long fromDelta = 0;
    for (int v = 0; v < macWords; v++) {
      long d =
          ofMacs[alpha + v]
              ^ ofMacs[beta + v]
              ^ tables[table + v]
              ^ masks.s().narrow(row, v)
              ^ (p & (tables[table + macWords + v] ^ masks.beta().narrow(row, v)))
              ^ (q & (tables[table + 2 * macWords + v] ^ masks.alpha().narrow(row, v)));
      fromZero |= d;
      fromDelta |= d ^ delta[v];
    }
    long t = ifZero(fromDelta);
    wrong |= ~(t | ifZero(fromZero));
    return t;
  }

  /** Returns all bits if a word is zero, and none otherwise. */
  private static long ifZero(long word) {
    return ~((word | -word) >> 63);
  }

  @Override
  void wipe() {
    super.wipe();
    wipe(inputs, ofLabels, ofMacs);
  }
}

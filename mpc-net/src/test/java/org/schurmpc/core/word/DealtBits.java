package org.schurmpc.core.word;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * One party's authenticated bits from thin air, for batches of packed gates: eight words each for
 * operands a of all gates, then for operands b, then a word of C* with their product.
 */
final class DealtBits extends HeldBits {
  static final int KINDS = 3;

  private final int k;
  private final int gates;

  private DealtBits(WordParameters parameters, int gates, int macLongs, Random random) {
    super(bits(parameters, gates), new long[macLongs]);
    this.k = parameters.code().k();
    this.gates = gates;
    int longs = (bits(parameters, gates) + 63) / 64;
    System.arraycopy(random.longs(longs).toArray(), 0, shares(), 0, longs);
    Arrays.setAll(keys(), i -> random.nextLong());
    Arrays.setAll(delta(), i -> random.nextLong());
  }

  private static int bits(WordParameters parameters, int gates) {
    return 8 * parameters.code().k() * (KINDS * gates + parameters.tieChecks());
  }

  /** Deals the bits of both parties. */
  static DealtBits[] deal(WordParameters parameters, int gates, int macLongs, Random random) {
    DealtBits[] both = {
      new DealtBits(parameters, gates, macLongs, random),
      new DealtBits(parameters, gates, macLongs, random)
    };
    for (int party = 0; party < 2; party++) {
      DealtBits own = both[party];
      DealtBits peer = both[1 - party];
      for (int i = 0; i < own.macs().length; i++) {
        long key = peer.delta()[i % macLongs];
        own.macs()[i] = peer.keys()[i] ^ (own.bit(i / macLongs) ? key : 0);
      }
    }
    return both;
  }

  /** The words of these gates. */
  static List<WordRun> runs(int gates) {
    return List.of(
        WordRun.both(new WordShape.Planes(), 8 * gates),
        WordRun.both(new WordShape.Planes(), 8 * gates),
        WordRun.both(new WordShape.Given(WordClass.STAR), gates),
        WordRun.both(new WordShape.Free(WordClass.ZERO_DATA), 2 * gates));
  }

  boolean bit(int i) {
    return (shares()[i >>> 6] >>> i & 1) != 0;
  }

  void flip(int i) {
    shares()[i >>> 6] ^= 1L << i;
  }

  /** Index of a gate's bit, of kind 0 to 2: a, b, their product. */
  int index(int gate, int kind, int plane, int symbol) {
    return ((KINDS * gate + kind) * 8 + plane) * k + symbol;
  }

  @Override
  public int first(int word, int plane) {
    if (word < 16 * gates) {
      int kind = word / (8 * gates);
      int gate = word / 8 % gates;
      return word % 8 == plane ? index(gate, kind, plane, 0) : NONE;
    }
    return index(word - 16 * gates, 2, plane, 0);
  }

  @Override
  public int firstOfMask(int mask, int plane) {
    return ((KINDS * gates + mask) * 8 + plane) * k;
  }
}

package org.schurmpc.tinyot.material;

import org.schurmpc.core.prep.MaterialKind;

/**
 * The preprocessing that TinyOT consumes, for MACs and keys of one or two words, and the memory
 * layout of its items at one party. Every item holds {@value #BITS} instances of its kind side by
 * side. Instance i consists of
 *
 * <ul>
 *   <li>bit i of each <em>bits word</em>: this party's share;
 *   <li>long i of each <em>plane</em> of {@value #BITS} longs: word v of a MAC (of a key) is in
 *       plane v of the MACs (of the keys).
 * </ul>
 *
 * <p>With Δ this party's and Δ' the peer's global key, mac = key' + share Δ' and mac' = key +
 * share' Δ. MACs of this party's bits have w words, and its keys v words; the peer's MACs have v
 * words and its keys w, so that items are equally long at both parties. In TinyOT, v = w. A store's
 * keys are Δ, {@link #keyWords()} longs. Names contain nothing secret.
 */
public final class Material {
  /** Name of the protocol, with which names of stores begin. */
  public static final String PROTOCOL = "tinyot";

  /** Number of bits in one item of any kind. */
  public static final int BITS = 64;

  /**
   * First part of a triple item; the constants number factors and product, values of {@code part}.
   */
  public static final int A = 0;

  public static final int B = 1;
  public static final int C = 2;

  /** Start of the planes in an input mask or in random bits, after the bits word. */
  public static final int BIT_PLANES = 1;

  private static final int PARTS = 3;
  private static final Material NARROW = new Material(MacWidths.equal(1), 0);
  private static final Material WIDE = new Material(MacWidths.equal(2), 0);

  private final int macWords;
  private final int keyWords;
  private final MaterialKind andTriples;
  private final MaterialKind[] inputMasks;
  private final MaterialKind randomBits;

  private Material(MacWidths widths, int party) {
    this.macWords = widths.macs(party);
    this.keyWords = widths.keys(party);
    int planes = macLongs() + keyLongs();
    this.andTriples = new MaterialKind("AND triples", PARTS + PARTS * planes);
    this.inputMasks =
        new MaterialKind[] {
          new MaterialKind("input mask of party 1", 1 + widths.macs(0) * BITS),
          new MaterialKind("input mask of party 2", 1 + widths.macs(1) * BITS)
        };
    this.randomBits = new MaterialKind("random bits", 1 + planes);
  }

  /**
   * Returns the material for one width of MACs in both directions, which is described alike at both
   * parties.
   *
   * @param macWords 1 (64-bit MACs) or 2 (128-bit MACs)
   */
  public static Material of(int macWords) {
    return switch (macWords) {
      case 1 -> NARROW;
      case 2 -> WIDE;
      default -> throw new IllegalArgumentException("MACs of " + macWords + " words");
    };
  }

  /** Returns the material of a party. */
  public static Material of(MacWidths widths, int party) {
    return widths.areEqual() ? of(widths.ofFirst()) : new Material(widths, party);
  }

  /** Returns the number of words w of a MAC of this party's bits. */
  public int macWords() {
    return macWords;
  }

  /** Returns the number of words v of this party's Δ, and of its keys of the peer's bits. */
  public int keyWords() {
    return keyWords;
  }

  /** Returns the number of longs of the w planes of 64 MACs. */
  public int macLongs() {
    return macWords * BITS;
  }

  /** Returns the number of longs of the v planes of 64 keys. */
  public int keyLongs() {
    return keyWords * BITS;
  }

  /**
   * Returns the kind of 64 triples [[a]], [[b]], [[c]] with c = a ∧ b, uniform otherwise. Layout of
   * 3 + 192 (w + v) longs: the bits words of a, b and c; then for a, for b and for c: w MAC planes
   * and v key planes.
   */
  public MaterialKind andTriples() {
    return andTriples;
  }

  /** Returns the place of the bits word of a part in a triple item. */
  public static int tripleBits(int part) {
    return part;
  }

  /** Returns the start of the MAC planes of a part in a triple item; the key planes follow them. */
  public int tripleMacs(int part) {
    return PARTS + part * (macLongs() + keyLongs());
  }

  /** Returns the start of the key planes of a part in a triple item. */
  public int tripleKeys(int part) {
    return tripleMacs(part) + macLongs();
  }

  /**
   * Returns the kind of 64 bits [[r]] with uniform r known to the owner: the other party's share is
   * zero and has no MAC. Layout of 1 + 64 u longs, u the words of a MAC of the owner's bits: the
   * bits word, zero at the other party; u planes from {@link #BIT_PLANES} on, of MACs at the owner
   * and of keys at the other party.
   */
  public MaterialKind inputMask(int party) {
    return inputMasks[party];
  }

  /**
   * Returns the kind of 64 bits [[r]] with uniform r known to nobody. Layout of 1 + 64 (w + v)
   * longs: the bits word; from {@link #BIT_PLANES} on w MAC planes, then v key planes.
   */
  public MaterialKind randomBits() {
    return randomBits;
  }
}

package org.schurmpc.tinyot.material;

import org.schurmpc.core.prep.MaterialKind;

/**
 * The preprocessing that TinyOT consumes, for MACs and keys of so many words, and how an item lies
 * in memory. Every item is {@value #BITS} of its kind, side by side: bit i of the item is
 *
 * <ul>
 *   <li>bit i of each <em>bits word</em>: this party's share;
 *   <li>long i of each <em>plane</em> of {@value #BITS} longs: word v of a MAC (of a key) is in
 *       plane v of the MACs (of the keys).
 * </ul>
 *
 * <p>With Δ the own and Δ' the peer's global key, mac = key' + share Δ' and mac' = key + share' Δ.
 * A store's keys are Δ, {@link #macWords()} longs. Names carry nothing secret.
 */
public final class Material {
  /** The name of the protocol, with which names of stores begin. */
  public static final String PROTOCOL = "tinyot";

  /** The bits in one item of any kind. */
  public static final int BITS = 64;

  /** The factors and the product of a triple: values of {@code part}. */
  public static final int A = 0;

  public static final int B = 1;
  public static final int C = 2;

  /** Where in an input mask or in random bits the planes start, behind the one bits word. */
  public static final int BIT_PLANES = 1;

  private static final int PARTS = 3;
  private static final Material NARROW = new Material(1);
  private static final Material WIDE = new Material(2);

  private final int macWords;
  private final MaterialKind andTriples;
  private final MaterialKind[] inputMasks;
  private final MaterialKind randomBits;

  private Material(int macWords) {
    int planes = macWords * BITS;
    this.macWords = macWords;
    this.andTriples = new MaterialKind("AND triples", PARTS + PARTS * 2 * planes);
    this.inputMasks =
        new MaterialKind[] {
          new MaterialKind("input mask of party 1", 1 + planes),
          new MaterialKind("input mask of party 2", 1 + planes)
        };
    this.randomBits = new MaterialKind("random bits", 1 + 2 * planes);
  }

  /**
   * The material with MACs of so many words.
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

  /** The words w of a MAC, of a key and of Δ. */
  public int macWords() {
    return macWords;
  }

  /** The longs of all MACs, or of all keys, of 64 bits: w planes. */
  public int planeLongs() {
    return macWords * BITS;
  }

  /**
   * 64 triples [[a]], [[b]], [[c]] with c = a ∧ b, all else uniform. 3 + 384 w longs: the bits
   * words of a, b and c; then for a, for b and for c: w MAC planes and w key planes.
   */
  public MaterialKind andTriples() {
    return andTriples;
  }

  /** Where in a triple item the bits word of a part lies. */
  public static int tripleBits(int part) {
    return part;
  }

  /** Where in a triple item the MAC planes of a part start; its key planes follow them. */
  public int tripleMacs(int part) {
    return PARTS + 2 * part * planeLongs();
  }

  /** Where in a triple item the key planes of a part start. */
  public int tripleKeys(int part) {
    return tripleMacs(part) + planeLongs();
  }

  /**
   * 64 bits [[r]] with uniform r that the owner knows: the other party's share is zero and has no
   * MAC. 1 + 64 w longs: the bits word, zero at the other party; w planes from {@link #BIT_PLANES}
   * on, of MACs at the owner and of keys at the other party.
   */
  public MaterialKind inputMask(int party) {
    return inputMasks[party];
  }

  /**
   * 64 bits [[r]] with uniform r that nobody knows. 1 + 128 w longs: the bits word; from {@link
   * #BIT_PLANES} on w MAC planes, then w key planes.
   */
  public MaterialKind randomBits() {
    return randomBits;
  }
}

package org.schurmpc.garbled.material;

import org.schurmpc.core.prep.MaterialKind;

/**
 * The preprocessing that authenticated garbling consumes, and the memory layout of its items. It is
 * TinyOT's, tied to no circuit, with MACs of two widths: the garbler's bits have MACs of w words
 * under the evaluator's key, the evaluator's bits have MACs of two words under the garbler's, since
 * these become parts of labels. Every item holds {@value #BITS} instances of its kind side by side.
 * Instance i consists of
 *
 * <ul>
 *   <li>bit i of each <em>bits word</em>: this party's share;
 *   <li>long i of each <em>plane</em> of {@value #BITS} longs: a word of a MAC or of a key.
 * </ul>
 *
 * <p>The two <em>wide</em> planes are keys at the garbler and MACs at the evaluator; the w
 * <em>narrow</em> planes are MACs at the garbler and keys at the evaluator. With Δ_A the garbler's
 * key and Δ_B the evaluator's, M(a) = K(a) + a Δ_B is narrow, and M(b) = K(b) + b Δ_A is wide.
 * Sizes are equal at both parties. A store's keys are Δ_A, two longs, or Δ_B, w longs.
 */
public final class Material {
  /** Name of the protocol, with which names of stores begin. */
  public static final String PROTOCOL = "garbled";

  /** Number of bits in one item of any kind. */
  public static final int BITS = 64;

  /** Number of words of Δ_A, and of a MAC of the evaluator's bits. */
  public static final int WIDE_WORDS = 2;

  /** Number of longs of the wide planes. */
  public static final int WIDE = WIDE_WORDS * BITS;

  /** Parts of a triple: factors and product. */
  public static final int X = 0;

  public static final int Y = 1;
  public static final int Z = 2;

  /** Start of the planes in an input mask or in random bits, after the bits word. */
  public static final int BIT_PLANES = 1;

  private static final int PARTS = 3;

  private final int macWords;
  private final int garbler;
  private final MaterialKind andTriples;
  private final MaterialKind[] inputMasks = new MaterialKind[2];
  private final MaterialKind randomBits;

  /**
   * Creates the description of material.
   *
   * @param macWords number w of words of Δ_B, and of a MAC of the garbler's bits: 1 or 2
   * @param garbler the party that garbles, 0 or 1
   */
  Material(int macWords, int garbler) {
    this.macWords = macWords;
    this.garbler = garbler;
    int planes = WIDE + narrow();
    this.andTriples = new MaterialKind("AND triples", PARTS + PARTS * planes);
    for (int party = 0; party < inputMasks.length; party++) {
      int ofOwner = party == garbler ? narrow() : WIDE;
      inputMasks[party] = new MaterialKind("input mask of party " + (party + 1), 1 + ofOwner);
    }
    this.randomBits = new MaterialKind("random bits", 1 + planes);
  }

  /** Returns the number w of words of Δ_B, and of a MAC of the garbler's bits. */
  public int macWords() {
    return macWords;
  }

  /** Returns the party that garbles. */
  public int garbler() {
    return garbler;
  }

  /** Returns the number of longs of the narrow planes. */
  public int narrow() {
    return macWords * BITS;
  }

  /**
   * Returns the kind of 64 triples [[x]], [[y]], [[z]] with z = x ∧ y, uniform otherwise. Layout of
   * 3 + 3 (128 + 64 w) longs: the bits words of x, y and z; then for each of them the wide planes
   * and the narrow planes.
   */
  public MaterialKind andTriples() {
    return andTriples;
  }

  /** Returns the place of the bits word of a part in a triple item. */
  public static int tripleBits(int part) {
    return part;
  }

  /** Returns the start of the wide planes of a part in a triple item; the narrow ones follow. */
  public int tripleWide(int part) {
    return PARTS + part * (WIDE + narrow());
  }

  /** Returns the start of the narrow planes of a part in a triple item. */
  public int tripleNarrow(int part) {
    return tripleWide(part) + WIDE;
  }

  /**
   * Returns the kind of 64 bits [[r]] with uniform r known to the owner: the other party's share is
   * zero and has no MAC. Layout of 1 + 64 w longs for the garbler's, 1 + 128 for the evaluator's:
   * the bits word, zero at the other party; from {@link #BIT_PLANES} on the planes, of MACs at the
   * owner and of keys at the other party.
   */
  public MaterialKind inputMask(int party) {
    return inputMasks[party];
  }

  /**
   * Returns the kind of 64 bits [[r]] with uniform r known to nobody. Layout of 1 + 128 + 64 w
   * longs: the bits word; from {@link #BIT_PLANES} on the wide planes, then the narrow ones.
   */
  public MaterialKind randomBits() {
    return randomBits;
  }
}

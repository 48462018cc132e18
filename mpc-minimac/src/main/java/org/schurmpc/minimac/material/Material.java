package org.schurmpc.minimac.material;

import java.util.Arrays;
import org.schurmpc.core.prep.MaterialKind;

/**
 * The preprocessing that the protocols of this module consume, and the memory layout of its items.
 * Values over the wires' code are over C* without down conversion and over C with down conversion.
 */
public final class Material {
  private static final int AND_WORDS = 19;
  private static final int TRIPLE_WORDS = 3;
  private static final int PAIR_WORDS = 2;

  private final AuthWord word;
  private final MaterialKind and;
  private final MaterialKind triple;
  private final MaterialKind pair;
  private final MaterialKind[] inputMasks;
  private final MaterialKind outputMask;
  private final MaterialKind random;

  /**
   * Creates the kinds of material.
   *
   * @param word memory layout of a representation; all items consist of representations
   */
  public Material(AuthWord word) {
    this.word = word;
    this.and = kind("AND gate", AND_WORDS);
    this.triple = kind("triple", TRIPLE_WORDS);
    this.pair = kind("pair", PAIR_WORDS);
    this.inputMasks = new MaterialKind[word.parties()];
    Arrays.setAll(inputMasks, party -> kind("input mask of party " + (party + 1), 1));
    this.outputMask = kind("output mask", 1);
    this.random = kind("random word", 1);
  }

  private MaterialKind kind(String name, int words) {
    return new MaterialKind(name, words * word.longs());
  }

  /** Returns the memory layout of a representation. */
  public AuthWord word() {
    return word;
  }

  /**
   * Returns the kind for an AND gate on packed bits (DLT14, section 4.3): [[a]], [[b]] over the
   * wires' code, [[a and b]]*, then [[b_i]] and [[a_i]] for i = 0..7, where a_i has bit i of each
   * symbol of a and is zero elsewhere. The redundancy of words over C* is uniform.
   */
  public MaterialKind and() {
    return and;
  }

  public int a() {
    return 0;
  }

  public int b() {
    return word.longs();
  }

  public int c() {
    return 2 * word.longs();
  }

  /**
   * Returns the offset of [[b_0]], ..., [[b_7]], [[a_0]], ..., [[a_7]]: the factors of epsilon's
   * and delta's bits.
   */
  public int bitParts() {
    return 3 * word.longs();
  }

  /**
   * Returns the kind for an AND gate on bytes: [[b]], [[a]] with a and b uniform in C, then [[c]]*
   * with c = a * b in its data, symbol by symbol, and uniform redundancy.
   */
  public MaterialKind triple() {
    return triple;
  }

  public int tripleB() {
    return 0;
  }

  public int tripleA() {
    return word.longs();
  }

  public int tripleC() {
    return 2 * word.longs();
  }

  /**
   * Returns the kind of pairs: [[s]] with s uniform in C, then [[s]]* with equal data and uniform
   * redundancy.
   */
  public MaterialKind pair() {
    return pair;
  }

  public int s() {
    return 0;
  }

  public int star() {
    return word.longs();
  }

  /**
   * Returns the kind of [[r]] over C known to one party. The data of r are uniform among possible
   * inputs; the other parties' shares are zero.
   */
  public MaterialKind inputMask(int party) {
    return inputMasks[party];
  }

  /** Returns the kind of [[o]]* with zero data, uniform in C* otherwise. */
  public MaterialKind outputMask() {
    return outputMask;
  }

  /**
   * Returns the kind of [[r]] over the wires' code, known to nobody. The data of r are uniform
   * among possible wire values; the redundancy is uniform if the code is C*.
   */
  public MaterialKind random() {
    return random;
  }
}

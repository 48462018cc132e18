package org.schurmpc.minimac.material;

import java.util.Arrays;
import org.schurmpc.core.prep.MaterialKind;

/**
 * The preprocessing that the protocols of this module consume and how an item lies in memory. What
 * is over the wires' code is over C* without down conversion and over C with it.
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
   * @param word how a representation lies in memory, of which all items are made
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

  /** How a representation lies in memory. */
  public AuthWord word() {
    return word;
  }

  /**
   * For an AND gate on packed bits (DLT14, section 4.3): [[a]], [[b]] over the wires' code, [[a and
   * b]]*, then [[b_i]] and [[a_i]] for i = 0..7, where a_i has bit i of each symbol of a and is
   * zero elsewhere. The redundancy of what is over C* is uniform.
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

  /** [[b_0]], ..., [[b_7]], [[a_0]], ..., [[a_7]]: the factors of epsilon's and delta's bits. */
  public int bitParts() {
    return 3 * word.longs();
  }

  /**
   * For an AND gate on bytes: [[b]], [[a]] with a and b uniform in C, then [[c]]* with c = a * b in
   * its data, symbol by symbol, and uniform redundancy.
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

  /** [[s]] with s uniform in C, then [[s]]* with the same data and uniform redundancy. */
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
   * [[r]] over C that one party knows, its data uniform among what inputs can be: the other
   * parties' shares are zero.
   */
  public MaterialKind inputMask(int party) {
    return inputMasks[party];
  }

  /** [[o]]* with zero data and otherwise uniform in C*. */
  public MaterialKind outputMask() {
    return outputMask;
  }

  /**
   * [[r]] over the wires' code, known to nobody: its data uniform among what wires can hold, and
   * its redundancy uniform where the code is C*.
   */
  public MaterialKind random() {
    return random;
  }
}

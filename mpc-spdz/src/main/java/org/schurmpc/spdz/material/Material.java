package org.schurmpc.spdz.material;

import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.silent.LpnParameters;

/**
 * The preprocessing that SPDZ consumes over one field (KSS13, Table 1), and the memory layout of
 * its items: values one after the other, each a share followed by the share of its MAC, an element
 * of the field each. The shares of all parties add up to the value, those of MACs to value * α, and
 * the parties' keys to α.
 *
 * <p>A store's key is this party's share of α, one element.
 */
public final class Material {
  /** Index of the first value of a triple c = a b. */
  public static final int A = 0;

  public static final int B = 1;
  public static final int C = 2;

  /** Parameters of the round that begins with what a session left. */
  public static final LpnParameters VOLE_START = LpnParameters.SMALL;

  private static final int USUAL_SIGMA = 64;

  /** Number of bits of security lost to the check of MACs, whose error is 2/|F|. */
  private static final int CHECK_LOSS = 2;

  /**
   * Maximum statistical security in bits: each element is 2^-112 or less from uniform, and there
   * may be 2^32 elements.
   */
  private static final int MOST_SIGMA = 80;

  private final Field field;
  private final int sigma;
  private final String storeName;

  /**
   * Creates the kinds of material.
   *
   * @param sigma statistical security of its generation, in bits
   */
  public Material(Field field, int sigma) {
    this(field, sigma, "spdz over %s, σ %d".formatted(field.name(), sigma));
  }

  private Material(Field field, int sigma, String storeName) {
    this.field = field;
    this.sigma = sigma;
    this.storeName = storeName;
  }

  /** Returns these kinds in a store of another name, which holds other material, too. */
  Material named(String name) {
    return new Material(field, sigma, name);
  }

  /** Creates the kinds of material with the usual security. */
  public Material(Field field) {
    this(field, usualSigma(field));
  }

  /** Returns the maximum statistical security of a field in bits: 38 over GF(2^40). */
  public static int maxSigma(Field field) {
    return Math.min(field.bits() - CHECK_LOSS, MOST_SIGMA);
  }

  /**
   * Returns the usual statistical security: 64 bits, or the maximum of the field if that is less.
   */
  public static int usualSigma(Field field) {
    return Math.min(maxSigma(field), USUAL_SIGMA);
  }

  public Field field() {
    return field;
  }

  /** Returns the name of a store: what the material is for. */
  public String storeName() {
    return storeName;
  }

  /** Returns the number of longs of a value: its share and its MAC's. */
  public int valueLongs() {
    return 2 * field.limbs();
  }

  private MaterialKind kind(String name, int values) {
    return new MaterialKind(name, values * valueLongs());
  }

  /** Returns the kind of a, b, c with c = a b. */
  public MaterialKind triples() {
    return kind("triples", 3);
  }

  /** Returns the kind of a, b with b = a^2; for prime fields only. */
  public MaterialKind squares() {
    return kind("squares", 2);
  }

  /** Returns the kind of a uniform bit: 0 or 1. */
  public MaterialKind bits() {
    return kind("bits", 1);
  }

  /** Returns the kind of a, b with a b = 1; for prime fields only. */
  public MaterialKind inverses() {
    return kind("inverses", 2);
  }

  /**
   * Returns the kind of a uniform value r known to the owner. After the shares follows r itself at
   * the owner, and zero at the other parties.
   */
  public MaterialKind inputs(int owner) {
    return known("inputs of party ", owner);
  }

  /**
   * Returns the kind of a uniform bit known to the owner, which has proven that it is 0 or 1; for
   * prime fields only. The layout is that of {@link #inputs}, with the bit itself as an element.
   */
  public MaterialKind ownBits(int owner) {
    return known("bits of party ", owner);
  }

  /**
   * Returns the kind of what a session of silent VOLE leaves for the next one: with each peer in
   * turn as many values u as {@link #VOLE_START} keeps, then as many q and t with q + t = u α for α
   * of the party that holds t.
   */
  public MaterialKind voleStarts(int parties) {
    int each = 3 * VOLE_START.kept() * field.limbs();
    return new MaterialKind("starts of VOLE", Math.multiplyExact(parties - 1, each));
  }

  private MaterialKind known(String name, int owner) {
    return new MaterialKind(name + (owner + 1), valueLongs() + field.limbs());
  }
}

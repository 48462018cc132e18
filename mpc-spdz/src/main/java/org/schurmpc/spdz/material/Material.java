package org.schurmpc.spdz.material;

import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.MaterialKind;

/**
 * The preprocessing that SPDZ consumes over one field (KSS13, Table 1), and how an item lies in
 * memory: values one after the other, each a share and behind it the share of its MAC, an element
 * of the field each. The shares of all parties add up to the value, those of MACs to value * α, and
 * the parties' keys to α.
 *
 * <p>A store's key is this party's share of α, one element.
 */
public final class Material {
  /** The values of a triple: c = a b. */
  public static final int A = 0;

  public static final int B = 1;
  public static final int C = 2;

  private static final int USUAL_SIGMA = 64;

  /** The error of the check of MACs is 2/|F|, so the field holds so many bits less. */
  private static final int CHECK_LOSS = 2;

  /** Elements are 2^-112 or less from uniform each, and there may be 2^32 of them. */
  private static final int MOST_SIGMA = 80;

  private final Field field;
  private final int sigma;

  /**
   * @param sigma the statistical security with which it is made, in bits
   */
  public Material(Field field, int sigma) {
    this.field = field;
    this.sigma = sigma;
  }

  /** With the usual security. */
  public Material(Field field) {
    this(field, usualSigma(field));
  }

  /** The most statistical security that a field gives: 38 bits over GF(2^40). */
  public static int maxSigma(Field field) {
    return Math.min(field.bits() - CHECK_LOSS, MOST_SIGMA);
  }

  /** 64 bits, or as many as the field gives. */
  public static int usualSigma(Field field) {
    return Math.min(maxSigma(field), USUAL_SIGMA);
  }

  public Field field() {
    return field;
  }

  /** What this material is for: the name of its store. */
  public String storeName() {
    return "spdz over %s, σ %d".formatted(field.name(), sigma);
  }

  /** The longs of a value: its share and its MAC's. */
  public int valueLongs() {
    return 2 * field.limbs();
  }

  private MaterialKind kind(String name, int values) {
    return new MaterialKind(name, values * valueLongs());
  }

  /** a, b, c with c = a b. */
  public MaterialKind triples() {
    return kind("triples", 3);
  }

  /** a, b with b = a^2; of prime fields only. */
  public MaterialKind squares() {
    return kind("squares", 2);
  }

  /** A uniform bit: 0 or 1. */
  public MaterialKind bits() {
    return kind("bits", 1);
  }

  /** a, b with a b = 1; of prime fields only. */
  public MaterialKind inverses() {
    return kind("inverses", 2);
  }

  /**
   * A uniform value r that the owner knows; r itself is behind it at the owner, and zero elsewhere.
   */
  public MaterialKind inputs(int owner) {
    return new MaterialKind("inputs of party " + (owner + 1), valueLongs() + field.limbs());
  }
}

package org.schurmpc.minimac.material;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.eval.SecurityFloor;

/**
 * A code C over GF(2^8) with its Schur square C*, and the security that they give.
 *
 * <p>A forged word of C* differs from the authentic one in at least d* positions, in each of which
 * the MAC key must be guessed. This gives 8 d* bits of statistical security, of which at most
 * {@value #MAX_SIGMA} are claimed.
 */
public final class MiniMacCode {
  public static final int MAX_SIGMA = 128;

  private static final Pattern NAME = Pattern.compile("([1-9][0-9]{0,2})x([1-9][0-9]{0,2})");

  private final ReedSolomon c;
  private final ReedSolomon star;

  public MiniMacCode(ReedSolomon c) {
    this.c = c;
    this.star = c.schurSquare();
  }

  /**
   * Returns the code of a name such as {@code 255x85}.
   *
   * @throws Refused if there is none, or if the code gives less security than {@link SecurityFloor}
   *     requires
   */
  public static MiniMacCode named(String name) throws Refused {
    Matcher matcher = NAME.matcher(name);
    if (!matcher.matches()) {
      throw new Refused("code is length x dimension, as 255x85, not '" + name + "'");
    }
    int n = Integer.parseInt(matcher.group(1));
    int k = Integer.parseInt(matcher.group(2));
    if (n > Codeword.POSITIONS) {
      throw new Refused(
          "code %s is longer than the %d elements of GF(2^8)".formatted(name, Codeword.POSITIONS));
    }
    int sigma = sigma(n, k);
    if (sigma < SecurityFloor.SIGMA) {
      throw new Refused(
          "code %s gives %d bits of security, 8 (n - 2 (k - 1)), and at least %d are needed"
              .formatted(name, Math.max(sigma, 0), SecurityFloor.SIGMA));
    }
    try {
      return new MiniMacCode(ReedSolomon.named(name));
    } catch (IllegalArgumentException e) {
      throw new Refused(e.getMessage());
    }
  }

  /** Returns C, of dimension k. */
  public ReedSolomon c() {
    return c;
  }

  /** Returns C*, of dimension 2k - 1. */
  public ReedSolomon star() {
    return star;
  }

  public int sigma() {
    return sigma(c.n(), c.k());
  }

  /** Returns the statistical security; the distance of C* is n - 2 (k - 1). */
  private static int sigma(int n, int k) {
    return Math.min(8 * (n - 2 * (k - 1)), MAX_SIGMA);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MiniMacCode code && code.c.equals(c);
  }

  @Override
  public int hashCode() {
    return c.hashCode();
  }

  @Override
  public String toString() {
    return c.name();
  }
}

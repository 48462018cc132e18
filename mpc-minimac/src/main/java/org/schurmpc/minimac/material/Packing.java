package org.schurmpc.minimac.material;

import java.util.Locale;
import org.schurmpc.core.code.Codeword;

/** How instances of a circuit lie in the data symbols of a word. */
public enum Packing {
  /** One in each symbol, which is 0 or 1: AND is the product in F_256. */
  BYTES(1),
  /** One in each bit of each symbol (DLT14, section 4.3). */
  BITS(Codeword.PLANES);

  private final int planes;

  Packing(int planes) {
    this.planes = planes;
  }

  /** The bits of a symbol that are used, from the lowest on. */
  public int planes() {
    return planes;
  }

  /** The symbol in which every lane is one. */
  public int one() {
    return (1 << planes) - 1;
  }

  /** Returns the name by which users choose the constant. */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT);
  }
}

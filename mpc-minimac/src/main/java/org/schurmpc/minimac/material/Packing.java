package org.schurmpc.minimac.material;

import java.util.Locale;
import org.schurmpc.core.code.Codeword;

/** The placement of instances of a circuit in the data symbols of a word. */
public enum Packing {
  /** One instance in each symbol, which is 0 or 1: AND is the product in F_256. */
  BYTES(1),
  /** One instance in each bit of each symbol (DLT14, section 4.3). */
  BITS(Codeword.PLANES);

  private final int planes;

  Packing(int planes) {
    this.planes = planes;
  }

  /** Returns the number of bits of a symbol that are used, from the lowest on. */
  public int planes() {
    return planes;
  }

  /** Returns the symbol in which every lane is one. */
  public int one() {
    return (1 << planes) - 1;
  }

  /** Returns the constant's name for users. */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT);
  }
}

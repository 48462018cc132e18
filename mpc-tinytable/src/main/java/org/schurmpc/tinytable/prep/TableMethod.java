package org.schurmpc.tinytable.prep;

/** The method of making the products whose sums are the entries of a table of n input bits. */
public enum TableMethod {
  /**
   * All products of the masks' bits at once, from those of the halves (the Demux of Keller, Orsini,
   * Rotaru, Scholl, Soria-Vazquez, Vivek, KORSVV17, over GF(2)): 2^n - n - 1 triples for each
   * table.
   */
  DEMUX("demux"),

  /**
   * Each entry separately, n - 1 products (DNNR17, section 4): 2^n (n - 1) triples for each table.
   */
  PER_ENTRY("per-entry");

  private final String text;

  TableMethod(String text) {
    this.text = text;
  }

  /** Returns the method's name for users. */
  public String text() {
    return text;
  }

  /**
   * Returns the method with a name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static TableMethod named(String text) {
    for (TableMethod method : values()) {
      if (method.text.equals(text)) {
        return method;
      }
    }
    throw new IllegalArgumentException(
        "tables are made by '%s' or by '%s', not by '%s'".formatted(DEMUX, PER_ENTRY, text));
  }

  /** Returns the number of triples for a table of {@code inputBits} input bits. */
  public long triples(int inputBits) {
    return switch (this) {
      case DEMUX -> (1L << inputBits) - inputBits - 1;
      case PER_ENTRY -> (inputBits - 1L) << inputBits;
    };
  }

  @Override
  public String toString() {
    return text;
  }
}

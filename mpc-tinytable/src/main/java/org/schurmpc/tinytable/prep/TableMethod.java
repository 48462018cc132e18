package org.schurmpc.tinytable.prep;

/** How the products are made of which the entries of a table of n input bits are sums. */
public enum TableMethod {
  /**
   * All products of the masks' bits at once, from those of the halves (the Demux of Keller, Orsini,
   * Rotaru, Scholl, Soria-Vazquez, Vivek, KORSVV17, over GF(2)): 2^n - n - 1 triples a table.
   */
  DEMUX("demux"),

  /** Each entry by itself, n - 1 products (DNNR17, section 4): 2^n (n - 1) triples a table. */
  PER_ENTRY("per-entry");

  private final String text;

  TableMethod(String text) {
    this.text = text;
  }

  /** As users call it. */
  public String text() {
    return text;
  }

  /**
   * The method that users call so.
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

  /** The triples that a table of so many input bits takes. */
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

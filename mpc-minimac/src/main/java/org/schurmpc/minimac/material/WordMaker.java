package org.schurmpc.minimac.material;

import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.crypto.Secrets;

/** Makes items of one word whose data are uniform bits in some planes of the symbols. */
final class WordMaker implements ItemMaker {
  /** The representation that is made of the data. */
  interface Form {
    /** Deals the representation of a word with these data symbols. */
    void deal(long[] data, int offset);
  }

  private final DealtWords words;
  private final int planes;
  private final Form form;
  private final long[] data = new long[Codeword.LONGS];

  private WordMaker(DealtWords words, int planes, Form form) {
    this.words = words;
    this.planes = planes;
    this.form = form;
  }

  /**
   * Makes {@link Material#inputMask}. With one lane for each symbol, its data are symbols 0 and 1.
   */
  static WordMaker inputMask(DealtWords words, Packing packing, int owner) {
    return new WordMaker(
        words, packing.planes(), (data, offset) -> words.dealOwned(data, owner, offset));
  }

  /** Makes {@link Material#outputMask}. */
  static WordMaker outputMask(DealtWords words) {
    return new WordMaker(words, 0, words::dealStar);
  }

  /** Makes {@link Material#random}. */
  static WordMaker random(DealtWords words, Packing packing, boolean star) {
    return new WordMaker(words, packing.planes(), star ? words::dealStar : words::deal);
  }

  @Override
  public void make(int offset) {
    if (planes > 0) {
      words.drawData(data, planes);
    }
    form.deal(data, offset);
  }

  @Override
  public void wipe() {
    Secrets.wipe(data);
  }
}

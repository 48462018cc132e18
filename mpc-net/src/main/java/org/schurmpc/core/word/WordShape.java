package org.schurmpc.core.word;

/**
 * How the words of a run are chosen. Masks are added by {@link WordPair} and never leave a batch.
 */
public sealed interface WordShape {
  /** Returns the class of the words. */
  WordClass wordClass();

  /** Describes words that callers ask for. */
  sealed interface Wanted extends WordShape {}

  /**
   * Words whose data symbols the owner chooses. The free symbols beyond the data are uniform.
   *
   * @param wordClass {@link WordClass#C} or {@link WordClass#STAR}
   */
  record Given(WordClass wordClass) implements Wanted {
    public Given {
      if (wordClass == WordClass.ZERO_DATA) {
        throw new IllegalArgumentException("the data of these words are zero, not given");
      }
    }
  }

  /**
   * Eight words of C for each word of data that the owner chooses: word i of eight has the bits of
   * the data's plane i in plane i of its data, which are zero elsewhere.
   */
  record Planes() implements Wanted {
    @Override
    public WordClass wordClass() {
      return WordClass.C;
    }
  }

  /** Words that are uniform in their class. */
  record Free(WordClass wordClass) implements Wanted {}

  /** Uniform words that mask the combinations of a class when it is checked, one for each. */
  record OpenMask(WordClass wordClass) implements WordShape {}

  /**
   * Words of C* that mask the sums of words that are tied to authenticated bits: bits of the owner
   * are behind their data, and the other free symbols are uniform.
   */
  record TieMask() implements WordShape {
    @Override
    public WordClass wordClass() {
      return WordClass.STAR;
    }
  }
}

package org.schurmpc.core.word;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Lays out the words of a batch: those asked for, then masks. Words are made in this order. */
final class WordPlan {
  /**
   * Describes consecutive words of one shape.
   *
   * @param first the index of the first word, among masks if the shape is one, else among the words
   *     asked for
   * @param owner as in {@link WordRun}
   */
  record Segment(WordShape shape, int first, int count, int owner) {
    /** Whether a party has shares of these words. */
    boolean ownedBy(int party) {
      return owner == WordRun.BOTH || owner == party;
    }

    boolean isMask() {
      return !(shape instanceof WordShape.Wanted);
    }
  }

  private final List<Segment> segments = new ArrayList<>();
  private final Set<WordClass> classes = EnumSet.noneOf(WordClass.class);
  private final int words;
  private final int masks;

  /**
   * Lays out a batch.
   *
   * @param tied whether words are tied to authenticated bits, which takes masks
   */
  WordPlan(WordParameters parameters, List<WordRun> runs, boolean tied) {
    int at = 0;
    for (WordRun run : runs) {
      segments.add(new Segment(run.shape(), at, run.count(), run.owner()));
      classes.add(run.shape().wordClass());
      at = Math.addExact(at, run.count());
    }
    this.words = at;
    if (tied) {
      classes.add(WordClass.STAR);
    }
    at = 0;
    for (WordClass each : classes) {
      at = addMasks(new WordShape.OpenMask(each), parameters.openChecks(), at);
    }
    this.masks = tied ? addMasks(new WordShape.TieMask(), parameters.tieChecks(), at) : at;
  }

  private int addMasks(WordShape shape, int count, int at) {
    segments.add(new Segment(shape, at, count, WordRun.BOTH));
    return at + count;
  }

  /** Returns all words in the order in which they are made. */
  List<Segment> segments() {
    return segments;
  }

  /** Returns the classes of all words but open masks, in the order of their declaration. */
  Set<WordClass> classes() {
    return classes;
  }

  /** Returns the masks of the combinations of a class. */
  Segment openMasks(WordClass of) {
    return mask(new WordShape.OpenMask(of));
  }

  /** Returns the masks of the sums of tied words. */
  Segment tieMasks() {
    return mask(new WordShape.TieMask());
  }

  private Segment mask(WordShape shape) {
    return segments.stream()
        .filter(segment -> segment.shape().equals(shape))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("a batch without " + shape));
  }

  /** Returns the number of words asked for. */
  int words() {
    return words;
  }

  /** Returns the number of masks. */
  int masks() {
    return masks;
  }
}

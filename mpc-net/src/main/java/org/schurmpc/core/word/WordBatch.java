package org.schurmpc.core.word;

import java.util.function.IntFunction;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.crypto.Secrets;

/**
 * Words made at once by a {@link WordPair}. A word is {@value #LONGS} longs at this party, three
 * words in the format of {@link Codeword}: its share, the MAC that this party holds for its share,
 * and its key for the peer's share. Coordinate by coordinate, mac = alpha * share + key with alpha
 * and key of the peer.
 *
 * <p>Nothing leaves the batch before {@link WordChecks#check} has returned.
 */
public final class WordBatch {
  /** Offset of the share in a word. */
  public static final int SHARE = 0;

  /** Offset of the MAC in a word. */
  public static final int MAC = Codeword.LONGS;

  /** Offset of the key in a word. */
  public static final int KEY = 2 * Codeword.LONGS;

  /** Number of longs of a word. */
  public static final int LONGS = 3 * Codeword.LONGS;

  private enum State {
    MADE,
    CHECKED,
    GONE
  }

  private final WordPair pair;
  private final WordPlan plan;
  private final TiedBits bits;
  private final long[] words;
  private final long[] masks;
  private State state = State.MADE;

  /**
   * Makes room for words.
   *
   * @param bits the bits to which words with given data are tied, or null
   */
  WordBatch(WordPair pair, WordPlan plan, TiedBits bits) {
    this.pair = pair;
    this.bits = bits;
    this.plan = plan;
    IntFunction<long[]> room = count -> new long[Math.multiplyExact(LONGS, count)];
    this.words = room.apply(plan.words());
    this.masks = room.apply(plan.masks());
  }

  /** Returns the number of words that were asked for. */
  public int words() {
    return plan.words();
  }

  /**
   * Returns the words in the order of the runs, {@value #LONGS} longs each; not a copy. From now on
   * they belong to the caller.
   *
   * @throws IllegalStateException if the words have not been checked, or were released before
   */
  public long[] release() {
    if (state != State.CHECKED) {
      throw new IllegalStateException(
          state == State.MADE ? "the words have not been checked" : "the words are gone");
    }
    state = State.GONE;
    return words;
  }

  /** Requires that this batch was made by a pair and not checked yet. */
  void requireMadeBy(WordPair by) {
    if (pair != by) {
      throw new IllegalArgumentException("words of another pair");
    }
    if (state != State.MADE) {
      throw new IllegalStateException("the words were checked before");
    }
  }

  WordPlan plan() {
    return plan;
  }

  /** Returns the bits to which words with given data are tied, or null. */
  TiedBits bits() {
    return bits;
  }

  /** Returns the array that holds a segment, not a copy. */
  long[] holding(WordPlan.Segment segment) {
    return segment.isMask() ? masks : words;
  }

  /** Notes that all checks have passed. */
  void passed() {
    state = State.CHECKED;
    Secrets.wipe(masks);
  }

  /** Wipes the words, unless they were released. */
  public void wipe() {
    if (state != State.GONE) {
      Secrets.wipe(words);
    }
    Secrets.wipe(masks);
    state = State.GONE;
  }
}

package org.schurmpc.core.run;

/** What becomes of a computation whose store runs low. All parties choose the same. */
public final class Refill {
  private enum How {
    NONE,
    ON_THE_FLY,
    BACKGROUND
  }

  private static final Refill NONE = new Refill(How.NONE, 0, 0);
  private static final Refill ON_THE_FLY = new Refill(How.ON_THE_FLY, 0, 0);

  private final How how;
  private final long low;
  private final long high;

  private Refill(How how, long low, long high) {
    this.how = how;
    this.low = low;
    this.high = high;
  }

  /** It ends with {@link org.schurmpc.core.abort.Exhausted}. */
  public static Refill none() {
    return NONE;
  }

  /**
   * When the store has run out, the protocol's own preprocessing makes what each evaluation needs
   * when it begins; nothing of it is kept.
   */
  public static Refill onTheFly() {
    return ON_THE_FLY;
  }

  /**
   * The protocol's own preprocessing fills the store while the computation goes on, in a thread and
   * on a connection of its own: as soon as there is material for fewer evaluations than {@code
   * low}, until there is for {@code high}. An evaluation for which there is none waits. What is
   * left when the computation ends is there for the next.
   *
   * @param low at least 1
   * @param high at least {@code low}
   */
  public static Refill background(long low, long high) {
    if (low < 1 || high < low) {
      throw new IllegalArgumentException("a store between " + low + " and " + high);
    }
    return new Refill(How.BACKGROUND, low, high);
  }

  boolean makesMaterial() {
    return how != How.NONE;
  }

  boolean inBackground() {
    return how == How.BACKGROUND;
  }

  long low() {
    return low;
  }

  long high() {
    return high;
  }

  /** What the parties agree on. */
  String term() {
    return switch (how) {
      case NONE -> "none";
      case ON_THE_FLY -> "ot";
      case BACKGROUND -> "in the background, below " + low + " up to " + high;
    };
  }
}

package org.schurmpc.core.run;

/**
 * Determines what a computation does when its store runs low. All parties choose the same refill.
 */
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

  /**
   * Returns a refill under which the computation ends with {@link
   * org.schurmpc.core.abort.Exhausted}.
   */
  public static Refill none() {
    return NONE;
  }

  /**
   * Returns a refill under which, once the store has run out, the protocol's own preprocessing
   * generates the material of each evaluation when the evaluation begins. This material is not
   * stored.
   */
  public static Refill onTheFly() {
    return ON_THE_FLY;
  }

  /**
   * Returns a refill under which the protocol's own preprocessing fills the store during the
   * computation, in its own thread and on its own connection. Refilling starts when material for
   * fewer than {@code low} evaluations is left, and continues until there is material for {@code
   * high}. An evaluation without material waits. Material that is left when the computation ends
   * remains for the next one.
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

  /** Returns the text on which the parties agree. */
  String term() {
    return switch (how) {
      case NONE -> "none";
      case ON_THE_FLY -> "ot";
      case BACKGROUND -> "in the background, below " + low + " up to " + high;
    };
  }
}

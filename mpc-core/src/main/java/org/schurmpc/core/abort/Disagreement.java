package org.schurmpc.core.abort;

import java.io.Serializable;
import java.util.Optional;

/**
 * Indicates that the parties do not mean the same session. The message names the field in which
 * they differ.
 */
public final class Disagreement extends MpcException {
  /**
   * Describes the term of a session in which the parties differ. All texts are printable, even if
   * the peer wrote them.
   *
   * @param term the name of the term
   * @param here the value at this party in quotes, or "nothing"
   * @param there the value at the peer in quotes, or "nothing"
   * @param peer the name of the peer, such as "party 2"
   */
  public record Difference(String term, String here, String there, String peer)
      implements Serializable {
    /** Returns a sentence with other words for the term and its values. */
    public String sentence(String what, String ours, String theirs) {
      return "the parties differ in %s: %s here, %s at %s".formatted(what, ours, theirs, peer);
    }
  }

  private final Difference difference; // null if the parties differ in no single term

  public Disagreement(String message) {
    this(message, (Throwable) null);
  }

  public Disagreement(String message, Throwable cause) {
    super(message, cause);
    this.difference = null;
  }

  /** Creates an exception that names the term and its values. */
  public Disagreement(Difference difference) {
    super(difference.sentence(difference.term, difference.here, difference.there));
    this.difference = difference;
  }

  /** Returns the term in which the parties differ, if it is a single one. */
  public Optional<Difference> difference() {
    return Optional.ofNullable(difference);
  }

  @Override
  public ExitCode exitCode() {
    return ExitCode.DISAGREEMENT;
  }
}

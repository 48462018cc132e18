package org.schurmpc.cli.compute;

import java.util.Optional;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.Disagreement.Difference;

/** Says in the words of the options and of the configuration in what the parties differ. */
final class DifferenceText {
  private DifferenceText() {}

  /**
   * Returns a disagreement in these words.
   *
   * @param computed the name of the circuit or program at this party
   */
  static Disagreement inWords(Disagreement failure, String computed) {
    return failure
        .difference()
        .flatMap(difference -> sentence(difference, computed))
        .map(sentence -> new Disagreement(sentence, failure))
        .orElse(failure);
  }

  private static Optional<String> sentence(Difference difference, String computed) {
    String here = difference.here();
    String there = difference.there();
    return switch (difference.term()) {
      case "circuit", "program" ->
          Optional.of(
              difference.sentence(
                  difference.term() + ", by its SHA-256", computed + " with " + here, there));
      case "instances" ->
          Optional.of(difference.sentence("lanes, the lines of their inputs", here, there));
      case "preprocessing store" ->
          Optional.of(
              difference.sentence(
                  "where the preprocessing comes from", source(here), source(there)));
      default -> Optional.empty();
    };
  }

  /** Returns where material comes from; a dealer's number tells its dealings apart. */
  private static String source(String value) {
    return switch (value) {
      case "'own'" -> "the parties themselves";
      case "'stored'" -> "a store";
      default -> "the dealer's " + value;
    };
  }
}

package org.schurmpc.cli.option;

import java.util.Optional;

/**
 * Implemented by commands, and by their mixins, that do not take options which other commands take:
 * says why, to whoever gives one.
 */
public interface OptionsElsewhere {
  /**
   * Returns why the command does not take an option.
   *
   * @param option the option's name with its dashes
   * @return a sentence without a full stop; empty if the option is not known here
   */
  Optional<String> why(String option);
}

package org.schurmpc.core.program;

import java.util.Objects;
import java.util.Optional;

/**
 * A program that comes with its language.
 *
 * @param name the name, for command lines: lower-case letters, digits and underscores
 * @param source the class, for {@link ProgramLanguage#compile}
 * @param second the name of the second field that the program takes
 * @param description a sentence for people, with the arguments and their defaults
 */
public record ReadyProgram(
    String name, Class<?> source, Optional<String> second, String description) {
  public ReadyProgram {
    Objects.requireNonNull(name);
    Objects.requireNonNull(source);
    Objects.requireNonNull(second);
    Objects.requireNonNull(description);
  }
}

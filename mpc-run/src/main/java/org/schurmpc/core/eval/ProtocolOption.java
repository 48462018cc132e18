package org.schurmpc.core.eval;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.schurmpc.core.abort.Refused;

/**
 * Describes an option of a protocol: its name, values, default and one line of help. Command lines,
 * configurations and reports take options from {@link Protocol#options()}; the protocol reads and
 * validates a value with {@link #of} or {@link #numberOf}.
 *
 * <p>Options of several protocols may share a name, and a front end then offers the name once.
 */
public final class ProtocolOption {
  private final String name;
  private final String values;
  private final List<String> words; // empty for a text or a number
  private final int least;
  private final int most;
  private final Optional<String> otherwise;
  private final Optional<String> measured;
  private final String help;

  private ProtocolOption(
      String name,
      String values,
      List<String> words,
      int least,
      int most,
      Optional<String> otherwise,
      Optional<String> measured,
      String help) {
    if (!name.matches("[a-z][a-z0-9-]*")) {
      throw new IllegalArgumentException("an option named '" + name + "'");
    }
    this.name = name;
    this.values = values;
    this.words = words;
    this.least = least;
    this.most = most;
    this.otherwise = otherwise;
    this.measured = measured;
    this.help = Objects.requireNonNull(help);
  }

  /**
   * Returns an option whose value is one of a few words.
   *
   * @param otherwise the default, one of the words
   * @param help the effect of the option, as part of a sentence
   */
  public static ProtocolOption choice(
      String name, List<String> words, String otherwise, String help) {
    if (!words.contains(otherwise)) {
      throw new IllegalArgumentException(otherwise + " is none of " + words);
    }
    return new ProtocolOption(
        name,
        String.join("|", words),
        List.copyOf(words),
        0,
        0,
        Optional.of(otherwise),
        Optional.empty(),
        help);
  }

  /**
   * Returns an option whose value is one of a few words and whose default depends on other options.
   */
  public static ProtocolOption choice(String name, List<String> words, String help) {
    return new ProtocolOption(
        name,
        String.join("|", words),
        List.copyOf(words),
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        help);
  }

  /** Returns an option whose value is an integer from {@code least} to {@code most}. */
  public static ProtocolOption number(
      String name, int least, int most, int otherwise, String help) {
    return new ProtocolOption(
        name,
        "N",
        List.of(),
        least,
        most,
        Optional.of(Integer.toString(otherwise)),
        Optional.empty(),
        help + ", %,d to %,d".formatted(least, most));
  }

  /**
   * Returns an option whose value is parsed by the protocol.
   *
   * @param values how help shows a value, such as {@code NxK}
   * @param otherwise the default; empty if it depends on other options
   */
  public static ProtocolOption text(
      String name, String values, Optional<String> otherwise, String help) {
    return new ProtocolOption(name, values, List.of(), 0, 0, otherwise, Optional.empty(), help);
  }

  /**
   * Returns this option with a default of its own for measurements, whose numbers are to compare
   * with those of a paper.
   */
  public ProtocolOption measuredAt(String value) {
    return new ProtocolOption(
        name, values, words, least, most, otherwise, Optional.of(value), help);
  }

  /**
   * Returns the name in lower case, as in a configuration. On a command line the name follows two
   * dashes.
   */
  public String name() {
    return name;
  }

  /** Returns how help shows a value: a list of words, or a placeholder. */
  public String values() {
    return values;
  }

  /** Returns the valid words; empty for numbers and texts. */
  public List<String> words() {
    return words;
  }

  /** Returns the default; empty if the default depends on other options. */
  public Optional<String> otherwise() {
    return otherwise;
  }

  /** Returns the default for measurements; empty if they take the usual default. */
  public Optional<String> measured() {
    return measured;
  }

  /** Returns the effect of the option, in one line without a full stop. */
  public String help() {
    return help;
  }

  /**
   * Returns the value that a caller chose, or the default.
   *
   * @param protocol named in messages
   * @throws Refused if the value is none of the words
   * @throws IllegalStateException if none was chosen and there is no default
   */
  public String of(String protocol, ProtocolOptions options) throws Refused {
    return chosen(protocol, options)
        .or(() -> otherwise)
        .orElseThrow(() -> new IllegalStateException(name + " of " + protocol + " has no default"));
  }

  /**
   * Returns the value that a caller chose, if any.
   *
   * @throws Refused if the value is none of the words
   */
  public Optional<String> chosen(String protocol, ProtocolOptions options) throws Refused {
    String value = options.values().get(name);
    if (value != null && !words.isEmpty() && !words.contains(value)) {
      throw new Refused("%s of %s is one of %s, not '%s'".formatted(name, protocol, words, value));
    }
    return Optional.ofNullable(value);
  }

  /**
   * Returns the number that a caller chose, or the default.
   *
   * @throws Refused if the value is no number, out of range, or none of the words
   */
  public int numberOf(String protocol, ProtocolOptions options) throws Refused {
    String value = of(protocol, options);
    if (!words.isEmpty()) {
      return Integer.parseInt(value);
    }
    int number = value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : -1;
    if (number < least || number > most) {
      throw new Refused(
          "%s of %s is %d to %d, not '%s'".formatted(name, protocol, least, most, value));
    }
    return number;
  }

  @Override
  public String toString() {
    return name + " (" + values + ")";
  }
}

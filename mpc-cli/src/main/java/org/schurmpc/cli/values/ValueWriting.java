package org.schurmpc.cli.values;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.schurmpc.core.abort.Refused;

/**
 * Describes how the input values of a circuit, or its output values, are written.
 *
 * @param order the order of the bits of a value
 * @param formats the format of each value; empty if all are in hex
 * @param names the name of each value; empty if values are told apart by their position
 */
public record ValueWriting(ValueOrder order, List<ValueFormat> formats, List<String> names) {
  public ValueWriting {
    formats = List.copyOf(formats);
    names = List.copyOf(names);
  }

  /** Returns the writing of values in hex, by their position. */
  public static ValueWriting hex(ValueOrder order) {
    return new ValueWriting(order, List.of(), List.of());
  }

  /** Returns whether values have names. */
  boolean named() {
    return !names.isEmpty();
  }

  /** Returns the format of a value. */
  ValueFormat format(int index) {
    return formats.isEmpty() ? ValueFormat.HEX : formats.get(index);
  }

  /** Returns the name of a value, or else its number, for messages. */
  String label(int index) {
    return named() ? names.get(index) : "value " + (index + 1);
  }

  /**
   * Checks what a configuration says of one side's values.
   *
   * @param side "input" or "output", the beginning of the keys
   * @param sizes the number of bits of each value
   * @param format the format of all values; empty for hex
   * @param formats the format of each value, if not {@code format}
   * @throws Refused naming the key that does not fit the circuit
   */
  public static ValueWriting of(
      String side,
      int[] sizes,
      ValueOrder order,
      Optional<String> format,
      Optional<List<String>> formats,
      Optional<List<String>> names)
      throws Refused {
    requireEach(side + "_formats", sizes.length, formats);
    requireEach(side + "_names", sizes.length, names);
    requireNames(side + "_names", names.orElse(List.of()));
    ValueFormat usual =
        format.isEmpty() ? ValueFormat.HEX : ValueFormat.named("format", format.get());
    ValueFormat[] all = Collections.nCopies(sizes.length, usual).toArray(ValueFormat[]::new);
    for (int i = 0; formats.isPresent() && i < all.length; i++) {
      all[i] = ValueFormat.named(side + "_formats", formats.get().get(i));
    }
    ValueWriting writing = new ValueWriting(order, List.of(all), names.orElse(List.of()));
    for (int i = 0; i < all.length; i++) {
      all[i].requireFits(side + " " + writing.label(i), sizes[i], order);
    }
    return writing;
  }

  private static void requireEach(String key, int values, Optional<List<String>> texts)
      throws Refused {
    if (texts.isPresent() && texts.get().size() != values) {
      throw new Refused(
          "%s has %d of %d texts: one for each value of the circuit is needed"
              .formatted(key, texts.get().size(), values));
    }
  }

  private static void requireNames(String key, List<String> names) throws Refused {
    if (new HashSet<>(names).size() < names.size()) {
      throw new Refused(key + " has a name twice");
    }
    for (String name : names) {
      if (!name.matches("[A-Za-z_][A-Za-z0-9_.-]{0,63}")) {
        throw new Refused(
            "%s: '%s' is no name: a name has up to 64 letters, digits, dots, dashes and underscores,"
                    .formatted(key, name)
                + " the first a letter or underscore");
      }
    }
  }
}

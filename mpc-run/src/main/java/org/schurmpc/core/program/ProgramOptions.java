package org.schurmpc.core.program;

import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a program is compiled.
 *
 * @param field the name of the field of the program's integers
 * @param second the name of a second, binary field
 * @param parties number of parties
 * @param mixed whether bits are in TinyOT beside numbers; empty for the usual way
 * @param sigmaMask number of bits by which masks are longer than what they hide; empty for the
 *     usual number
 * @param arguments the program's arguments by name, all of which it must ask for
 * @param offered further arguments by name, which it need not ask for
 */
public record ProgramOptions(
    String field,
    Optional<String> second,
    int parties,
    Optional<Boolean> mixed,
    OptionalInt sigmaMask,
    SortedMap<String, Long> arguments,
    SortedMap<String, Long> offered) {
  public ProgramOptions {
    Objects.requireNonNull(field);
    Objects.requireNonNull(second);
    Objects.requireNonNull(mixed);
    Objects.requireNonNull(sigmaMask);
    arguments = Collections.unmodifiableSortedMap(new TreeMap<>(arguments));
    offered = Collections.unmodifiableSortedMap(new TreeMap<>(offered));
  }

  /** Creates options without arguments that the program need not ask for. */
  public ProgramOptions(
      String field,
      Optional<String> second,
      int parties,
      Optional<Boolean> mixed,
      OptionalInt sigmaMask,
      SortedMap<String, Long> arguments) {
    this(field, second, parties, mixed, sigmaMask, arguments, new TreeMap<>());
  }

  /** Creates options with bits where they are usual. */
  public ProgramOptions(
      String field,
      Optional<String> second,
      int parties,
      OptionalInt sigmaMask,
      SortedMap<String, Long> arguments) {
    this(field, second, parties, Optional.empty(), sigmaMask, arguments);
  }
}

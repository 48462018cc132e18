package org.schurmpc.vm.compile;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.field.Field;
import org.schurmpc.vm.code.FieldUse;

/**
 * How a program is compiled.
 *
 * @param field the field of the program's integers
 * @param second the binary field of the program's elements of GF(2^n), if it has any
 * @param parties number of parties, 2 to 16
 * @param mixed whether bits are in TinyOT where that is cheaper, which is for two parties
 * @param sigmaMask number of bits by which masks are longer than what they hide
 * @param arguments the program's arguments
 * @param offered the names of arguments that the program need not ask for
 * @param optimise whether openings are merged into rounds, equal values computed once and unused
 *     ones left out; if not, the program is compiled as it is written
 * @param lines whether the program keeps its source lines
 */
public record CompileOptions(
    Field field,
    Optional<Field> second,
    int parties,
    boolean mixed,
    int sigmaMask,
    SortedMap<String, Long> arguments,
    Set<String> offered,
    boolean optimise,
    boolean lines) {
  private static final int SIGMA_MASK = 40;

  public CompileOptions {
    Objects.requireNonNull(field);
    if (second.isPresent() && (field.isBinary() || !second.get().isBinary())) {
      throw new IllegalArgumentException("of two fields, the first is prime and the second binary");
    }
    arguments = Collections.unmodifiableSortedMap(new TreeMap<>(arguments));
    offered = Set.copyOf(offered);
    if (mixed && (parties != 2 || field.isBinary())) {
      throw new IllegalArgumentException(
          "bits are in TinyOT for two parties and numbers over a prime field alone");
    }
    if (mixed && sigmaMask > FieldUse.MOST_BIT_SIGMA) {
      throw new IllegalArgumentException(
          "bits are in TinyOT for masks that are at most %d bits longer than what they hide, not %d"
              .formatted(FieldUse.MOST_BIT_SIGMA, sigmaMask));
    }
    if (parties < 2 || parties > 16) {
      throw new IllegalArgumentException("a program is for 2 to 16 parties, not for " + parties);
    }
    if (sigmaMask < 0 || sigmaMask > field.bits() - 2) {
      throw new IllegalArgumentException(
          "masks over %s have at most %d bits more than what they hide, not %d"
              .formatted(field.name(), field.bits() - 2, sigmaMask));
    }
  }

  /**
   * Returns the usual options: masks are longer by 40 bits. A field that is too small for such
   * masks is for programs without them.
   */
  public static CompileOptions of(Field field, int parties) {
    int sigmaMask = Math.min(SIGMA_MASK, field.bits() - 2);
    return new CompileOptions(
        field,
        Optional.empty(),
        parties,
        parties == 2 && !field.isBinary(),
        sigmaMask,
        new TreeMap<>(),
        Set.of(),
        true,
        true);
  }

  /** Returns these options with arguments. */
  public CompileOptions with(Map<String, Long> newArguments) {
    return new CompileOptions(
        field,
        second,
        parties,
        mixed,
        sigmaMask,
        new TreeMap<>(newArguments),
        offered,
        optimise,
        lines);
  }

  /**
   * Returns these options with further arguments, none of which the program need ask for.
   *
   * @throws IllegalArgumentException if there is an argument of one of the names
   */
  public CompileOptions offering(Map<String, Long> more) {
    SortedMap<String, Long> all = new TreeMap<>(arguments);
    for (Map.Entry<String, Long> each : more.entrySet()) {
      if (all.put(each.getKey(), each.getValue()) != null) {
        throw new IllegalArgumentException(
            "the argument %s follows from the tables: leave it out".formatted(each.getKey()));
      }
    }
    return new CompileOptions(
        field, second, parties, mixed, sigmaMask, all, more.keySet(), optimise, lines);
  }

  /** Returns these options with a second field, which is binary. */
  public CompileOptions withSecond(Field binary) {
    return new CompileOptions(
        field, Optional.of(binary), parties, mixed, sigmaMask, arguments, offered, optimise, lines);
  }

  /** Returns these options with bits in TinyOT, or over the first field. */
  public CompileOptions withMixed(boolean bits) {
    return new CompileOptions(
        field, second, parties, bits, sigmaMask, arguments, offered, optimise, lines);
  }

  /**
   * Returns these options with another number of bits by which masks are longer. Of more than 80,
   * bits are over the first field.
   */
  public CompileOptions withSigmaMask(int bits) {
    boolean most = mixed && bits <= FieldUse.MOST_BIT_SIGMA;
    return new CompileOptions(
        field, second, parties, most, bits, arguments, offered, optimise, lines);
  }

  /** Returns these options without the passes that change the order or number of instructions. */
  public CompileOptions asWritten() {
    return new CompileOptions(
        field, second, parties, mixed, sigmaMask, arguments, offered, false, lines);
  }

  /** Returns these options without source lines, which compiles faster. */
  public CompileOptions withoutLines() {
    return new CompileOptions(
        field, second, parties, mixed, sigmaMask, arguments, offered, optimise, false);
  }
}

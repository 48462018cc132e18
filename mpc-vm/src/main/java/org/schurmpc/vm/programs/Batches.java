package org.schurmpc.vm.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.schurmpc.vm.lang.Index;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretGf2nArray;
import org.schurmpc.vm.lang.SecretGf2ns;
import org.schurmpc.vm.lang.SecretIntArray;
import org.schurmpc.vm.lang.SecretInts;

/**
 * Applies a function to {@code n} elements at once, {@code batches} times in sequence, in {@code
 * threads} tapes side by side, each with elements of its own (KSS13, section 6). All batches of a
 * tape take the same operands.
 */
final class Batches {
  /** The largest number of elements, and of batches and threads. */
  static final int MOST = 1 << 24;

  /** The largest number of bits of a number; a field has room for fewer. */
  static final int MOST_BITS = 256;

  static final IntType BIT = IntType.unsigned(1);

  private final ProgramBuilder b;
  private final int n;
  private final int batches;
  private final int threads;

  /** Reads the arguments {@code n}, {@code batches} and {@code threads}, which are 1 by default. */
  Batches(ProgramBuilder b) {
    this.b = b;
    n = argument(b, "n", 1, MOST);
    batches = argument(b, "batches", 1, MOST);
    threads = argument(b, "threads", 1, MOST);
  }

  /**
   * Returns an argument of a program.
   *
   * @param least the least value, which is also the default
   * @throws IllegalArgumentException if the value is out of range
   */
  static int argument(ProgramBuilder b, String name, int least, int most) {
    return argument(b, name, least, least, most);
  }

  /**
   * Returns an argument of a program.
   *
   * @throws IllegalArgumentException if the value is out of range
   */
  static int argument(ProgramBuilder b, String name, int otherwise, int least, int most) {
    long value = b.argument(name, otherwise);
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "the argument %s is %d to %d, not %d".formatted(name, least, most, value));
    }
    return (int) value;
  }

  /** Returns the number of elements of a tape. */
  int n() {
    return n;
  }

  /** Returns the number of tapes. */
  int threads() {
    return threads;
  }

  /** Returns the number of elements of all tapes. */
  int elements() {
    return Math.multiplyExact(n, threads);
  }

  /** The work of the tapes. */
  interface Tape {
    /**
     * Prepares a tape.
     *
     * @param number of the tape, from 0 on
     * @return what each batch of the tape does
     */
    Runnable batch(Index number);
  }

  /** Runs all tapes. */
  void run(Tape tape) {
    b.parallel(
        threads,
        number -> {
          Runnable batch = tape.batch(number);
          b.repeat(batches, turn -> batch.run());
        });
  }

  /** Returns a vector of each of the first two parties, of {@link #elements} numbers each. */
  List<SecretInts> operands(IntType type) {
    return List.of(b.inputs("x", 0, type, elements()), b.inputs("y", 1, type, elements()));
  }

  /** A function of vectors, element by element. */
  interface Function<R> {
    /** Applies the function to operands of one length. */
    R of(List<SecretInts> operands);
  }

  /** Applies a function with one result, as {@link #applyAll}. */
  SecretInts apply(List<SecretInts> operands, IntType type, Function<SecretInts> function) {
    return applyAll(operands, List.of(type), x -> List.of(function.of(x))).get(0);
  }

  /**
   * Applies a function to vectors.
   *
   * @param operands vectors of {@link #elements} numbers each
   * @param types of the results
   * @return vectors of {@link #elements} numbers each
   */
  List<SecretInts> applyAll(
      List<SecretInts> operands, List<IntType> types, Function<List<SecretInts>> function) {
    List<SecretIntArray> from = new ArrayList<>();
    for (SecretInts operand : operands) {
      IntType type = IntType.signed(operand.width());
      from.add(b.secretArray("operand" + from.size(), type, elements()));
      from.get(from.size() - 1).store(0, operand);
    }
    List<SecretIntArray> to = new ArrayList<>();
    for (IntType type : types) {
      to.add(b.secretArray("result" + to.size(), type, elements()));
    }
    run(
        tape -> {
          List<SecretIntArray> mine = from.stream().map(all -> all.chunk(tape, n)).toList();
          List<SecretIntArray> out = to.stream().map(all -> all.chunk(tape, n)).toList();
          return () -> {
            List<SecretInts> results =
                function.of(mine.stream().map(each -> each.vector(0, n)).toList());
            for (int i = 0; i < out.size(); i++) {
              out.get(i).store(0, results.get(i).assumeFits(types.get(i)));
            }
          };
        });
    return to.stream().map(all -> all.vector(0, elements())).toList();
  }

  /**
   * Applies a function to vectors over the second field.
   *
   * @param operand for each tape, a vector that is a multiple of n long
   * @param length the length of a result
   * @return the results, one for each tape
   */
  List<SecretGf2ns> apply(
      List<SecretGf2ns> operand, int length, UnaryOperator<SecretGf2ns> function) {
    int size = operand.get(0).size();
    SecretGf2nArray from = b.secondField().secretArray(Math.multiplyExact(size, threads));
    SecretGf2nArray to = b.secondField().secretArray(Math.multiplyExact(length, threads));
    for (int i = 0; i < threads; i++) {
      from.store((long) i * size, operand.get(i));
    }
    run(
        tape -> {
          SecretGf2nArray mine = from.chunk(tape, size);
          SecretGf2nArray out = to.chunk(tape, length);
          return () -> out.store(0, function.apply(mine.vector(0, size)));
        });
    List<SecretGf2ns> results = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      results.add(to.vector((long) i * length, length));
    }
    return results;
  }
}

package org.schurmpc.bench.reproduce;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.schurmpc.bench.monitor.Plan;
import org.schurmpc.core.abort.MpcException;

/** A named function of values of a {@link Sheet}. */
interface Formula {
  /** Returns the value, or null if there is none. */
  Object apply(Arguments of) throws MpcException;

  /**
   * The arguments.
   *
   * @param words names of values, unless the formula says otherwise
   */
  record Arguments(Sheet sheet, List<String> words) {
    String word(int index) {
      return words.get(index);
    }

    Object value(int index) throws MpcException {
      return sheet.value(word(index));
    }

    OptionalDouble number(int index) throws MpcException {
      return sheet.number(word(index));
    }

    int integer(int index) throws MpcException {
      return sheet.integer(word(index));
    }

    /** Returns the plan of one of the row's runs, with other values of some names. */
    Plan plan(int index, Map<String, String> values) throws MpcException {
      return sheet.command(word(index), values).plan();
    }

    /** Returns the parts of a text; none without a text. */
    Stream<String> split(int index, String separator) throws MpcException {
      Object text = value(index);
      return text == null || text.equals("")
          ? Stream.of()
          : Stream.of(text.toString().split(separator, -1));
    }
  }
}

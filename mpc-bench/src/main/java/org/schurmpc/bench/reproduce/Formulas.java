package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.StringJoiner;
import org.schurmpc.bench.job.Line;
import org.schurmpc.bench.report.Sample;
import org.schurmpc.bench.reproduce.Formula.Arguments;
import org.schurmpc.core.abort.MpcException;

/**
 * The formulas of measures by name: those of texts and numbers here, of material, and of programs.
 * Without one of its arguments, a formula has no value.
 */
final class Formulas {
  static final Map<String, Formula> ALL = new HashMap<>();

  /** Of each party, if the line is not another one. */
  private static final long USUAL_BITS_PER_SECOND = 1_000_000_000;

  private static final double BITS_PER_KBIT = 1000;

  static {
    ALL.put("null", of -> null);
    ALL.put("text", of -> of.sheet().fill(String.join(" ", of.words())).orElse(null));
    ALL.put("integer", of -> of.number(0).isEmpty() ? null : of.integer(0));
    ALL.put("number", Formulas::number);
    ALL.put("cells", of -> of.sheet().row().fields());
    ALL.put("interval", Formulas::interval);
    ALL.put("is", of -> of.word(1).equals(of.value(0)));
    ALL.put("ratio", Formulas::ratio);
    ALL.put("times", Formulas::times);
    ALL.put("plus", Formulas::plus);
    ALL.put("positive", Formulas::positive);
    ALL.put("least", Formulas::least);
    ALL.put("greatest", Formulas::greatest);
    ALL.put("part", Formulas::part);
    ALL.put("sum", Formulas::sum);
    ALL.put("ci95", Formulas::ci95);
    ALL.put("plural", Formulas::plural);
    ALL.put("choose", Formulas::choose);
    ALL.put("prefixed", Formulas::prefixed);
    ALL.put("sorted", Formulas::sorted);
    ALL.put("map", Formulas::map);
    ALL.put("options", Formulas::options);
    ALL.put("listed", Formulas::listed);
    ALL.put("step", Formulas::step);
    ALL.put("report", Formulas::report);
    ALL.put("not_run", Formulas::notRun);
    ALL.put("notes", of -> notes(of.sheet().notes()));
    ALL.put("printed", Formulas::printed);
    ALL.put("link", Formulas::link);
    ALL.put("at_most", Formulas::atMost);
    ALL.putAll(MaterialFormulas.ALL);
    ALL.putAll(ProgramFormulas.ALL);
  }

  private Formulas() {}

  /** {@code number NAME}: a number, without its unit. */
  private static Double number(Arguments of) throws MpcException {
    return Numbers.orNull(of.number(0));
  }

  /** {@code interval COLUMN}: half the width of the interval that the paper prints. */
  private static Object interval(Arguments of) {
    return Numbers.orNull(of.sheet().row().interval(of.word(0)));
  }

  /** {@code ratio A B}: A by B. */
  private static Double ratio(Arguments of) throws MpcException {
    return Numbers.ratio(of.number(0), of.number(1));
  }

  /** {@code times A B ...}: the product. */
  private static Double times(Arguments of) throws MpcException {
    double product = 1;
    for (String name : of.words()) {
      OptionalDouble factor = of.sheet().number(name);
      if (factor.isEmpty()) {
        return null;
      }
      product *= factor.getAsDouble();
    }
    return product;
  }

  /** {@code plus A B ...}: the sum of those that have a value. */
  private static Double plus(Arguments of) throws MpcException {
    double sum = 0;
    for (String name : of.words()) {
      sum += of.sheet().number(name).orElse(0);
    }
    return sum;
  }

  /** {@code positive A}: A, if it is above 0. */
  private static Object positive(Arguments of) throws MpcException {
    return of.number(0).orElse(0) > 0 ? of.value(0) : null;
  }

  /** {@code least A B}: the smaller whole number. */
  private static Integer least(Arguments of) throws MpcException {
    return Math.min(of.integer(0), of.integer(1));
  }

  /** {@code greatest A}: the greatest number of a list. */
  private static Integer greatest(Arguments of) throws MpcException {
    return Arrays.stream(of.value(0).toString().split(",", -1))
        .map(Integer::valueOf)
        .max(Integer::compare)
        .orElseThrow();
  }

  /** {@code part A N}: the whole number A by N, at least 1. */
  private static Integer part(Arguments of) throws MpcException {
    return Math.max(1, of.integer(0) / of.integer(1));
  }

  /** {@code sum A}: the sum of an array. */
  private static Double sum(Arguments of) throws MpcException {
    return of.value(0) instanceof double[] values ? Arrays.stream(values).sum() : null;
  }

  /** {@code ci95 A}: half the width of the 95 % confidence interval of an array's mean. */
  private static Double ci95(Arguments of) throws MpcException {
    return of.value(0) instanceof double[] values
        ? Numbers.orNull(new Sample(values).ci95())
        : null;
  }

  /** {@code plural N WORD}: "1 WORD" or "2 WORDs". */
  private static String plural(Arguments of) throws MpcException {
    int count = of.integer(0);
    return count + " " + of.word(1) + (count == 1 ? "" : "s");
  }

  /** {@code choose A TEXT=VALUE ...}: the value behind the text that A is. */
  private static String choose(Arguments of) throws MpcException {
    String text = of.value(0) + "=";
    return of.words().stream()
        .filter(each -> each.startsWith(text))
        .map(each -> each.substring(text.length()))
        .findFirst()
        .orElse(null);
  }

  /** {@code prefixed WORD A}: the words of A, each behind WORD. */
  private static String prefixed(Arguments of) throws MpcException {
    StringJoiner text = new StringJoiner(" ");
    of.wordsOf(1).forEach(word -> text.add(of.word(0) + " " + word));
    return text.toString();
  }

  /** {@code sorted A}: the words of A in order; none if there are none. */
  private static String sorted(Arguments of) throws MpcException {
    List<String> words = new ArrayList<>(of.wordsOf(0));
    words.sort(null);
    return words.isEmpty() ? null : String.join(" ", words);
  }

  /** {@code map NAME ...}: texts by name, empty ones for names without a value. */
  private static Map<String, Object> map(Arguments of) throws MpcException {
    Map<String, Object> map = new LinkedHashMap<>();
    for (String name : of.words()) {
      Object value = of.sheet().value(name);
      map.put(name, value == null ? "" : value.toString());
    }
    return map;
  }

  /** {@code options A}: texts by name, of a text such as {@code --code 255x85 --packing bits}. */
  private static Map<String, Object> options(Arguments of) throws MpcException {
    Map<String, Object> options = new LinkedHashMap<>();
    List<String> words = of.wordsOf(0);
    for (int i = 0; i < words.size(); i += 2) {
      options.put(words.get(i).substring("--".length()), words.get(i + 1));
    }
    return options;
  }

  /** {@code listed A}: the names and values of a map, as "code 255x85, packing bits". */
  private static String listed(Arguments of) throws MpcException {
    if (!(of.value(0) instanceof Map<?, ?> map)) {
      return null;
    }
    StringJoiner text = new StringJoiner(", ");
    map.forEach((name, value) -> text.add(name + " " + value));
    return text.toString();
  }

  /** {@code step WORD ...}: the time of a step of the preprocessing by its name, if it has any. */
  private static Object step(Arguments of) throws MpcException {
    Object millis = of.sheet().value("/preprocessing_steps_ms/" + String.join(" ", of.words()));
    return millis instanceof Double found && found > 0 ? found : null;
  }

  /** {@code report} or {@code report RUN without FIELD}: all that a run stores as JSON. */
  private static Map<String, Object> report(Arguments of) {
    String run =
        of.words().isEmpty() ? of.sheet().measure().runs().keySet().iterator().next() : of.word(0);
    Outcome outcome = of.sheet().outcome(run);
    if (outcome == null || outcome.report() == null || of.words().size() < 3) {
      return outcome == null ? null : outcome.report();
    }
    Map<String, Object> report = new LinkedHashMap<>(outcome.report());
    report.remove(of.word(2));
    return report;
  }

  /** {@code not_run RUN}: the reason for which a run was not run. */
  private static String notRun(Arguments of) {
    Outcome outcome = of.sheet().outcome(of.word(0));
    return outcome == null ? null : outcome.notRun();
  }

  private static String notes(List<String> notes) {
    return notes.isEmpty() ? null : String.join("; ", notes);
  }

  /**
   * {@code printed COLUMN OTHER=NAME ...}: the number in a column of the table's first row whose
   * other columns have the values of these names.
   */
  private static Double printed(Arguments of) throws MpcException {
    for (PaperRow row : of.sheet().table().rows()) {
      boolean same = true;
      for (String test : of.words().subList(1, of.words().size())) {
        String[] names = test.split("=", 2);
        Object value = of.sheet().value(names[1]);
        same &= row.text(names[0]).equals(value == null ? names[1] : value.toString());
      }
      if (same) {
        return Numbers.orNull(row.number(of.word(0)));
      }
    }
    return null;
  }

  private static Line line(Arguments of, int index) throws MpcException {
    Object text = of.value(index);
    return text == null ? null : Line.parse(text.toString());
  }

  /** {@code link LINE}: the line that is imitated, for people. */
  private static String link(Arguments of) throws MpcException {
    Line line = line(of, 0);
    return line == null ? null : line.link().toString();
  }

  /** {@code at_most KBIT PARTIES LINE}: items a second that a line would allow. */
  private static Double atMost(Arguments of) throws MpcException {
    OptionalDouble kbit = of.number(0);
    Line line = line(of, 2);
    long rate = line == null ? USUAL_BITS_PER_SECOND : line.bitsPerSecond();
    return kbit.isEmpty()
        ? null
        : Double.valueOf(rate / (kbit.getAsDouble() * BITS_PER_KBIT * (of.integer(1) - 1)));
  }
}

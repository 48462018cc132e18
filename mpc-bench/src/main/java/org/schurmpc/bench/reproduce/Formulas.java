package org.schurmpc.bench.reproduce;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.schurmpc.bench.job.Line;
import org.schurmpc.bench.report.Sample;
import org.schurmpc.bench.reproduce.Formula.Arguments;
import org.schurmpc.core.abort.MpcException;

/**
 * The formulas of measures by name. Those of texts and numbers are here; {@link MaterialFormulas}
 * and {@link ProgramFormulas} have others. Without a value of one of its arguments, a formula has
 * none.
 */
final class Formulas {
  static final Map<String, Formula> ALL = new HashMap<>();

  /** Of each party, if the line is not another one. */
  private static final long USUAL_BITS_PER_SECOND = 1_000_000_000;

  private static final double BITS_PER_KBIT = 1000;

  static {
    ALL.put("null", of -> null);
    // text TEMPLATE
    ALL.put("text", of -> of.sheet().fill(String.join(" ", of.words())).orElse(null));
    // integer A, number A: without the unit
    ALL.put("integer", of -> of.number(0).isEmpty() ? null : of.integer(0));
    ALL.put("number", of -> Numbers.orNull(of.number(0)));
    // cells: those of the paper, by column
    ALL.put("cells", of -> of.sheet().row().fields());
    // interval COLUMN: half the width of the interval that the paper prints
    ALL.put("interval", of -> Numbers.orNull(of.sheet().row().interval(of.word(0))));
    // is A TEXT: whether A is the text
    ALL.put("is", of -> of.word(1).equals(of.value(0)));
    // ratio A B, times A B ..., plus A B ...
    ALL.put("ratio", of -> Numbers.ratio(of.number(0), of.number(1)));
    ALL.put("times", Formulas::times);
    ALL.put("plus", Formulas::plus);
    // positive A: A if it is above 0
    ALL.put("positive", of -> of.number(0).orElse(0) > 0 ? of.value(0) : null);
    // least A B: the smaller whole number; part A N: the whole number A by N, at least 1
    ALL.put("least", of -> Math.min(of.integer(0), of.integer(1)));
    ALL.put("part", of -> Math.max(1, of.integer(0) / of.integer(1)));
    // greatest A: of a list
    ALL.put("greatest", of -> of.split(0, ",").mapToInt(Integer::parseInt).max().getAsInt());
    // sum A: of an array; ci95 A: half the width of the confidence interval of its mean
    ALL.put("sum", of -> of.value(0) instanceof double[] all ? Arrays.stream(all).sum() : null);
    ALL.put("ci95", of -> of.value(0) instanceof double[] all ? ci95(all) : null);
    // plural N WORD: "1 WORD", "2 WORDs"
    ALL.put("plural", of -> of.integer(0) + " " + of.word(1) + (of.integer(0) == 1 ? "" : "s"));
    // choose A TEXT=VALUE ...: the value behind the text that A is
    ALL.put("choose", Formulas::choose);
    // prefixed WORD A: the words of A, each behind WORD; sorted A: the words of A in order
    ALL.put("prefixed", of -> joined(of.split(1, " ").map(each -> of.word(0) + " " + each)));
    ALL.put("sorted", of -> of.value(0) == null ? null : joined(of.split(0, " ").sorted()));
    // map NAME ...: texts by name; options A: texts by name, of words "--code 255x85"
    ALL.put("map", Formulas::map);
    ALL.put("options", Formulas::options);
    // listed A: names and values of a map
    ALL.put("listed", Formulas::listed);
    // step WORD ...: the time of a step of the preprocessing, if it takes any
    ALL.put("step", Formulas::step);
    // report RUN, report RUN without FIELD: what a run stores as JSON
    ALL.put("report", Formulas::report);
    // not_run RUN: the reason for which it was not run; notes: those on all runs
    ALL.put("not_run", of -> of.sheet().outcome(of.word(0)).notRun());
    ALL.put(
        "notes", of -> of.sheet().notes().isEmpty() ? null : String.join("; ", of.sheet().notes()));
    // printed COLUMN OTHER=NAME ...: of the first row whose other columns have these values
    ALL.put("printed", Formulas::printed);
    // link LINE: the line for people; at_most KBIT PARTIES LINE: items a second that it allows
    ALL.put("link", of -> line(of, 0) == null ? null : line(of, 0).link().toString());
    ALL.put("at_most", Formulas::atMost);
    ALL.putAll(MaterialFormulas.ALL);
    ALL.putAll(ProgramFormulas.ALL);
  }

  private Formulas() {}

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

  private static Double plus(Arguments of) throws MpcException {
    double sum = 0;
    for (String name : of.words()) {
      sum += of.sheet().number(name).orElse(0);
    }
    return sum;
  }

  private static Double ci95(double[] values) {
    return Numbers.orNull(new Sample(values).ci95());
  }

  private static String joined(Stream<String> words) {
    return words.collect(Collectors.joining(" "));
  }

  private static String choose(Arguments of) throws MpcException {
    String text = of.value(0) + "=";
    return of.words().stream()
        .filter(each -> each.startsWith(text))
        .map(each -> each.substring(text.length()))
        .findFirst()
        .orElse(null);
  }

  private static Map<String, Object> map(Arguments of) throws MpcException {
    Map<String, Object> map = new LinkedHashMap<>();
    for (String name : of.words()) {
      Object value = of.sheet().value(name);
      map.put(name, value == null ? "" : value.toString());
    }
    return map;
  }

  private static Map<String, Object> options(Arguments of) throws MpcException {
    Map<String, Object> options = new LinkedHashMap<>();
    List<String> words = of.split(0, " ").toList();
    for (int i = 0; i < words.size(); i += 2) {
      options.put(words.get(i).substring("--".length()), words.get(i + 1));
    }
    return options;
  }

  private static String listed(Arguments of) throws MpcException {
    if (!(of.value(0) instanceof Map<?, ?> map)) {
      return null;
    }
    StringJoiner text = new StringJoiner(", ");
    map.forEach((name, value) -> text.add(name + " " + value));
    return text.toString();
  }

  private static Object step(Arguments of) throws MpcException {
    Object millis = of.sheet().value("/preprocessing_steps_ms/" + String.join(" ", of.words()));
    return millis instanceof Double found && found > 0 ? found : null;
  }

  private static Map<String, Object> report(Arguments of) {
    Map<String, Object> report = of.sheet().outcome(of.word(0)).report();
    if (report == null || of.words().size() < 3) {
      return report;
    }
    Map<String, Object> rest = new LinkedHashMap<>(report);
    rest.remove(of.word(2));
    return rest;
  }

  private static Double printed(Arguments of) throws MpcException {
    for (PaperRow row : of.sheet().table().rows()) {
      boolean same = true;
      for (String test : of.words().subList(1, of.words().size())) {
        String[] names = test.split("=", 2);
        same &= row.text(names[0]).equals(String.valueOf(of.sheet().value(names[1])));
      }
      if (same) {
        return Numbers.orNull(row.number(of.word(0)));
      }
    }
    return null;
  }

  private static Line line(Arguments of, int index) throws MpcException {
    return of.value(index) == null ? null : Line.parse(of.value(index).toString());
  }

  private static Double atMost(Arguments of) throws MpcException {
    Line line = line(of, 2);
    long rate = line == null ? USUAL_BITS_PER_SECOND : line.bitsPerSecond();
    return of.number(0).isEmpty()
        ? null
        : Double.valueOf(rate / (of.number(0).getAsDouble() * BITS_PER_KBIT * (of.integer(1) - 1)));
  }
}

package org.schurmpc.bench.reproduce;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.schurmpc.bench.job.Line;
import org.schurmpc.cli.option.Ranges;
import org.schurmpc.core.abort.Refused;

/**
 * An option of a paper's study. What it is given is a value for names in place of the usual ones.
 *
 * @param name with two dashes
 * @param type {@code number}, {@code numbers}, {@code words}, {@code line}, {@code time} or {@code
 *     flag}
 * @param label of its value in help
 * @param help for people
 * @param most the largest number
 * @param among the words that there are
 * @param sets values by name, with {@code {value}} for what is given
 * @param instead the file of what is measured in place of the paper's tables, or null
 * @param without options that contradict it
 */
public record StudyOption(
    String name,
    String type,
    String label,
    String help,
    int most,
    List<String> among,
    Map<String, String> sets,
    String instead,
    List<String> without) {
  public StudyOption {
    sets = sets == null ? Map.of() : Map.copyOf(sets);
    without = without == null ? List.of() : List.copyOf(without);
  }

  /**
   * Returns the effort with the values that the option gives.
   *
   * @param given a number, a duration, a text, or a list of numbers or texts
   * @throws Refused if it is out of range, or no value of this option
   */
  public Effort applied(Effort usual, Object given) throws Refused {
    List<?> all = given instanceof List<?> list ? list : List.of(given);
    for (Object each : all) {
      check(each);
    }
    String value =
        given instanceof Duration time
            ? time.toMillis() + "ms"
            : all.stream().map(Object::toString).collect(Collectors.joining(","));
    Effort effort = usual;
    for (Map.Entry<String, String> each : sets.entrySet()) {
      effort = effort.with(each.getKey(), each.getValue().replace("{value}", value));
    }
    return effort;
  }

  private void check(Object given) throws Refused {
    if (given instanceof Integer number) {
      Ranges.range(name, number, 1, most);
    }
    if (given instanceof Duration time) {
      Ranges.timeLimit(name, time);
    }
    if (among != null) {
      Paper.requireAmong(name + " is not '%s'; there are %s", given.toString(), among);
    }
    if (type.equals("line")) {
      Line.parse(given.toString());
    }
  }
}

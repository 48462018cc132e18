package org.schurmpc.cli.values;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.BadFile;

/**
 * Reads named values in the form of {@link NamedValues}: a line for each value, with its name and
 * its values in all lanes, or with the file that holds them. Can be used once. Error messages name
 * the position of an error and never contain values.
 */
final class NamedScanner {
  private final Path file;
  private final List<ValueLayout> values;
  private final int mostLanes;
  private final Map<String, ValueReader> readers = new HashMap<>();
  private final Map<String, Integer> lanes = new LinkedHashMap<>();
  private final int mostCharacters;

  /** The file that is read now, and the name of the value. */
  private ValueText text;

  private String name;

  NamedScanner(Path file, List<ValueLayout> values, int mostLanes, ByteSink sink) {
    this.file = file;
    this.values = values;
    this.mostLanes = mostLanes;
    int most = ValueText.MOST_CHARACTERS;
    for (ValueLayout value : values) {
      readers.put(value.label(), ValueReader.of(value, sink, this::wrong));
      most = Math.max(most, value.hexDigits() + 1);
    }
    this.mostCharacters = most;
  }

  private BadFile wrong(String what) {
    return text.wrong(name + ": " + what);
  }

  /**
   * Reads to the end of the file.
   *
   * @return the number of lanes
   */
  int scan() throws BadFile {
    try (ValueText all = open(file)) {
      while (all.skipToName()) {
        text = all;
        line(all);
      }
    } catch (IOException e) {
      throw TextFiles.unreadable(file, e);
    }
    for (ValueLayout value : values) {
      if (!lanes.containsKey(value.label())) {
        throw new BadFile("%s has no values of %s".formatted(file, value.label()));
      }
    }
    return requireSameNumber();
  }

  private ValueText open(Path path) throws IOException, BadFile {
    return new ValueText(path.toString(), TextFiles.open(path), mostCharacters);
  }

  private void line(ValueText all) throws IOException, BadFile {
    name = all.name();
    if (!readers.containsKey(name)) {
      throw all.wrong(
          "this party supplies no value of this name, but "
              + String.join(", ", values.stream().map(ValueLayout::label).toList()));
    }
    if (lanes.containsKey(name)) {
      throw all.wrong(name + " has values already");
    }
    lanes.put(name, all.take('@') ? table(all.path(file)) : all.spacedWords(this::take));
  }

  private int table(Path path) throws BadFile {
    try (ValueText table = open(path)) {
      text = table;
      return table.words(true, this::take);
    } catch (IOException e) {
      throw TextFiles.unreadable(path, e);
    }
  }

  private void take(int lane, CharSequence word) throws BadFile {
    if (lane == mostLanes) {
      throw wrong("more values than the %,d that are allowed".formatted(mostLanes));
    }
    ValueReader reader = readers.get(name);
    reader.begin(lane);
    for (int i = 0; i < word.length(); i++) {
      if (!reader.take(word.charAt(i))) {
        throw wrong("character %d of a value is no hex digit".formatted(i + 1));
      }
    }
    reader.end();
  }

  private int requireSameNumber() throws BadFile {
    String first = values.get(0).label();
    for (Map.Entry<String, Integer> other : lanes.entrySet()) {
      if (!other.getValue().equals(lanes.get(first))) {
        throw new BadFile(
            "%s has %,d values of %s and %,d of %s: one for each lane is wanted"
                .formatted(file, lanes.get(first), first, other.getValue(), other.getKey()));
      }
    }
    return lanes.get(first);
  }
}

package org.schurmpc.bench.reproduce;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A column of a table as text. A row's cell has the measured value or, without one, what the paper
 * prints, or {@link PaperRow#ABSENT}.
 *
 * @param heads lines above the column; a name in braces stands for one of {@link TableResult#words}
 * @param gap number of spaces before the column; 0 for the usual 1
 * @param width minimum number of characters; negative to align the text at the left
 * @param value the path of the measured value in the row's fields (see {@link RowResult#value}), or
 *     null
 * @param interval the path of half the width of the value's confidence interval, or null
 * @param mark the path of a truth value that adds a star, or null
 * @param paper the column of the paper, or null
 * @param as how the value is written
 */
record Column(
    List<String> heads,
    int gap,
    int width,
    String value,
    String interval,
    String mark,
    String paper,
    ValueKind as) {
  Column {
    if (heads == null) {
      throw new IllegalArgumentException("a column needs heads");
    }
    heads = List.copyOf(heads);
    gap = gap == 0 ? 1 : gap;
    as = as == null ? ValueKind.TEXT : as;
    if (value == null && paper == null) {
      throw new IllegalArgumentException("the column " + heads + " needs a value or a paper");
    }
  }

  String cell(RowResult row) {
    Optional<String> measured =
        value == null ? Optional.empty() : row.value(value).map(found -> shown(row, found));
    return measured.orElseGet(() -> paper == null ? PaperRow.ABSENT : row.printed().text(paper));
  }

  private String shown(RowResult row, Object found) {
    Optional<Object> half = interval == null ? Optional.empty() : row.value(interval);
    boolean marked = mark != null && row.value(mark).equals(Optional.of(true));
    return as.show(found)
        + half.map(value -> " ± " + as.show(value)).orElse("")
        + (marked ? " *" : "");
  }

  /** Returns a line above the column; a word that a stored result lacks is its own name. */
  String head(int line, Map<String, String> words) {
    String head = heads.get(line);
    if (!head.startsWith("{")) {
      return head;
    }
    String name = head.substring(1, head.length() - 1);
    return words.getOrDefault(name, name);
  }

  /** Returns the text with the column's width, and the gap before it unless it is the first. */
  String padded(String text, boolean first) {
    String cell = width == 0 ? text : ("%" + width + "s").formatted(text);
    return first ? cell : " ".repeat(gap) + cell;
  }
}

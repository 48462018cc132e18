package org.schurmpc.data.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.program.ProgramPort;

/**
 * The columns of a table and its capacity, all of which is public.
 *
 * @param name the table's name in programs
 * @param rows the capacity: programs see this number of rows, whatever the number of rows is
 * @param order the names of the columns by which rows are ordered; empty for the source's order
 * @param unique whether no two rows are equal in these columns
 * @param columns the columns, in the order of the description
 */
public record TableSchema(
    String name, int rows, List<String> order, boolean unique, List<Column> columns) {
  /** Creates a schema. */
  public TableSchema {
    order = List.copyOf(order);
    columns = List.copyOf(columns);
  }

  /** Creates the schema of a table with a key, or, if that is empty, in the source's order. */
  public TableSchema(String name, int rows, List<String> key, List<Column> columns) {
    this(name, rows, key, !key.isEmpty(), columns);
  }

  /** Returns the lists of integers of which the table consists, by their names in programs. */
  public Map<String, Part> parts() {
    Map<String, Part> parts = new LinkedHashMap<>();
    for (Part part : allParts()) {
      parts.put(part.name(), part);
    }
    return parts;
  }

  /** Returns the lists, of which two may have one name. */
  private List<Part> allParts() {
    ColumnType.Span bit = ColumnType.Span.of(0, 1);
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      String full = name + "_" + column.name();
      List<ColumnType.Span> spans = column.type().spans();
      for (int part = 0; part < spans.size(); part++) {
        String each = spans.size() == 1 ? full : full + "_part" + (part + 1);
        parts.add(new Part(each, Part.Kind.VALUE, i, parts.size(), spans.get(part)));
      }
      if (column.nullable()) {
        parts.add(new Part(full + "_null", Part.Kind.NULL, i, parts.size(), bit));
      }
    }
    parts.add(new Part(name + "_valid", Part.Kind.VALID, -1, parts.size(), bit));
    return parts;
  }

  /** Returns the first name that two lists have. */
  public Optional<String> ambiguous() {
    List<String> names = new ArrayList<>();
    for (Part part : allParts()) {
      if (names.contains(part.name())) {
        return Optional.of(part.name());
      }
      names.add(part.name());
    }
    return Optional.empty();
  }

  /**
   * Returns the list whose name a port has, with or without the number of its party at the end.
   *
   * @param alone whether the name of the table may be missing
   */
  public Optional<Part> find(ProgramPort port, boolean alone) {
    Map<String, Part> parts = parts();
    String shorter = withoutNumber(port.name(), port.party());
    List<String> names = new ArrayList<>(List.of(port.name(), shorter));
    if (alone) {
      names.addAll(List.of(name + "_" + port.name(), name + "_" + shorter));
    }
    return names.stream().filter(parts::containsKey).map(parts::get).findFirst();
  }

  private static String withoutNumber(String name, OptionalInt party) {
    String number = party.isPresent() ? Integer.toString(party.getAsInt() + 1) : "";
    boolean ends = name.endsWith(number) && name.length() > number.length();
    return ends ? name.substring(0, name.length() - number.length()) : name;
  }

  /** Returns the arguments of programs that follow from this schema: rows and widths. */
  public SortedMap<String, Long> arguments() {
    SortedMap<String, Long> arguments = new TreeMap<>();
    arguments.put(name + "_rows", (long) rows);
    for (Column column : columns) {
      String full = name + "_" + column.name();
      List<ColumnType.Span> spans = column.type().spans();
      arguments.put(full + "_bits", (long) spans.get(0).bits());
      if (spans.size() > 1) {
        arguments.put(full + "_parts", (long) spans.size());
        arguments.put(full + "_lastbits", (long) spans.get(spans.size() - 1).bits());
      }
      if (column.type() instanceof DecimalType decimal) {
        arguments.put(full + "_scale", (long) decimal.scale());
      }
    }
    return arguments;
  }

  /** Returns the index of a column. */
  public int column(String column) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(column)) {
        return i;
      }
    }
    return -1;
  }
}

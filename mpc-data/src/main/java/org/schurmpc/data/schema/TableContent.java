package org.schurmpc.data.schema;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rows of a table as integers. */
public final class TableContent {
  /** A row with its number in the source. */
  private static final class Row {
    private final int number;
    private final BigInteger[] integers;

    Row(int number, BigInteger[] integers) {
      this.number = number;
      this.integers = integers;
    }
  }

  /** Two rows with equal keys, by their numbers in the source. */
  public record Twins(int first, int second) {}

  private final TableSchema schema;
  private final Collection<Part> parts;
  private final List<Row> rows = new ArrayList<>();
  private final long[] nulls;
  private final int[] widest;

  /** Creates a table without rows. */
  public TableContent(TableSchema schema) {
    this.schema = schema;
    this.parts = schema.parts().values();
    this.nulls = new long[schema.columns().size()];
    this.widest = new int[schema.columns().size()];
  }

  /** Returns the number of rows, which is secret. */
  public int rows() {
    return rows.size();
  }

  /** Returns the number of missing values of a column, which is secret. */
  public long nulls(int column) {
    return nulls[column];
  }

  /** Returns the width of the widest value of a column, which is secret. */
  public int widest(int column) {
    return widest[column];
  }

  /** Collects the integers of a row, value by value. */
  public final class RowBuilder {
    private final BigInteger[] integers = new BigInteger[parts.size()];

    /**
     * Takes the value of a column.
     *
     * @param text the value; null if it is missing
     * @throws Misfit if the column has no such value
     */
    public void put(int column, String text) throws Misfit {
      Column of = schema.columns().get(column);
      if (text == null && !of.nullable()) {
        throw new Misfit("is missing, and the column has no null = true");
      }
      BigInteger[] values = text == null ? new BigInteger[0] : of.type().encode(text);
      int next = 0;
      for (Part part : parts) {
        if (part.column() == column) {
          integers[part.place()] =
              switch (part.kind()) {
                case NULL -> text == null ? BigInteger.ONE : BigInteger.ZERO;
                case VALUE -> text == null ? part.span().least() : values[next++];
                case VALID -> throw new IllegalStateException();
              };
        }
      }
      if (text == null) {
        nulls[column]++;
      } else {
        widest[column] = Math.max(widest[column], of.type().width(values));
      }
    }

    /**
     * Adds the row, all of whose columns have a value.
     *
     * @param number the number of the row in the source
     */
    public void add(int number) {
      integers[integers.length - 1] = BigInteger.ONE;
      rows.add(new Row(number, integers));
    }
  }

  /** Begins a row. */
  public RowBuilder row() {
    return new RowBuilder();
  }

  /**
   * Orders the rows by the columns of the schema's order.
   *
   * @return two rows that are equal in a key
   */
  public Optional<Twins> sort() {
    List<Part> key = new ArrayList<>();
    for (String name : schema.order()) {
      parts.stream()
          .filter(part -> part.column() == schema.column(name) && part.kind() == Part.Kind.VALUE)
          .forEach(key::add);
    }
    if (key.isEmpty()) {
      return Optional.empty();
    }
    rows.sort((a, b) -> compare(key, a, b));
    for (int i = 1; i < rows.size() && schema.unique(); i++) {
      if (compare(key, rows.get(i - 1), rows.get(i)) == 0) {
        return Optional.of(new Twins(rows.get(i - 1).number, rows.get(i).number));
      }
    }
    return Optional.empty();
  }

  private static int compare(List<Part> key, Row a, Row b) {
    for (Part part : key) {
      int order = a.integers[part.place()].compareTo(b.integers[part.place()]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /**
   * Returns the integers of a list: those of the rows, and up to the capacity those of rows that
   * are not there.
   */
  public BigInteger[] values(Part part) {
    BigInteger[] values = new BigInteger[schema.rows()];
    for (int i = 0; i < values.length; i++) {
      values[i] = i < rows.size() ? rows.get(i).integers[part.place()] : part.span().least();
    }
    return values;
  }

  /**
   * Returns the values of the rows that are there, in the classes that drivers of databases take.
   *
   * @param schema without rows
   * @param lists the integers of each part by its name; without which rows are there, all are
   * @throws Misfit naming row and column of what is no value
   */
  public static List<Object[]> decode(TableSchema schema, Map<String, BigInteger[]> lists)
      throws Misfit {
    List<Object[]> all = new ArrayList<>();
    Collection<Part> parts = schema.parts().values();
    BigInteger[] valid = lists.get(schema.name() + "_valid");
    int count = lists.values().iterator().next().length;
    for (int row = 0; row < count; row++) {
      if (valid == null || valid[row].signum() != 0) {
        Object[] values = new Object[schema.columns().size()];
        for (int column = 0; column < values.length; column++) {
          try {
            values[column] = value(schema, parts, lists, column, row);
          } catch (Misfit e) {
            throw new Misfit(
                "row %d, column %s: %s"
                    .formatted(row + 1, schema.columns().get(column).name(), e.getMessage()));
          }
        }
        all.add(values);
      }
    }
    return all;
  }

  private static Object value(
      TableSchema schema,
      Collection<Part> parts,
      Map<String, BigInteger[]> lists,
      int column,
      int row)
      throws Misfit {
    List<BigInteger> integers = new ArrayList<>();
    for (Part part : parts) {
      if (part.column() == column) {
        BigInteger integer = lists.get(part.name())[row];
        if (part.kind() == Part.Kind.NULL && integer.signum() != 0) {
          return null;
        }
        if (part.kind() == Part.Kind.VALUE) {
          integers.add(integer);
        }
      }
    }
    List<ColumnType.Span> spans = schema.columns().get(column).type().spans();
    for (int i = 0; i < spans.size(); i++) {
      if (integers.get(i).compareTo(spans.get(i).least()) < 0
          || integers.get(i).compareTo(spans.get(i).most()) > 0) {
        throw new Misfit("is out of its range");
      }
    }
    return schema.columns().get(column).type().decode(integers.toArray(BigInteger[]::new));
  }
}

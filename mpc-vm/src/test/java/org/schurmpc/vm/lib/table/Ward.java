package org.schurmpc.vm.lib.table;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.verify.VerifiedProgram;

/**
 * A table with random cells, as a party gives it to a program and as a database has it: rows of
 * longs and nulls.
 */
final class Ward {
  final String name;
  final int party;
  private final int capacity;
  private final Map<String, IntType> types = new LinkedHashMap<>();
  private final Map<String, Boolean> nullable = new LinkedHashMap<>();
  private boolean padded;
  private Key[] sorted;
  private String[] unique;
  List<Long[]> rows = new ArrayList<>();

  Ward(String name, int party, int capacity) {
    this.name = name;
    this.party = party;
    this.capacity = capacity;
  }

  Ward column(String column, IntType type, boolean nulls) {
    types.put(column, type);
    nullable.put(column, nulls);
    return this;
  }

  Ward padded() {
    padded = true;
    return this;
  }

  Ward sorted(Key... keys) {
    sorted = keys;
    return this;
  }

  Ward unique(String... keys) {
    unique = keys;
    return this;
  }

  List<String> columns() {
    return List.copyOf(types.keySet());
  }

  private int at(String column) {
    return columns().indexOf(column);
  }

  /** Draws rows, of which those with equal cells in a column that is unique are left out. */
  Ward draw(Random random, String different) {
    int n = padded ? random.nextInt(capacity + 1) : capacity;
    List<Long> seen = new ArrayList<>();
    for (int tries = 0; rows.size() < n && tries < 1000; tries++) {
      Long[] row = new Long[types.size()];
      int next = 0;
      for (Map.Entry<String, IntType> each : types.entrySet()) {
        boolean none = nullable.get(each.getKey()) && random.nextInt(4) == 0;
        BigInteger drawn = new BigInteger(each.getValue().bits(), random);
        BigInteger value = drawn.add(each.getValue().bounds().least());
        row[next++] = none ? null : Long.valueOf(value.longValueExact());
      }
      Long key = different == null ? null : row[at(different)];
      if (key == null || !seen.contains(key)) {
        seen.add(key);
        rows.add(row);
      }
    }
    if (sorted != null || unique != null) {
      Key[] keys = sorted != null ? sorted : Key.allAscending(unique).toArray(Key[]::new);
      rows.sort((x, y) -> compare(x, y, keys));
    }
    return this;
  }

  private int compare(Long[] x, Long[] y, Key... keys) {
    for (Key key : keys) {
      int at = at(key.column());
      if (x[at] == null || y[at] == null) {
        if (x[at] != null || y[at] != null) {
          return x[at] == null ? 1 : -1;
        }
        continue;
      }
      int order = Long.compare(x[at], y[at]) * (key.descending() ? -1 : 1);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  Table input(Tables tables) {
    TableInput input = tables.input(name, party, capacity);
    types.forEach(
        (column, type) -> {
          if (nullable.get(column)) {
            input.nullable(column, type);
          } else {
            input.column(column, type);
          }
        });
    if (padded) {
      input.padded();
    }
    if (sorted != null) {
      input.sorted(sorted);
    }
    if (unique != null) {
      input.sortedUnique(unique);
    }
    return input.table();
  }

  /** Sets the inputs of the table; cells of no rows are 0, if this is in the range. */
  Map<String, BigInteger[]> inputs() {
    Map<String, BigInteger[]> inputs = new HashMap<>();
    for (String column : columns()) {
      BigInteger[] values = filled();
      BigInteger[] nulls = filled();
      for (int i = 0; i < rows.size(); i++) {
        Long value = rows.get(i)[at(column)];
        // Whatever a party gives with a null counts as nothing.
        values[i] = value == null ? types.get(column).bounds().most() : BigInteger.valueOf(value);
        nulls[i] = value == null ? BigInteger.ONE : BigInteger.ZERO;
      }
      inputs.put(name + "_" + column, values);
      if (nullable.get(column)) {
        inputs.put(name + "_" + column + "_null", nulls);
      }
    }
    if (padded) {
      BigInteger[] valid = filled();
      Arrays.fill(valid, 0, rows.size(), BigInteger.ONE);
      inputs.put(name + "_valid", valid);
    }
    return inputs;
  }

  private BigInteger[] filled() {
    BigInteger[] zeros = new BigInteger[capacity];
    Arrays.fill(zeros, BigInteger.ZERO);
    return zeros;
  }

  static VerifiedProgram compile(boolean mixed, Function<ProgramBuilder, Table> result)
      throws Exception {
    CompileOptions options =
        CompileOptions.of(Fields.named("p128"), 2)
            .withSigmaMask(40)
            .withMixed(mixed)
            .withoutLines();
    return Compiler.compile(b -> result.apply(b).reveal("out"), "tables", options);
  }

  /** Returns the rows that a program reveals. */
  static List<List<Long>> revealed(Values outputs, List<String> columns) {
    Map<String, BigInteger[]> named = new HashMap<>();
    outputs.ports().forEach(port -> named.put(port.name(), outputs.get(port.name())));
    return revealed(named, columns);
  }

  /** Does the same of outputs by name. */
  static List<List<Long>> revealed(Map<String, BigInteger[]> outputs, List<String> columns) {
    List<List<Long>> rows = new ArrayList<>();
    boolean all = !outputs.containsKey("out_valid");
    int n = outputs.get("out_" + columns.get(0)).length;
    boolean end = false;
    for (int i = 0; i < n; i++) {
      boolean valid = all || outputs.get("out_valid")[i].signum() != 0;
      if (valid && end) {
        throw new AssertionError("a valid row is behind others");
      }
      end = !valid;
      List<Long> row = new ArrayList<>();
      for (String column : columns) {
        long value = outputs.get("out_" + column)[i].longValueExact();
        String nulls = "out_" + column + "_null";
        boolean nullable = outputs.containsKey(nulls);
        boolean none = nullable && outputs.get(nulls)[i].signum() != 0;
        if ((value != 0 && (none || !valid)) || (none && !valid)) {
          throw new AssertionError("a row shows what it should not");
        }
        row.add(none ? null : Long.valueOf(value));
      }
      if (valid) {
        rows.add(row);
      }
    }
    return rows;
  }
}

package org.schurmpc.cli.forecast;

import java.util.stream.IntStream;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LookupTable;

/** Creates circuits whose evaluation takes the time of one kind of gate above all. */
final class ReferenceCircuits {
  private static final int WIDTH = 32;
  private static final int DEPTH = 100;
  private static final int WIDE = 500;
  private static final int LINEAR = 20_000;
  private static final int TABLE_BITS = 8;
  private static final int TABLES = 8;
  private static final int LAYERS = 2;

  private ReferenceCircuits() {}

  /** Returns a circuit of layers with one AND each. */
  static LayeredCircuit deep() {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(WIDTH);
    int[] y = builder.input(WIDTH);
    int last = x[0];
    for (int d = 0; d < DEPTH; d++) {
      last = builder.and(last, y[d % WIDTH]);
    }
    builder.output(new int[] {last});
    return LayeredCircuit.of(builder.build());
  }

  /** Returns a circuit of two layers with many ANDs. */
  static LayeredCircuit wide() {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(WIDTH);
    int[] y = builder.input(WIDTH);
    int[] products = new int[WIDE];
    for (int i = 0; i < WIDE; i++) {
      products[i] = builder.and(x[i % WIDTH], builder.xor(y[i / WIDTH], x[(i + 1) % WIDTH]));
    }
    int sum = builder.and(products[0], products[WIDE - 1]);
    for (int i = 1; i < WIDE; i++) {
      sum = builder.xor(sum, builder.and(products[i], products[i - 1]));
    }
    builder.output(new int[] {sum});
    return LayeredCircuit.of(builder.build());
  }

  /** Returns a circuit of many XORs and one AND. */
  static LayeredCircuit linear() {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(WIDTH);
    int[] y = builder.input(WIDTH);
    for (int i = 0; i < LINEAR; i++) {
      x[i % WIDTH] = builder.xor(x[i % WIDTH], i < WIDTH ? y[i] : x[(i + 1) % WIDTH]);
    }
    int sum = builder.and(x[0], x[1]);
    for (int i = 2; i < WIDTH; i++) {
      sum = builder.xor(sum, x[i]);
    }
    builder.output(new int[] {sum});
    return LayeredCircuit.of(builder.build());
  }

  /** Returns a circuit of two layers with lookups in a table of 256 bytes. */
  static LayeredCircuit lookups() {
    int size = 1 << TABLE_BITS;
    int[] entries = IntStream.range(0, size).map(i -> (i * 167 + 13) % size).toArray();
    LookupTable table = new LookupTable(TABLE_BITS, TABLE_BITS, entries);
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(TABLE_BITS * TABLES);
    builder.input(1);
    int[] next = x;
    for (int layer = 0; layer < LAYERS; layer++) {
      next = lookups(builder, table, next);
    }
    builder.output(next);
    return LayeredCircuit.of(builder.build());
  }

  private static int[] lookups(CircuitBuilder builder, LookupTable table, int[] x) {
    int[] all = new int[x.length];
    for (int at = 0; at < x.length; at += TABLE_BITS) {
      int[] index = new int[TABLE_BITS];
      System.arraycopy(x, at, index, 0, TABLE_BITS);
      System.arraycopy(builder.lookup(table, index), 0, all, at, TABLE_BITS);
    }
    return all;
  }
}

package org.schurmpc.core.eval.tables;

import java.util.List;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.contract.AllocationContract;

class AllocationTest extends AllocationContract {
  /** A lease for each gate, since the example's dealer puts items one by one. */
  private static final int BYTES_PER_GATE = 300;

  private static final int WIDTH = 200;
  private static final int DEPTH = 20;

  private static Circuit circuit() {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(WIDTH);
    for (int layer = 0; layer < DEPTH; layer++) {
      int[] next = new int[WIDTH];
      for (int i = 0; i < WIDTH; i++) {
        next[i] = builder.xor(x[i], builder.and(x[(i + 1) % WIDTH], x[(i + 7) % WIDTH]));
      }
      x = next;
    }
    builder.output(x);
    return builder.build();
  }

  @Override
  protected List<Bound> bounds() {
    return List.of(new Bound("insecure-tables", new InsecureTables(64), circuit(), BYTES_PER_GATE));
  }
}

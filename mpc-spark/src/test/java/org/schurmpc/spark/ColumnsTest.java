package org.schurmpc.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;

/** Which columns a job takes and makes, and which circuits it takes. */
class ColumnsTest {
  /** Two values, one of each party; to all, and to the second party alone. */
  private static final IoMap IO =
      new IoMap(
          List.of(new InputSource.Private(0), new InputSource.Private(1)),
          List.of(new OutputTarget.All(), new OutputTarget.Only(1)));

  private static void requireRefused(
      String reason, Map<Integer, String> inputs, Map<Integer, String> outputs) {
    Columns columns = new Columns("id", new TreeMap<>(inputs), new TreeMap<>(outputs));
    String said = assertThrows(Refused.class, () -> columns.requireFit(IO, 0)).getMessage();
    assertTrue(said.contains(reason), said);
  }

  @Test
  void whatFits() throws Exception {
    Columns columns =
        new Columns("id", new TreeMap<>(Map.of(0, "x")), new TreeMap<>(Map.of(0, "sum")));
    columns.requireFit(IO, 0);
    assertEquals(Map.of(0, "sum"), columns.learnt(IO, 0));
    assertEquals(Map.of(0, "sum", 1, "output1"), columns.learnt(IO, 1));
  }

  @Test
  void whatDoesNotFit() {
    requireRefused("which column has input value 0", Map.of(), Map.of());
    requireRefused("input value 1 is the other party's", Map.of(0, "x", 1, "y"), Map.of());
    requireRefused("the circuit has no input value 2", Map.of(0, "x", 2, "z"), Map.of());
    requireRefused("does not learn an output value 1", Map.of(0, "x"), Map.of(1, "s"));
    requireRefused("two columns of the results are 'ID'", Map.of(0, "x"), Map.of(0, "ID"));
  }

  @Test
  void aCircuitOfOtherValuesIsRefused() {
    CircuitBuilder builder = new CircuitBuilder();
    builder.output(builder.input(1));
    Circuit circuit = builder.build();
    assertThrows(IllegalArgumentException.class, () -> JobPlan.of("tinyot", circuit, IO, Map.of()));
  }
}

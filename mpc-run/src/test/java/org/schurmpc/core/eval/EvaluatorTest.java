package org.schurmpc.core.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LookupTable;

/** What evaluators get from the interface, and what the executor calls. */
class EvaluatorTest {
  private static final LookupTable PARITY = new LookupTable(2, 1, new int[] {0, 1, 1, 0});

  /** Notes the calls; those named have the interface's own body. */
  private static Evaluator recorder(List<String> calls, Set<String> inherited) {
    InvocationHandler handler =
        (Object evaluator, Method method, Object[] arguments) -> {
          calls.add(method.getName());
          return inherited.contains(method.getName())
              ? InvocationHandler.invokeDefault(evaluator, method, arguments)
              : null;
        };
    return (Evaluator)
        Proxy.newProxyInstance(
            Evaluator.class.getClassLoader(), new Class<?>[] {Evaluator.class}, handler);
  }

  /** A layer of ANDs, one of lookups, one of both. */
  private static LayeredCircuit threeLayers() {
    CircuitBuilder b = new CircuitBuilder();
    int[] x = b.input(3);
    int product = b.and(x[0], x[1]);
    int parity = b.lookup(PARITY, product, x[2])[0];
    b.output(b.and(parity, x[0]), b.lookup(PARITY, parity, x[1])[0]);
    return LayeredCircuit.of(b.build());
  }

  @Test
  void layersAreHandedOver() throws Exception {
    List<String> calls = new ArrayList<>();
    Evaluator evaluator = recorder(calls, Set.of("compute"));
    evaluator.compute(threeLayers());
    assertEquals(
        List.of("compute", "linear", "layer", "linear", "layer", "linear", "layer", "linear"),
        calls);
  }

  @Test
  void aLayerIsItsAndsThenItsLookups() throws Exception {
    LayeredCircuit circuit = threeLayers();
    List<String> calls = new ArrayList<>();
    Evaluator evaluator = recorder(calls, Set.of("layer"));
    List<List<String>> expected =
        List.of(
            List.of("layer", "multiply"),
            List.of("layer", "lookup"),
            List.of("layer", "multiply", "lookup"));
    for (int d = 0; d < 3; d++) {
      calls.clear();
      evaluator.layer(circuit.multiply(d), circuit.lookup(d));
      assertEquals(expected.get(d), calls);
    }
  }

  @Test
  void aProtocolWithoutLookupsMakesNone() {
    LayeredCircuit circuit = threeLayers();
    Evaluator evaluator = recorder(new ArrayList<>(), Set.of("layer", "lookup"));
    assertThrows(
        IllegalStateException.class, () -> evaluator.layer(circuit.multiply(1), circuit.lookup(1)));
  }
}

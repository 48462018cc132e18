package org.schurmpc.circuits.lib;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.schurmpc.circuits.opt.CircuitOptimizer;
import org.schurmpc.core.circuit.dsl.Goal;
import org.schurmpc.core.circuit.dsl.TypedBuilder;

/** Collects circuits that are written with types, and optimises them. */
final class Family {
  private final String reference;
  private final List<LibraryCircuit> circuits = new ArrayList<>();

  /**
   * Creates an empty family.
   *
   * @param reference name of the implementation with which a test compares the circuits
   */
  Family(String reference) {
    this.reference = reference;
  }

  List<LibraryCircuit> circuits() {
    return List.copyOf(circuits);
  }

  /** Adds a circuit for fewest ANDs whose depth is also small. */
  void add(
      String name, Consumer<TypedBuilder> circuit, String inputs, String outputs, String function) {
    add(name, Goal.FEWEST_ANDS, circuit, inputs, outputs, function);
  }

  /** Adds a circuit for fewest ANDs, and a circuit for least depth. */
  void addBoth(
      String name, Consumer<TypedBuilder> circuit, String inputs, String outputs, String function) {
    add(name, Goal.FEWEST_ANDS, circuit, inputs, outputs, function);
    add(name + "_shallow", Goal.LEAST_DEPTH, circuit, inputs, outputs, function);
  }

  private void add(
      String name,
      Goal goal,
      Consumer<TypedBuilder> circuit,
      String inputs,
      String outputs,
      String function) {
    circuits.add(
        new LibraryCircuit(
            name,
            () -> {
              TypedBuilder builder = new TypedBuilder(goal);
              circuit.accept(builder);
              return CircuitOptimizer.optimize(builder.build());
            },
            inputs,
            outputs,
            LibraryCircuit.NUMBER,
            function,
            reference));
  }
}

package org.schurmpc.core.circuit.dsl;

import org.schurmpc.core.circuit.CircuitBuilder;

/** The operations on wires that the types use. */
record Arithmetic(
    Goal goal,
    Words words,
    Adders adders,
    WordSums sums,
    Multipliers multipliers,
    Dividers dividers,
    Shifters shifters,
    Counters counters,
    Roots roots) {

  static Arithmetic of(CircuitBuilder gates, Goal goal) {
    Words words = new Words(gates);
    Adders adders = new Adders(gates, goal);
    Counters counters = new Counters(gates, goal, adders, words);
    return new Arithmetic(
        goal,
        words,
        adders,
        new WordSums(gates, goal, adders),
        new Multipliers(gates, goal, adders, words),
        new Dividers(gates, goal, adders, words),
        new Shifters(gates, goal, adders, words, counters),
        counters,
        new Roots(gates, adders, words));
  }
}

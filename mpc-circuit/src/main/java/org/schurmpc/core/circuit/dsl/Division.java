package org.schurmpc.core.circuit.dsl;

/** The result of a division. */
public record Division<T>(T quotient, T remainder) {}

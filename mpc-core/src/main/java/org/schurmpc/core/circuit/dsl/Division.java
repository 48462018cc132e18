package org.schurmpc.core.circuit.dsl;

/** What one division gives. */
public record Division<T>(T quotient, T remainder) {}

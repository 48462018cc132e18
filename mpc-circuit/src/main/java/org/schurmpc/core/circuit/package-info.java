/**
 * Boolean circuits. {@link org.schurmpc.core.circuit.Circuit} is the entry class; {@link
 * org.schurmpc.core.circuit.CircuitBuilder} builds circuits, {@link
 * org.schurmpc.core.circuit.LayeredCircuit} lays them out for evaluation, and {@link
 * org.schurmpc.core.circuit.PlainEvaluation} evaluates them in the clear. Depends on {@code bits}
 * and {@code abort} only.
 */
package org.schurmpc.core.circuit;

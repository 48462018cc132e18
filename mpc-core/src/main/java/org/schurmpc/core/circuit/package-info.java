/**
 * Boolean circuits: {@link org.schurmpc.core.circuit.Circuit}, how one is made ({@link
 * org.schurmpc.core.circuit.CircuitBuilder}), laid out for evaluation ({@link
 * org.schurmpc.core.circuit.LayeredCircuit}) and evaluated in the clear ({@link
 * org.schurmpc.core.circuit.PlainEvaluation}). Depends on {@code bits} and {@code abort} only.
 */
package org.schurmpc.core.circuit;

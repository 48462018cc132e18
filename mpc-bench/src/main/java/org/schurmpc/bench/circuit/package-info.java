/**
 * Circuits as users name them ({@link org.schurmpc.bench.circuit.CircuitSource}), and how those of
 * AES lay out their blocks ({@link org.schurmpc.bench.circuit.AesConvention}). Depends on the core
 * alone.
 */
package org.schurmpc.bench.circuit;

/**
 * Circuits as users name them ({@link org.schurmpc.cli.circuit.CircuitSource}), and how those of
 * AES lay out their blocks ({@link org.schurmpc.cli.circuit.AesConvention}). Depends on the core
 * alone.
 */
package org.schurmpc.cli.circuit;

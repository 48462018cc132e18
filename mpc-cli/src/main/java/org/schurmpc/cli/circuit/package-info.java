/**
 * Resolves the circuits that users name ({@link org.schurmpc.cli.circuit.CircuitSource}), and
 * describes the bit layout of AES circuits ({@link org.schurmpc.cli.circuit.AesConvention}).
 * Depends on the core alone.
 */
package org.schurmpc.cli.circuit;

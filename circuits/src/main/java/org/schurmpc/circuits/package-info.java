/**
 * The circuit library: the files ({@link org.schurmpc.circuits.LibraryFiles}, opened through {@link
 * org.schurmpc.core.circuit.io.CircuitLibrary}). The package {@code lib} has the generators that
 * write the files, and {@code opt} the optimiser. Depends on mpc-circuit.
 */
package org.schurmpc.circuits;

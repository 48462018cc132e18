/**
 * The circuit library: the files ({@link org.schurmpc.circuits.LibraryFiles}, found through {@link
 * org.schurmpc.core.circuit.io.CircuitLibrary}), in {@code lib} the generators that write them, and
 * in {@code opt} the optimiser. Depends on mpc-core's circuit packages.
 */
package org.schurmpc.circuits;

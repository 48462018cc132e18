/**
 * The generators of the circuits in the library: {@link
 * org.schurmpc.core.circuit.lib.GenerateCircuits} writes them all. Depends on {@code circuit},
 * {@code circuit.dsl}, {@code circuit.io} and {@code abort} only.
 */
package org.schurmpc.core.circuit.lib;

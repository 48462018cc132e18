/**
 * The generators of the circuits in the library. {@link org.schurmpc.circuits.lib.GenerateCircuits}
 * writes all of them. Depends on {@code circuit}, {@code circuit.dsl}, {@code circuit.io} and
 * {@code abort} only.
 */
package org.schurmpc.circuits.lib;

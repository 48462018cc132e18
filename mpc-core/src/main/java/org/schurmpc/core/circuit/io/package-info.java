/**
 * Circuit files, old Bristol and Bristol Fashion: {@link
 * org.schurmpc.core.circuit.io.CircuitReader} reads both, {@link
 * org.schurmpc.core.circuit.io.BristolFashion} and {@link org.schurmpc.core.circuit.io.OldBristol}
 * write them, {@link org.schurmpc.core.circuit.io.CircuitLibrary} opens those that come with the
 * jar. Depends on {@code circuit} and {@code abort} only.
 */
package org.schurmpc.core.circuit.io;

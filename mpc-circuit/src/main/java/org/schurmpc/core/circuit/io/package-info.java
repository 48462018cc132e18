/**
 * Circuit files in old Bristol format and Bristol Fashion: {@link
 * org.schurmpc.core.circuit.io.CircuitReader} reads both, {@link
 * org.schurmpc.core.circuit.io.BristolFashion} and {@link org.schurmpc.core.circuit.io.OldBristol}
 * write them, {@link org.schurmpc.core.circuit.io.CircuitLibrary} opens circuits by name. Depends
 * on {@code circuit} and {@code abort} only.
 */
package org.schurmpc.core.circuit.io;

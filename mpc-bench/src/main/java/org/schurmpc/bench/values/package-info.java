/**
 * Values of a circuit in files: inputs ({@link org.schurmpc.bench.values.InputFile}) and outputs
 * ({@link org.schurmpc.bench.values.OutputText}), as hex digits or bytes. Depends on the core
 * alone.
 */
package org.schurmpc.bench.values;

/**
 * Files that commands read and write: values of a circuit as hex digits or bytes, inputs ({@link
 * org.schurmpc.bench.values.InputFile}) and outputs ({@link org.schurmpc.bench.values.OutputText}),
 * and figures as JSON ({@link org.schurmpc.bench.values.ResultFile}). Depends on the core alone.
 */
package org.schurmpc.bench.values;

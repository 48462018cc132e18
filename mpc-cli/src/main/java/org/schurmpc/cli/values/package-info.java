/**
 * Reads and writes the files of commands: circuit values as hex digits or bytes, namely inputs
 * ({@link org.schurmpc.cli.values.InputFile}) and outputs ({@link
 * org.schurmpc.cli.values.OutputText}), values of programs by name ({@link
 * org.schurmpc.cli.values.NamedValues}, {@link org.schurmpc.cli.values.NamedText}), and results as
 * JSON ({@link org.schurmpc.cli.values.ResultFile}). Depends on the core alone.
 */
package org.schurmpc.cli.values;

/**
 * Files that commands read and write: values of a circuit as hex digits or bytes, inputs ({@link
 * org.schurmpc.cli.values.InputFile}) and outputs ({@link org.schurmpc.cli.values.OutputText}), and
 * figures as JSON ({@link org.schurmpc.cli.values.ResultFile}). Depends on the core alone.
 */
package org.schurmpc.cli.values;

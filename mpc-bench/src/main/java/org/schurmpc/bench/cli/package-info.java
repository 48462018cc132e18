/**
 * The command line: {@link org.schurmpc.bench.cli.CommandLineProgram} and a class for each command.
 * May depend on every other package of the bench.
 */
package org.schurmpc.bench.cli;

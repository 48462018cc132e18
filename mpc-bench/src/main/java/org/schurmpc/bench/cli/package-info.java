/**
 * Implements the command line of the runnable jar. {@link org.schurmpc.bench.cli.BenchCommands}
 * creates the commands: those of the benchmark, which have a class each, and those of an operator.
 * May depend on every other package.
 */
package org.schurmpc.bench.cli;

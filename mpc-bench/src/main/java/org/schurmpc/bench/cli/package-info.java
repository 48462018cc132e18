/**
 * The command line of the runnable jar: {@link org.schurmpc.bench.cli.BenchCommands} has a class
 * for each command of the benchmark, and an operator's commands beside them. May depend on every
 * other package.
 */
package org.schurmpc.bench.cli;

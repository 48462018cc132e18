/**
 * The command line of an operator: {@link org.schurmpc.bench.command.OperatorCommands} has a class
 * for each command, and {@link org.schurmpc.bench.command.CommandLineProgram} runs these or those
 * of another program.
 */
package org.schurmpc.bench.command;

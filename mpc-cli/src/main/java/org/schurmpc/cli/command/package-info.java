/**
 * The command line of an operator: {@link org.schurmpc.cli.command.OperatorCommands} has a class
 * for each command, and {@link org.schurmpc.cli.command.CommandLineProgram} runs these or those of
 * another program.
 */
package org.schurmpc.cli.command;

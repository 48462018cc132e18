/**
 * Implements the command line of an operator. {@link org.schurmpc.cli.command.OperatorCommands}
 * creates the commands, which have a class each, and {@link
 * org.schurmpc.cli.command.CommandLineProgram} runs these or the commands of another program.
 */
package org.schurmpc.cli.command;

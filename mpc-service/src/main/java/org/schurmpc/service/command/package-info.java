/**
 * The command {@code serve}, by which an operator runs and checks a service: start with {@link
 * org.schurmpc.service.command.ServeCommands}.
 */
package org.schurmpc.service.command;

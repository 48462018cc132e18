/** The command {@code data}, which mpc-cli finds by the service loader. */
package org.schurmpc.data.command;

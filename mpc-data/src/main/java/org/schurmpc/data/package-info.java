/**
 * Tables as inputs and outputs of programs. {@link org.schurmpc.data.TablesOfFiles} is the entry,
 * which commands find by the service loader. Depends on the core and on mpc-cli.
 */
package org.schurmpc.data;

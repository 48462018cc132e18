/**
 * The interface of the module that moves tables in and out of programs, which the commands find by
 * the service loader. {@link org.schurmpc.cli.data.DataFiles} is the entry. Depends on {@code
 * values}.
 */
package org.schurmpc.cli.data;

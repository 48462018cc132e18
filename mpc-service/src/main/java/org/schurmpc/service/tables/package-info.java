/**
 * Tables of this party: inputs of jobs, and results that are inserted once. {@link
 * org.schurmpc.service.tables.PartyTables} and {@link org.schurmpc.service.tables.TableResults} are
 * the entries. Depends on {@code service.state}, {@code service.config} and {@code mpc-client}.
 */
package org.schurmpc.service.tables;

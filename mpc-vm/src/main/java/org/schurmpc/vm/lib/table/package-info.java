/**
 * Relational functions on secret tables, written in the language: filter, sort, join, group and
 * others. Every function has a table of public capacity as its result; which of its rows are valid
 * is secret.
 *
 * <p>The entry class is {@link org.schurmpc.vm.lib.table.Tables}. Depends on the language and on
 * the library's functions on vectors.
 */
package org.schurmpc.vm.lib.table;

/**
 * TinyTable's preprocessing from TinyOT's: masks, products, tables. Depends on mpc-core and on
 * {@code tinyot.prep}.
 */
package org.schurmpc.tinytable.prep;

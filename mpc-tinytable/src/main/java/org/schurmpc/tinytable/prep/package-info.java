/**
 * TinyTable's preprocessing from TinyOT's: masks, products, tables. The entry class is {@link
 * org.schurmpc.tinytable.prep.TinyTablePreprocessor}. Depends on mpc-run, on mpc-tinyot's {@code
 * prep} and {@code material}, and on {@code tinytable.material}.
 */
package org.schurmpc.tinytable.prep;

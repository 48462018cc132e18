/**
 * The preprocessing of authenticated garbling: TinyOT's, with MACs of a width for each direction.
 * The entry class is {@link org.schurmpc.garbled.prep.GarbledPreprocessor}. Depends on mpc-run, on
 * mpc-tinyot's {@code prep} and {@code material}, and on {@code garbled.material}.
 */
package org.schurmpc.garbled.prep;

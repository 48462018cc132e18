/**
 * The preprocessing of authenticated garbling from TinyOT's: its bits and triples, with the MACs of
 * the garbler's bits projected to their width. The entry class is {@link
 * org.schurmpc.garbled.prep.GarbledPreprocessor}. Depends on mpc-run, on mpc-tinyot's {@code prep}
 * and {@code material}, and on {@code garbled.material}.
 */
package org.schurmpc.garbled.prep;
